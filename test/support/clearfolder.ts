import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { openStation, type StationChoice } from '../../src-main/core/installation/open-station.ts';
import { createTerminal } from '../../src-main/hosts/command-line/terminal.ts';
import {
  showFiles,
  showFolders,
  showOutbox,
  showTasks,
} from '../../src-main/hosts/command-line/verbs/lists.ts';
import { tempDir } from './temp-dir.ts';
import { until } from './until.ts';

/** The verbs that only read, and take nothing. */
type ReadVerb = 'outbox' | 'folders' | 'tasks' | 'files';

/**
 * What `clearfolder VERB --json` prints, read in this process: a test that looks again and again would else spend most of the
 * machine on starting programs. That the program prints it is shown where the command line is tested.
 */
async function readVerb(verb: ReadVerb, choice: StationChoice): Promise<unknown> {
  let printed = '';
  const terminal = createTerminal(
    true,
    (text) => {
      printed += text;
    },
    () => undefined,
  );
  if (verb === 'outbox') await showOutbox({ terminal, choice });
  if (verb === 'folders') await showFolders({ terminal, choice });
  if (verb === 'tasks') await showTasks({ terminal, choice }, {});
  if (verb === 'files') await showFiles({ terminal, choice }, {});
  return JSON.parse(printed);
}

const ROOT = join(import.meta.dirname, '..', '..');
const PROGRAM = join(ROOT, 'out', 'main', 'station.js');
/** What Node compiled of the program is kept between starts: a quarter of the processor time of each. */
const COMPILED = join(ROOT, 'node_modules', '.cache', 'clearfolder-compiled');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  text(): string;
  /** Ends it with a signal (SIGTERM unless said) and gives how it ended. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

/** Starts the built program with these arguments, as a user would. */
export function startClearfolder(
  args: readonly string[],
  {
    stdin = '',
    env = {},
    mayReadAll = true,
    cwd,
    within = [],
  }: {
    stdin?: string;
    env?: Record<string, string>;
    mayReadAll?: boolean;
    cwd?: string;
    /** A command that starts the command behind it, such as `setpriv`. */
    within?: readonly string[];
  } = {},
): Running {
  // Rights on files bind root only where root has given up its own.
  const isRoot = process.getuid?.() === 0;
  const fewerRights = isRoot && !mayReadAll ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];
  const [command = '', ...first] = [...within, ...fewerRights, process.execPath, PROGRAM, ...args];
  const child = spawn(command, first, {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Nothing of the machine's own environment decides what a test sees.
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NODE_COMPILE_CACHE: COMPILED,
      ...env,
    },
    ...(cwd === undefined ? {} : { cwd }),
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  child.stdin.on('error', () => undefined).end(stdin);
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, ...output }));
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return ended;
  };
  return {
    child,
    ended,
    text: () => output.stdout + output.stderr,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop('SIGKILL');
    },
  };
}

const outboxSchema = z.array(
  z.object({
    id: z.string(),
    kind: z.string(),
    external_id: z.string().nullable(),
    state: z.string(),
    task_uuid: z.string().nullable(),
    folder: z.string().nullable(),
    files: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })),
    attempts: z.number(),
    next_attempt_at: z.string().nullable(),
    problem: z.object({ code: z.string(), message: z.string(), next: z.string() }).nullable(),
  }),
);

const foldersSchema = z.array(
  z.object({
    id: z.string(),
    reachable: z.boolean(),
    watching: z.string(),
    remark: z.string().nullable(),
    problem: z.object({ code: z.string(), message: z.string() }).nullable(),
    counts: z.record(z.string(), z.number()),
  }),
);

const issueSchema = z.object({ key: z.string().nullable(), message: z.string() });
const tasksSchema = z.object({
  as_of: z.string().nullable(),
  count: z.number(),
  tasks: z.array(
    z.object({
      uuid: z.string(),
      external_id: z.string().nullable(),
      status: z.string(),
      name: z.string(),
      issues: z.array(issueSchema),
      verdicts: z.array(
        z.object({
          code: z.string(),
          approved: z.boolean(),
          conclusion: z.string().nullable(),
          reasons: z.array(issueSchema),
        }),
      ),
    }),
  ),
});

/**
 * A station of its own for one test: data folder, secrets file and settings, and the program run on them; with `mayReadAll: false`
 * the program respects the rights on files even if root runs the test.
 */
export async function testStation(
  settings: Record<string, unknown>,
  { apiSecret, mayReadAll = true }: { apiSecret?: string; mayReadAll?: boolean } = {},
) {
  const dir = await tempDir('station');
  const settingsFile = dir.at('settings.json');
  await writeFile(settingsFile, JSON.stringify(settings));
  const choice = {
    data: dir.at('data'),
    settings: settingsFile,
    secrets: `file:${dir.at('secrets.json')}`,
    apiSecret: null,
  };
  const where = ['--data', choice.data, '--settings', choice.settings, '--secrets', choice.secrets];
  const start = (args: readonly string[], stdin?: string) =>
    startClearfolder([...args, ...where], {
      mayReadAll,
      ...(stdin === undefined ? {} : { stdin }),
    });
  const run = async (...args: string[]) => await start(args).ended;
  const json = async (...args: string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await run(...args, '--json');
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  };
  const read = (verb: ReadVerb) => readVerb(verb, choice);
  const setSecret = async (secret: string) => {
    const { code, stderr } = await start(['secret', 'set'], secret).ended;
    if (code !== 0) throw new Error(stderr);
  };
  // The test sets the secret in its own process, because starting a program costs more than the rest of this function.
  if (apiSecret !== undefined) await (await openStation(choice)).credentials.setSecret(apiSecret);
  return {
    dir,
    settingsFile,
    choice,
    start,
    run,
    json,
    setSecret,
    /** Starts `run` and waits until it watches. */
    watch: async () => {
      const running = start(['run']);
      await until(() => running.text().includes('Clearfolder is running'), {
        what: `the start: ${running.text()}`,
      });
      return running;
    },
    outbox: async () => outboxSchema.parse(await read('outbox')),
    /** The first folder. @throws when its account does not add up (I1) */
    folder: async () => {
      const [view] = foldersSchema.parse(await read('folders'));
      // What cannot be read is a number of its own beside the sum.
      const { found = 0, unreadable: _, ...states } = view?.counts ?? {};
      const sum = Object.values(states).reduce((total, count) => total + count, 0);
      if (sum !== found) throw new Error(`the account does not add up: ${JSON.stringify(view?.counts)}`);
      return {
        reachable: view?.reachable,
        watching: view?.watching,
        remark: view?.remark ?? '',
        problem: view?.problem ?? null,
        found,
        counts: states,
      };
    },
    tasks: async () => tasksSchema.parse(await read('tasks')),
    files: () => read('files'),
    [Symbol.asyncDispose]: () => dir.remove(),
  };
}
