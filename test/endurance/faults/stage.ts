import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { EvaluateTask, Evaluation } from '../../../src-main/practice/reading/evaluation.ts';
import { type PracticeService, startPractice } from '../../../src-main/practice/service.ts';
import { startFaultService } from '../../support/fault-service.ts';
import { runWithKeyring } from '../../support/keyring.ts';
import { routes } from '../../support/routes.ts';
import { memoryDisk } from '../memory-disk.ts';
import {
  type ChildOptions,
  endSchema,
  type Fault,
  type Note,
  noteSchema,
  type SceneName,
  type Told,
  toldSchema,
} from './fault.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import type { Program } from './program.ts';
import { layOut } from './scene-folders.ts';

/** A run takes seconds, on a very busy machine a minute. Counted in beats: a suspended run (SIGSTOP, sleep) does not hang. */
const BEAT_MS = 5_000;
const HUNG_BEATS = 96;
const KILLED = 128 + 9;

export interface Scene {
  readonly name: SceneName;
  readonly seed: number;
  readonly program: Program;
  readonly secrets: 'file' | 'keychain';
}

export type ProcessEnd =
  | { readonly kind: 'finished' }
  | { readonly kind: 'unfinished'; readonly what: string }
  | { readonly kind: 'killed' }
  /** The program gave up by itself, which a program that cannot go on may do; `why` is its last words. */
  | { readonly kind: 'ended'; readonly why: string };

export interface ProcessRun {
  readonly end: ProcessEnd;
  readonly injected: Note | null;
}

/** A service and the folders of one station; each process run on them knows only what the disk has. */
export interface Stage {
  run(fault: Fault | null, laterMs: number): Promise<ProcessRun>;
  /** A run without a fault, with the calls and statements of the run. */
  runAndTell(): Promise<ProcessRun & Told>;
  outcome(): Outcome;
}

/** Sets a scene up, and takes the scene away when the work is done. */
export async function onStage<T>(
  { name, seed, program, secrets }: Scene,
  work: (stage: Stage) => Promise<T>,
): Promise<T> {
  const root = mkdtempSync(join(memoryDisk(), 'clearfolder-faults-'));
  const start = name === 'desk' ? startRefusingService : startRulesService;
  const service = await start(join(root, 'service'));
  try {
    const names = layOut(name, root, { baseUrl: service.baseUrl, seed });
    const documents = Object.fromEntries([...names].map(([sha256, document]) => [document, sha256]));
    const note = join(root, 'injected');
    const told = join(root, 'told.json');
    const run = async (fault: Fault | null, laterMs: number, tell: string | null): Promise<ProcessRun> => {
      rmSync(note, { force: true });
      const store = secrets === 'file' ? `file:${join(root, 'secrets.json')}` : 'keychain';
      const options = { scene: name, root, apiSecret: service.apiSecret, documents, secrets: store };
      const end = await runChild({ ...options, laterMs, fault, tell }, program);
      const injected = existsSync(note) ? noteSchema.parse(JSON.parse(readFileSync(note, 'utf8'))) : null;
      return { end, injected };
    };
    return await work({
      run: (fault, laterMs) => run(fault, laterMs, null),
      runAndTell: async () => {
        const ran = await run(null, 0, told);
        const nothing: Told = { calls: [], statements: [] };
        return {
          ...ran,
          ...(existsSync(told) ? toldSchema.parse(JSON.parse(readFileSync(told, 'utf8'))) : nothing),
        };
      },
      outcome: () => outcomeOf(name, root, service.admin, names),
    });
  } finally {
    await service.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Runs the station once in a process of its own. @throws when the process hangs */
async function runChild(options: ChildOptions, program: Program): Promise<ProcessEnd> {
  const path = join(options.root, 'options.json');
  writeFileSync(path, JSON.stringify(options));
  const keyring = {
    home: join(options.root, 'home'),
    state: 'unlocked',
    limitMs: HUNG_BEATS * BEAT_MS,
  } as const;
  const { code, stdout, stderr } =
    options.secrets === 'keychain'
      ? await runWithKeyring(pathToFileURL(program.script), [path], keyring)
      : await runPlain(path, program);
  if (code === KILLED) return { kind: 'killed' };
  if (code !== 0) return { kind: 'ended', why: `${code}: ${stderr.trim()}` };
  const { unfinished } = endSchema.parse(JSON.parse(stdout));
  return unfinished === null ? { kind: 'finished' } : { kind: 'unfinished', what: unfinished };
}

async function runPlain(options: string, { script, compileCache }: Program) {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [script, options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl+C is for the runner, which lets the runs under way come to their end.
    detached: true,
    env: { PATH, HOME, NODE_COMPILE_CACHE: compileCache },
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  let beats = 0;
  const pulse = setInterval(() => {
    beats += 1;
    if (beats >= HUNG_BEATS) child.kill('SIGKILL');
  }, BEAT_MS);
  await once(child, 'close');
  clearInterval(pulse);
  if (beats >= HUNG_BEATS)
    throw new Error(`the process hung for ${HUNG_BEATS * BEAT_MS} ms: ${said.stdout} ${said.stderr}`);
  return { code: child.signalCode === 'SIGKILL' ? KILLED : child.exitCode, ...said };
}

const BARE: Evaluation = {
  status: 'completed',
  issues: [],
  verdicts: [],
  verdictSummaries: [],
  recordsByInput: new Map(),
  category: null,
  name: 'As the service calls it',
  interceptions: null,
  produced: [],
  patientKey: null,
};

const VERDICT = { code: '73721', approved: true, issues: [] };
const specSchema = z.object({
  needs: z.boolean().default(false),
  patient: z.string().nullable().default(null),
});

/**
 * A Task with `needs` waits until it has a second document and data; every other one is completed. A newer one of the same
 * `patient` freezes the older one that waits.
 */
const evaluate: EvaluateTask = async (inputs, requestSpec) => {
  const { needs, patient } = specSchema.parse(requestSpec);
  const whole = { ...BARE, patientKey: patient, verdicts: patient === null ? [] : [VERDICT] };
  if (!needs) return whole;
  const files = inputs.filter((input) => input.kind === 'file').length;
  const data = inputs.filter((input) => input.kind === 'json' && input.tag !== 'request-spec').length;
  if (files > 1 && data > 0) return whole;
  const issues = [
    { key: 'task.data.missing', message: 'The member id is missing.', property: 'member_id' },
    {
      key: 'task.medical_record.missing',
      message: 'The card is missing.',
      medical_record_type: 'insurance-card',
    },
  ];
  return { ...whole, status: 'waiting', issues, verdicts: [] };
};

/** The service's minute is real time, in which a station that jumps over waits signs in for hours. */
const NO_LIMIT = { attempts: 100_000, windowSeconds: 60 };

/** The practice service with rules that read no documents. */
function startRulesService(dataDir: string): Promise<PracticeService> {
  return startPractice({
    dataDir,
    evaluate,
    pace: { startMs: 0, processMs: 0 },
    exchangeLimit: NO_LIMIT,
  });
}

/** The same service, but the first answer of all is refused; a retry is taken. */
async function startRefusingService(dataDir: string): Promise<PracticeService> {
  const service = await startRulesService(dataDir);
  const door = await startFaultService({ upstream: service.baseUrl });
  const body = { detail: [{ loc: ['body', 'uploads'], msg: 'Not today', type: 'value_error' }] };
  door.faults.on(routes.upload, { kind: 'status', status: 422, body }, { times: 1 });
  const close = async (): Promise<void> => {
    await door.close();
    await service.close();
  };
  return { ...service, baseUrl: door.baseUrl, close };
}
