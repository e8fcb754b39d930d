import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runWithKeyring } from '../../support/keyring.ts';
import { endSchema, type Order } from './blow.ts';
import type { Program } from './program.ts';

/** A life takes seconds; on a very busy machine a minute. Counted in beats, so that one that is stopped for a while (SIGSTOP, sleep) is not hung. */
const BEAT_MS = 5_000;
const HUNG_BEATS = 96;
const KILLED = 128 + 9;

export type ChildEnd =
  | { readonly kind: 'rest' }
  | { readonly kind: 'restless'; readonly what: string }
  | { readonly kind: 'killed' }
  /** It ended by itself, which a program may do that cannot go on; `why` is what it said. */
  | { readonly kind: 'ended'; readonly why: string };

interface Said {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What is run, and where its secrets are. */
export interface ChildPlace {
  readonly program: Pick<Program, 'script' | 'compileCache'>;
  /** The home of a real keyring, for a station that keeps its secrets there; else null. */
  readonly keyringHome: string | null;
}

/** Runs the station once, by `order`, in a process of its own. @throws when it hangs */
export async function runChild(order: Order, { program, keyringHome }: ChildPlace): Promise<ChildEnd> {
  const path = join(order.root, 'order.json');
  writeFileSync(path, JSON.stringify(order));
  const said =
    keyringHome === null
      ? await runPlain(path, program)
      : await runWithKeyring(pathToFileURL(program.script), [path], {
          home: keyringHome,
          state: 'unlocked',
          limitMs: HUNG_BEATS * BEAT_MS,
        });
  if (said.code === KILLED) return { kind: 'killed' };
  if (said.code !== 0) return { kind: 'ended', why: `${said.code}: ${said.stderr.trim()}` };
  const { restless } = endSchema.parse(JSON.parse(said.stdout));
  return restless === null ? { kind: 'rest' } : { kind: 'restless', what: restless };
}

async function runPlain(order: string, { script, compileCache }: ChildPlace['program']): Promise<Said> {
  const child = spawn(process.execPath, [script, order], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl+C is for the torture, which lets what is under way come to its end.
    detached: true,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NODE_COMPILE_CACHE: compileCache,
    },
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
    throw new Error(`it hung for ${HUNG_BEATS * BEAT_MS} ms: ${said.stdout} ${said.stderr}`);
  return { code: child.signalCode === 'SIGKILL' ? KILLED : child.exitCode, ...said };
}
