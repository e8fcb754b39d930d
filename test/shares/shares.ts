import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { listenOnLoopback } from '../support/loopback.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';

/* Real network drives: Samba on a port of its own, and SFTP over a pipe, both mounted through FUSE. */

const SFTP_SERVER = '/usr/lib/openssh/sftp-server';

/** Starts a program as the leader of a process group, which also holds the children of the program. */
function startGroup(command: string, args: readonly string[], home: string) {
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: home };
  // Killed tests leave nothing behind: the program ends with this process.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', command, ...args], {
    stdio: 'ignore',
    detached: true,
    env,
  });
  const ended = once(child, 'exit');
  return {
    child,
    end: async () => {
      signalGroup(child, 'SIGKILL');
      await ended;
    },
  };
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
}

/**
 * Mounts a folder by a program, which is started again if no mount appears. The end of the program fails every call that hangs in the
 * folder.
 */
async function mounted(
  place: string,
  home: string,
  command: string,
  args: readonly string[],
  tries = 3,
): Promise<{ program: ReturnType<typeof startGroup>; end(): Promise<void> }> {
  mkdirSync(place, { recursive: true });
  const program = startGroup(command, args, home);
  const isMounted = () => readFileSync('/proc/self/mounts', 'utf8').includes(` ${place} `);
  const end = async () => {
    await program.end();
    if (isMounted()) execFileSync('fusermount3', ['-u', '-z', place]);
  };
  try {
    await until(isMounted, { timeoutMs: 20_000, what: `the mount of ${command}` });
  } catch (error) {
    await end();
    if (tries > 1) return await mounted(place, home, command, args, tries - 1);
    throw error;
  }
  return { program, end };
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  server.close();
  return port;
}

/** A share of Samba that everybody may change, empty at first. */
export async function smbShare() {
  const dir = await tempDir('smb');
  const port = await freePort();
  const own = ['private', 'lock', 'state', 'cache', 'pid'];
  for (const name of [...own, 'ncalrpc', 'log', 'folder']) mkdirSync(dir.at(name), { mode: 0o755 });
  const lines = [
    ...['[global]', 'server role = standalone server', 'map to guest = Bad User', 'guest account = root'],
    ...['bind interfaces only = yes', 'interfaces = 127.0.0.1', `smb ports = ${port}`],
    ...['disable netbios = yes', 'load printers = no', 'printcap name = /dev/null', 'disable spoolss = yes'],
    ...own.map((name) => `${name} directory = ${dir.at(name)}`),
    ...[`ncalrpc dir = ${dir.at('ncalrpc')}`, `log file = ${dir.at('log', 'smbd')}`],
    ...['[scans]', `path = ${dir.at('folder')}`, 'read only = no', 'guest ok = yes', 'force user = root'],
  ];
  writeFileSync(dir.at('smb.conf'), lines.join('\n'));
  const startServer = async () => {
    const args = ['--foreground', '--no-process-group', '-s', dir.at('smb.conf')];
    const started = startGroup('smbd', args, dir.path);
    await until(() => answers(port), { timeoutMs: 20_000, what: 'smbd' });
    return started;
  };
  let server = await startServer();
  const ends: (() => Promise<void>)[] = [];
  return {
    /** The folder behind the share. */
    folder: dir.at('folder'),
    /** Mounts the share, each time as another computer does. Resolves with the path of the mounted folder. */
    mount: async (): Promise<string> => {
      const [place, config] = [dir.at(`mount-${ends.length}`), dir.at(`smbnetfs-${ends.length}.conf`)];
      const text = 'smb_query_browsers "false"\nuse_libsecret "false"\nauth "guest" ""\n';
      writeFileSync(config, text, { mode: 0o600 });
      const { end } = await mounted(place, dir.path, 'smbnetfs', ['-f', place, '-o', `config=${config}`]);
      ends.push(end);
      return `${place}/127.0.0.1:${port}/scans`;
    },
    /** Ends the server and its connections at once. */
    kill: () => server.end(),
    restart: async () => {
      server = await startServer();
    },
    [Symbol.asyncDispose]: async () => {
      for (const end of ends) await end();
      await server.end();
      await dir.remove();
    },
  };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } finally {
    socket.destroy();
  }
}

/** A folder that SFTP serves, empty at first. While the server is stopped, each call into the mounted folder hangs. */
export async function hangingShare() {
  const dir = await tempDir('sftp');
  mkdirSync(dir.at('folder'));
  // sshfs starts this script in place of ssh. The shell reads the script: the start of a file just written can fail with ETXTBSY.
  writeFileSync(
    dir.at('server'),
    `#!/bin/sh\necho $$ > "${dir.at('pid')}"\nexec setpriv --pdeathsig KILL ${SFTP_SERVER}\n`,
  );
  chmodSync(dir.at('server'), 0o755);
  const args = [
    '-f',
    // Otherwise sshfs and the kernel answer from their own memory for a while.
    ...['-o', 'dir_cache=no,entry_timeout=0,attr_timeout=0'],
    '-o',
    `ssh_command=sh ${dir.at('server')}`,
    `localhost:${dir.at('folder')}`,
    dir.at('mount'),
  ];
  const { end } = await mounted(dir.at('mount'), dir.path, 'sshfs', args);
  const signal = (name: NodeJS.Signals) => process.kill(Number(readFileSync(dir.at('pid'), 'utf8')), name);
  return {
    /** The folder behind the share. */
    folder: dir.at('folder'),
    mounted: dir.at('mount'),
    hang: () => signal('SIGSTOP'),
    answer: () => signal('SIGCONT'),
    [Symbol.asyncDispose]: async () => {
      await end();
      await dir.remove();
    },
  };
}
