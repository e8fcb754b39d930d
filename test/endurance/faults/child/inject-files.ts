import fs from 'node:fs';
import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { relative } from 'node:path';
import type { SkippingClock } from '../../../support/clock.ts';
import type { Fault } from '../fault.ts';
import type { Injector } from './injector.ts';
import { type Invocation, systemError, withoutIds, wrap } from './wrap.ts';

const CHANGES = new Set(
  'writeFile rename link unlink rm mkdir rmdir chmod copyFile utimes write writev sync datasync truncate appendFile ftruncate fsync fchmod'.split(
    ' ',
  ),
);
const NEEDS_ROOM = new Set(
  [...CHANGES].filter((op) => !/^(unlink|rm|rmdir|f?chmod|utimes|f?truncate)$/.test(op)),
);
const BY_PATH =
  'readFile writeFile appendFile rename link unlink rm mkdir rmdir readdir stat lstat statfs access chmod copyFile utimes realpath readlink opendir';
const BY_HANDLE = 'read write writev readv writeFile readFile sync datasync stat chmod truncate utimes close';
const SYNC_BY_PATH =
  'readFile writeFile appendFile rename link unlink rm mkdir rmdir readdir stat lstat access chmod copyFile realpath exists statfs';
const SYNC_BY_FD = 'write read fsync ftruncate fstat fchmod close';
const FULL = ['EIO', 'ENOSPC', 'EACCES'] as const;
const READ = ['EIO', 'EACCES', 'EMFILE'] as const;

/** Wraps the file system below `root`: calls by path, by open file, and of streams. */
export async function injectFiles(injector: Injector, clock: SkippingClock, root: string): Promise<void> {
  const handles = new WeakMap<object, string>();
  const descriptors = new Map<unknown, string>();
  const placeOf = (path: unknown): string | null =>
    typeof path === 'string' && path.startsWith(root) ? withoutIds(relative(root, path)) : null;
  const meet = (op: string, place: string, flags?: unknown): Fault | null => {
    const opensNew = op === 'open' && typeof flags === 'string' && /[wax+]/.test(flags);
    const how = op === 'open' && flags !== undefined ? `open(${String(flags)})` : op;
    return injector.meet({
      kind: 'file',
      name: `file ${how} ${place}`,
      changes: opensNew || CHANGES.has(op),
      needsRoom: (opensNew || NEEDS_ROOM.has(op)) && isOwn(place),
    });
  };

  async function later(fault: Fault | null, op: string, call: () => unknown): Promise<unknown> {
    if (fault === null) return await clock.during(call);
    if (fault.side === 'before') injector.killIf(fault);
    let done: unknown = null;
    try {
      // A system that reports a failed close has closed the file.
      if (fault.side === 'after' || op === 'close') done = await clock.during(call);
    } finally {
      injector.killIf(fault);
    }
    if (op === 'open' && isHandle(done)) await done.close();
    throw faultFor(fault, op);
  }

  function now(fault: Fault | null, op: string, call: () => unknown): unknown {
    if (fault === null) return call();
    if (fault.side === 'before') injector.killIf(fault);
    let done: unknown = null;
    try {
      if (fault.side === 'after' || op === 'close') done = call();
    } finally {
      injector.killIf(fault);
    }
    // existsSync says false for every error.
    if (op === 'exists') return false;
    if (op === 'open' && typeof done === 'number') injector.silently(() => fs.closeSync(done));
    throw faultFor(fault, op);
  }

  const byPath = (op: string, { args, call }: Invocation): unknown => {
    const place = placeOf(args[0]);
    return place === null ? call() : later(meet(op, place), op, call);
  };
  for (const op of BY_PATH.split(' ')) wrap(promises, op, (made) => byPath(op, made));
  wrap(promises, 'open', ({ args, call }) => {
    const place = placeOf(args[0]);
    if (place === null) return call();
    return later(meet('open', place, args[1]), 'open', call).then((handle) => {
      if (isHandle(handle)) handles.set(handle, place);
      return handle;
    });
  });
  const some = await promises.open(process.execPath, 'r');
  const prototype: object = Object.getPrototypeOf(some);
  await some.close();
  for (const op of BY_HANDLE.split(' ')) {
    wrap(prototype, op, ({ self, call }) => {
      const place = typeof self === 'object' && self !== null ? handles.get(self) : undefined;
      return place === undefined ? call() : later(meet(op, place), op, call);
    });
  }
  for (const op of SYNC_BY_PATH.split(' ')) {
    wrap(fs, `${op}Sync`, ({ args, call }) => {
      const place = placeOf(args[0]);
      return place === null ? call() : now(meet(op, place), op, call);
    });
  }
  wrap(fs, 'openSync', ({ args, call }) => {
    const place = placeOf(args[0]);
    if (place === null) return call();
    const descriptor = now(meet('open', place, args[1]), 'open', call);
    descriptors.set(descriptor, place);
    return descriptor;
  });
  for (const op of SYNC_BY_FD.split(' ')) {
    wrap(fs, `${op}Sync`, ({ args, call }) => {
      const place = descriptors.get(args[0]);
      if (op === 'close') descriptors.delete(args[0]);
      return place === undefined ? call() : now(meet(op, place), op, call);
    });
  }
  // File streams call these.
  for (const op of ['open', 'read', 'write', 'fsync', 'close']) {
    wrap(fs, op, ({ args, call }) => {
      const place = op === 'open' ? placeOf(args[0]) : (descriptors.get(args[0]) ?? null);
      const back = args.at(-1);
      if (place === null || typeof back !== 'function') return call();
      if (op === 'close') descriptors.delete(args[0]);
      const fault = meet(op, place, op === 'open' ? args[1] : undefined);
      if (fault !== null && op !== 'close') {
        injector.killIf(fault);
        setImmediate(() => Reflect.apply(back, undefined, [faultFor(fault, op)]));
        return undefined;
      }
      if (fault !== null) injector.killIf(fault);
      const done = clock.begin();
      const heard = (...given: unknown[]): unknown => {
        done();
        if (op === 'open' && given[0] === null) descriptors.set(given[1], place);
        return Reflect.apply(back, undefined, given);
      };
      return call([...args.slice(0, -1), heard]);
    });
  }
  syncBuiltinESMExports();
}

/** The station's own disk has the data folder and the files beside the data folder; watched folders may be on other disks. */
const isOwn = (place: string) => place.startsWith('data') || !place.includes('/');

function isHandle(value: unknown): value is FileHandle {
  return typeof value === 'object' && value !== null && 'fd' in value;
}

function faultFor({ how, variant }: Fault, op: string): Error {
  if (how === 'full') return systemError('ENOSPC', op);
  const codes = CHANGES.has(op) ? FULL : READ;
  return systemError(codes[variant % codes.length] ?? 'EIO', op);
}
