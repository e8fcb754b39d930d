import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { filesBelow } from './files-below.ts';
import { until } from './until.ts';

/**
 * - `unlocked`: a session bus with gnome-keyring, unlocked by its password.
 * - `locked`: the same without the password, so that what an unlocked run kept is there and cannot be read.
 * - `no-bus`: no session bus at all, as on a server.
 */
export type KeyringState = 'unlocked' | 'locked' | 'no-bus';

export interface KeyringRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where a session's sockets are, below its home. */
const RUNTIME = 'run';

/** What follows runs in a session of its own, whose keyring its password has unlocked. */
const UNLOCKED = [
  'dbus-run-session',
  '--',
  'sh',
  '-c',
  'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$@"',
  'sh',
];

/**
 * Runs a Node script (TypeScript too) with a real keyring that lives under `home` and is nobody else's. Rejects with
 * words where the tools for it are missing; ends the script after `limitMs`.
 */
export async function runWithKeyring(
  script: URL,
  args: readonly string[],
  {
    home,
    state,
    limitMs = 120_000,
    stdin = '',
  }: { home: string; state: KeyringState; limitMs?: number; stdin?: string },
): Promise<KeyringRun> {
  const env = await placesUnder(home);
  const node = [process.execPath, fileURLToPath(script), ...args];
  const command = {
    'no-bus': node,
    locked: ['dbus-run-session', '--', ...node],
    unlocked: [...UNLOCKED, ...node],
  }[state];
  return run(command, { env, limitMs, stdin });
}

/**
 * Opens a session with an unlocked keyring that lives under `home`, in which one program after the other can be run. Its end is
 * that of the keyring's daemon; what was kept is there in the next one.
 */
export async function openKeyring(home: string) {
  const env = await placesUnder(home);
  const [program = '', ...args] = [
    ...UNLOCKED,
    'sh',
    '-c',
    'echo "$DBUS_SESSION_BUS_ADDRESS"; exec cat >/dev/null',
  ];
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const closed = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const told: unknown = (await Promise.race([lines.next(), closed.then(() => null)]))?.value;
  if (typeof told !== 'string' || told === '') {
    child.stdin.end();
    throw new Error('the session with a keyring did not open');
  }
  return {
    env: { ...env, DBUS_SESSION_BUS_ADDRESS: told },
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      await closed;
    },
  };
}

/** Waits until the daemons of sessions that have ended are gone, which takes a moment: until then their sockets vanish from under whoever looks. */
export async function keyringGone(home: string): Promise<void> {
  const what = 'the end of the keyring of a session that is over';
  await until(() => filesBelow(join(home, RUNTIME)).length === 0, { what });
}

/** Nothing of the keyring of whoever tests is seen, or touched. */
async function placesUnder(home: string): Promise<Record<string, string>> {
  requireTools();
  const runtime = join(home, RUNTIME);
  await mkdir(runtime, { recursive: true, mode: 0o700 });
  return { PATH: process.env['PATH'] ?? '', HOME: home, XDG_RUNTIME_DIR: runtime };
}

function run(
  command: readonly string[],
  { env, limitMs, stdin }: { env: NodeJS.ProcessEnv; limitMs: number; stdin: string },
): Promise<KeyringRun> {
  const [program = '', ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, timeout: limitMs, killSignal: 'SIGKILL' });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.stdin.on('error', () => undefined).end(stdin);
    child.on('error', reject);
    const settle = (code: number | null) => resolve({ code, stdout, stderr });
    child.on('close', settle);
    // The keyring's daemon ends with its bus, but may keep the pipes open a little longer.
    child.on('exit', (code) => setTimeout(settle, 2000, code).unref());
  });
}

function requireTools(): void {
  const missing = ['dbus-run-session', 'gnome-keyring-daemon'].filter(
    (tool) => spawnSync(tool, ['--version']).error !== undefined,
  );
  if (missing.length === 0) return;
  throw new Error(
    `The keychain is tested against a real keyring, and ${missing.join(' and ')} is missing. ` +
      'Install it (Debian and Ubuntu: apt-get install dbus gnome-keyring libsecret-1-0), then test again.',
  );
}
