import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { _electron, chromium, type Page } from 'playwright';
import { z } from 'zod';
import { until } from '../until.ts';
import type { OrderInput } from './control.ts';
import type { Asked } from './record.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const entry = join(root, 'out', 'main', 'desktop.js');
const register = join(import.meta.dirname, 'register.ts');

/** The runtime the desktop specs run on here. */
const RUNTIME = existsSync(join(root, 'node_modules', 'electron', 'dist')) ? 'Electron' : 'the stand-in';

const said = new Set<string>();
function say(runtime: string): void {
  if (!said.has(runtime)) process.stdout.write(`desktop specs run on ${runtime}\n`);
  said.add(runtime);
}

export interface Places {
  readonly data: string;
  /** What the system's own places (configuration, downloads) are put under. */
  readonly home: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const arguments_ = ({ data, args }: Places) => ['--data', data, ...(args ?? [])];
const environment = ({ home, env }: Places) => ({ ...process.env, XDG_CONFIG_HOME: home, ...env });

export interface DesktopPage {
  readonly page: Page;
  quit(): Promise<void>;
}

/** Starts the built program on whichever runtime there is, with its page. For specs that look at the page alone. */
export async function openDesktop(places: Places): Promise<DesktopPage> {
  say(RUNTIME);
  if (RUNTIME === 'Electron') {
    const app = await _electron.launch({
      // Chromium does not run as root with its sandbox.
      args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), entry, ...arguments_(places)],
      env: Object.fromEntries(
        Object.entries(environment(places)).flatMap(([key, value]) =>
          value === undefined ? [] : [[key, value]],
        ),
      ),
    });
    return { page: await app.firstWindow(), quit: () => app.close() };
  }
  const program = await startStandIn(places);
  return { page: await program.page(), quit: program.quit };
}

const messageSchema = z.union([
  z.object({ browser: z.string() }),
  z.object({ id: z.number(), value: z.unknown() }),
  z.object({ id: z.number(), error: z.string() }),
]);

export type StandIn = Awaited<ReturnType<typeof startStandIn>>;

/** Starts the built program on the stand-in, with all that it writes down. */
export async function startStandIn(places: Places) {
  say('the stand-in');
  const child = fork(entry, arguments_(places), {
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', register],
    env: environment(places),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (text) => (output += text));
  child.stderr?.on('data', (text) => (output += text));
  const { browser, ask } = talkTo(child);

  const record = async (what: string) => {
    const asked = z
      .array(z.object({ what: z.string(), value: z.unknown() }))
      .parse(await ask({ do: 'record' }));
    return asked.filter((one: Asked) => one.what === what).map((one: Asked) => one.value);
  };
  const ended = async () => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child.exitCode;
  };
  return {
    child,
    ask,
    record,
    output: () => output,
    /** What was written down last under this name, once something was. */
    last: (what: string) => until(async () => (await record(what)).at(-1), { what }),
    ended,
    async page(): Promise<Page> {
      const gone = ended().then((code) => Promise.reject(new Error(`it ended with ${code}: ${output}`)));
      const address = await Promise.race([browser, gone]);
      const isLoaded = async () => (await record('window.loaded')).length > 0;
      await Promise.race([until(isLoaded, { everyMs: 100, what: 'a window' }), gone]);
      const connected = await chromium.connectOverCDP(address);
      const page = connected.contexts()[0]?.pages()[0];
      if (page === undefined) throw new Error('the program has no page');
      page.setDefaultTimeout(60_000);
      return page;
    },
    async quit(): Promise<void> {
      child.kill('SIGTERM');
      await ended();
    },
    async [Symbol.asyncDispose](): Promise<void> {
      child.kill('SIGKILL');
      await ended();
    },
  };
}

function talkTo(child: ChildProcess) {
  const waiting = new Map<number, (answer: { value?: unknown; error?: string }) => void>();
  let count = 0;
  const browser = new Promise<string>((resolve) => {
    child.on('message', (sent: unknown) => {
      const message = messageSchema.parse(sent);
      if ('browser' in message) resolve(message.browser);
      else waiting.get(message.id)?.(message);
    });
  });
  child.on('exit', () => {
    for (const answer of waiting.values()) answer({ error: 'the program has ended' });
  });
  const ask = async (order: OrderInput): Promise<unknown> => {
    count += 1;
    const id = count;
    const answer = await new Promise<{ value?: unknown; error?: string }>((resolve) => {
      waiting.set(id, resolve);
      child.send({ id, order }, (error) => error && resolve({ error: 'the program has ended' }));
    });
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value;
  };
  return { browser, ask };
}
