import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { runWithKeyring } from '../../support/keyring.ts';
import { endSchema, type Order } from './blow.ts';

const CHILD = new URL('./child/station-child.ts', import.meta.url);
/** A run takes seconds; on a very busy machine a minute. */
const HUNG_MS = 240_000;
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

/** Where the child's secrets are, and where its compiled code may be kept for the next. */
export interface ChildPlace {
  readonly compileCache: string;
  /** The home of a real keyring, for a station that keeps its secrets there; else null. */
  readonly keyringHome: string | null;
}

/** Runs the station once, by `order`, in a process of its own. @throws when it hangs */
export async function runChild(order: Order, { compileCache, keyringHome }: ChildPlace): Promise<ChildEnd> {
  const said =
    keyringHome === null
      ? await runPlain(order, compileCache)
      : await runWithKeyring(CHILD, [JSON.stringify(order)], {
          home: keyringHome,
          state: 'unlocked',
          limitMs: HUNG_MS,
        });
  if (said.code === KILLED) return { kind: 'killed' };
  if (said.code !== 0) return { kind: 'ended', why: `${said.code}: ${said.stderr.trim()}` };
  const { restless } = endSchema.parse(JSON.parse(said.stdout));
  return restless === null ? { kind: 'rest' } : { kind: 'restless', what: restless };
}

async function runPlain(order: Order, compileCache: string): Promise<Said> {
  const child = spawn(process.execPath, [CHILD.pathname, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe'],
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
  let hung = false;
  const limit = setTimeout(() => {
    hung = true;
    child.kill('SIGKILL');
  }, HUNG_MS);
  await once(child, 'close');
  clearTimeout(limit);
  if (hung) throw new Error(`it hung for ${HUNG_MS} ms: ${said.stdout} ${said.stderr}`);
  return { code: child.signalCode === 'SIGKILL' ? KILLED : child.exitCode, ...said };
}
