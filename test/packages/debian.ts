import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type TempDir, tempDir } from '../support/temp-dir.ts';

const execute = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** A fresh Debian in a folder. */
export interface Debian extends AsyncDisposable {
  /** The path outside of a path inside. */
  at(path: string): string;
  /** Runs a shell command as root inside. Resolves with all its output. @throws if the command fails */
  run(command: string): Promise<string>;
  /** Starts a shell command as root inside. */
  start(command: string): ChildProcess;
}

/** Installs Debian 12 into a temporary folder, with what the station package depends on. Needs root, mmdebstrap and Debian's servers. */
export async function freshDebian(): Promise<Debian> {
  const dir: TempDir = await tempDir('debian');
  // The folder is the root of that Debian, which every user of it enters.
  await chmod(dir.path, 0o755);
  const include = 'adduser,ca-certificates,libsecret-1-0,systemd';
  const options = ['--quiet', '--variant=minbase', `--include=${include}`, 'bookworm', dir.path];
  await execute('mmdebstrap', options, { maxBuffer: 1 << 26 });
  // The mounts end with the command that needs them.
  const enter = `mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" /bin/sh -c "$1"`;
  const inside = (command: string): [string, string[]] => [
    'unshare',
    ['--mount', '/bin/sh', '-c', enter, dir.path, command],
  ];
  const env = { PATH, LANG: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive' };
  return {
    at: (path) => join(dir.path, path),
    run: async (command) => {
      const { stdout, stderr } = await execute(...inside(command), { env });
      return `${stdout}${stderr}`;
    },
    start: (command) => spawn(...inside(command), { env, stdio: 'ignore' }),
    [Symbol.asyncDispose]: () => dir.remove(),
  };
}

/** Builds a station package into a folder, and gives its path. */
export async function buildStationPackage(kind: 'deb' | 'zip' | 'tgz', out: string): Promise<string> {
  const bootstrap = join(ROOT, 'resources', 'bootstrap.mjs');
  const { stdout } = await execute(process.execPath, [bootstrap, 'package:station', kind, '--out', out]);
  return stdout.trim();
}

/** Gives a deb package another version. Resolves with the path of the new package. */
export async function withVersion(deb: string, version: string, dir: TempDir): Promise<string> {
  const tree = dir.at('tree');
  await execute('dpkg-deb', ['--raw-extract', deb, tree]);
  await execute('sed', ['-i', `s/^Version: .*/Version: ${version}/`, join(tree, 'DEBIAN', 'control')]);
  await execute('dpkg-deb', ['-Znone', '--root-owner-group', '--build', tree, dir.at('next.deb')]);
  return dir.at('next.deb');
}
