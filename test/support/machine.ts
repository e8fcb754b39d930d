import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright';
import { findTool } from './find-tool.ts';

/* What tests need of the machine beside npm's packages. A test whose need is not met is skipped and named with its reason; in CI the test runs and fails. */

/** Where Debian and others keep a Chromium. */
const CHROMIUM_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Where `test/windows/set-up` puts Wine unless the script is given another folder. */
export const WINE_FOLDER =
  process.env['CLEARFOLDER_WINDOWS'] ??
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'clearfolder-windows');

/** One thing that a machine may lack. */
export interface Need {
  readonly met: boolean;
  /** Why tests are skipped without it, and how to get it. */
  readonly reason: string;
}

/** The path of a Chromium of this machine, or of the one that Playwright downloaded; null if there is none. */
export function findChromium(): string | null {
  return [...CHROMIUM_PLACES, chromium.executablePath()].find((place) => existsSync(place)) ?? null;
}

const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/** The folder with PostgreSQL's own programs: the newest version that Debian installed, or that of the PATH; null if there is none. */
export function findPostgres(): string | null {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES) : [];
  const newest = versions.sort((one, other) => Number(other) - Number(one))[0];
  if (newest !== undefined) return join(DEBIAN_POSTGRES, newest, 'bin');
  const initdb = findTool('initdb');
  return initdb === null ? null : dirname(initdb);
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether `set-up` installed exactly the packages of this lock file for Windows. */
function wineIsReady(): boolean {
  const installed = join(WINE_FOLDER, 'installed-lock.json');
  return (
    existsSync(installed) &&
    readFileSync(installed).equals(readFileSync(join(import.meta.dirname, '..', '..', 'package-lock.json')))
  );
}

/** Whether the effective capabilities of this process include CAP_SYS_ADMIN (bit 21), which a mount needs. */
function mayMount(): boolean {
  const found = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  return found?.[1] !== undefined && (BigInt(`0x${found[1]}`) & (1n << 21n)) !== 0n;
}

/** Whether this user may mount network drives by FUSE. */
const FUSE = process.getuid?.() === 0 && isWritable('/dev/fuse');

export const needs = {
  browser: {
    met: findChromium() !== null,
    reason: 'no browser was found (install Debian\'s "chromium", or run "npx playwright install chromium")',
  },
  keyring: {
    met: findTool('gnome-keyring-daemon') !== null && findTool('dbus-run-session') !== null,
    reason: 'no keyring was found (install Debian\'s "gnome-keyring", "dbus" and "libsecret-1-0")',
  },
  postgres: {
    met: findPostgres() !== null,
    reason: 'no PostgreSQL was found (install Debian\'s "postgresql")',
  },
  promtool: {
    met: findTool('promtool') !== null,
    reason: 'no promtool was found (install Debian\'s "prometheus")',
  },
  root: {
    met: process.getuid?.() === 0,
    reason: 'only root can start a process as another user',
  },
  smallDisk: {
    met: process.platform === 'linux' && process.getuid?.() === 0 && mayMount(),
    reason: 'only root of Linux, outside of a container without mounts, can make a small disk',
  },
  debian: {
    met: process.getuid?.() === 0 && findTool('mmdebstrap') !== null && findTool('dpkg-deb') !== null,
    reason: 'a fresh Debian needs root, "mmdebstrap" and "dpkg-deb"',
  },
  shares: {
    met: FUSE && ['smbd', 'smbnetfs', 'sshfs'].every((name) => findTool(name) !== null),
    reason: FUSE
      ? 'no network drives (install Debian\'s "samba", "smbnetfs", "sshfs" and "openssh-sftp-server")'
      : 'network drives need root and a writable /dev/fuse',
  },
  ordinaryUser: {
    met: process.getuid?.() !== 0,
    reason: 'root can read every file',
  },
  wine: {
    met: process.getuid?.() === 0 && wineIsReady(),
    reason:
      'Wine 10 with the packages of this version is not set up (as root on Debian, run "test/windows/set-up")',
  },
  linux: { met: process.platform === 'linux', reason: 'only Linux has what the test uses' },
  wholeTreeEvents: {
    met: process.env['CLEARFOLDER_UNDER_WINE'] === undefined,
    reason: 'Wine reports no events from folders that are older than the watch',
  },
  posix: {
    met: process.platform !== 'win32',
    reason:
      'Windows has no modes, pipes and size limits of files, lets only administrators make links, and replaces no open file',
  },
} satisfies Record<string, Need>;

/** Test options for tests that need something of the machine: `test(name, needing(needs.root), work)`. */
export function needing(...required: readonly Need[]): { skip: boolean; meta: { skipReason: string } } {
  const missing = required.filter((need) => !need.met && !mustRun(need));
  return { skip: missing.length > 0, meta: { skipReason: missing.map((need) => need.reason).join('; ') } };
}

/** In CI what can be installed must be there. */
function mustRun(need: Need): boolean {
  if (need === needs.wine && process.env['CLEARFOLDER_WINDOWS'] === undefined) return false;
  const installable = [
    needs.browser,
    needs.keyring,
    needs.postgres,
    needs.debian,
    needs.wine,
    ...(FUSE ? [needs.shares] : []),
  ];
  return Boolean(process.env['CI']) && installable.includes(need);
}

/** Whole test files that need something of the machine, as globs. */
const FILES: readonly { readonly need: Need; readonly files: readonly string[] }[] = [
  {
    need: needs.browser,
    files: [
      'test/app/*.test.ts',
      'test/app/{attacks,journeys,screens}/**/*.test.ts',
      'test/unit/renderer/host/{browser-host,taken-port}.test.ts',
    ],
  },
  { need: needs.postgres, files: ['test/unit/core/stations/postgres/*.test.ts'] },
  { need: needs.wine, files: ['test/windows/*.test.ts'] },
  { need: needs.shares, files: ['test/shares/*.test.ts'] },
  {
    need: needs.keyring,
    files: ['test/app/command-line/keychain.test.ts', 'test/unit/core/secrets/keychain-store.test.ts'],
  },
];

/** Files that cannot run on this machine, with the reason. */
export function filesLeftOut(): readonly { readonly files: readonly string[]; readonly reason: string }[] {
  return FILES.filter(({ need }) => !need.met && !mustRun(need)).map(({ need, files }) => ({
    files,
    reason: need.reason,
  }));
}

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped on this machine. */
    skipReason?: string;
  }
}
