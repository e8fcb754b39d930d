import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { sep } from 'node:path';
import { systemError, wrap } from '../../endurance/faults/child/wrap.ts';

/** Changes by path, with the index of the changed path among the arguments. */
const CHANGES = {
  mkdir: 0,
  link: 1,
  copyFile: 1,
  unlink: 0,
  open: 0,
  writeFile: 0,
  rename: 1,
  rm: 0,
  rmdir: 0,
  utimes: 0,
} as const;
export type Change = keyof typeof CHANGES;
export const MOVE_CHANGES: readonly Change[] = ['mkdir', 'link', 'copyFile', 'unlink'];
export const ALL_CHANGES: readonly Change[] = [
  ...MOVE_CHANGES,
  'open',
  'writeFile',
  'rename',
  'rm',
  'rmdir',
  'utimes',
];

/** The refused changes below a folder, and the error code. */
export interface Forbidden {
  readonly code: 'EACCES' | 'EROFS' | 'ENOSPC';
  readonly changes: readonly Change[];
  /** A subfolder in which everything is allowed. */
  readonly but?: string;
  readonly onRefused?: (change: Change, path: string) => unknown;
}

const folders = new Map<string, Forbidden>();
let watches = false;

/** Refuses changes below a folder, as a system refuses them to a user who is not root. */
export function forbid(folder: string, what: Forbidden): void {
  if (!watches) watch();
  watches = true;
  folders.set(folder, what);
}

export function allow(folder: string): void {
  folders.delete(folder);
}

function watch(): void {
  for (const change of ALL_CHANGES) {
    wrap(promises, change, ({ args, call }) => {
      const path = args[CHANGES[change]];
      const isRead = change === 'open' && !/[wa+]/.test(String(args[1] ?? 'r'));
      const given = typeof path === 'string' && !isRead ? findForbidden(change, path) : null;
      // The old name is removed.
      const forbidden = given ?? (change === 'rename' ? findForbidden('unlink', String(args[0])) : null);
      if (forbidden === null) return call();
      const refused = () => {
        forbidden.onRefused?.(change, String(path));
        return Promise.reject(systemError(forbidden.code, change));
      };
      // An existing folder need not be made, and what is not there need not be removed.
      if (change === 'mkdir') return promises.stat(String(path)).catch(refused);
      return change === 'rm' ? promises.lstat(String(path)).then(refused, () => undefined) : refused();
    });
  }
  syncBuiltinESMExports();
}

function findForbidden(change: Change, path: string): Forbidden | null {
  const isBelow = (place: string) => path === place || path.startsWith(place + sep);
  for (const [folder, what] of folders) {
    const isLeft = what.but !== undefined && isBelow(what.but);
    if (what.changes.includes(change) && isBelow(folder) && !isLeft) return what;
  }
  return null;
}
