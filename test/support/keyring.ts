import { spawn, spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

/**
 * Runs a Node script (TypeScript too) with a real keyring that lives under `home` and is nobody else's. Rejects with
 * words where the tools for it are missing; ends the script after `limitMs`.
 */
export async function runWithKeyring(
  script: URL,
  args: readonly string[],
  { home, state, limitMs = 120_000 }: { home: string; state: KeyringState; limitMs?: number },
): Promise<KeyringRun> {
  requireTools();
  const runtime = join(home, 'run');
  await mkdir(runtime, { recursive: true, mode: 0o700 });
  const node = [process.execPath, fileURLToPath(script), ...args];
  const unlock = 'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$@"';
  const command = {
    'no-bus': node,
    locked: ['dbus-run-session', '--', ...node],
    unlocked: ['dbus-run-session', '--', 'sh', '-c', unlock, 'sh', ...node],
  }[state];
  const environment = { PATH: process.env['PATH'], HOME: home, XDG_RUNTIME_DIR: runtime };
  return run(command, environment, limitMs);
}

function run(
  command: readonly string[],
  environment: NodeJS.ProcessEnv,
  limitMs: number,
): Promise<KeyringRun> {
  const [program = '', ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: environment, timeout: limitMs, killSignal: 'SIGKILL' });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
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
