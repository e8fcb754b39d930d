import { resolve } from 'node:path';
import pLimit from 'p-limit';
import {
  directCalls,
  type FileCalls,
  isOnLocalDisk,
  LONG_BYTES,
  type OpenFile,
  threadedCalls,
  wrapCalls,
} from './file-calls.ts';
import { withoutInode } from './file-identity.ts';

const OF_FOLDER = 4;
// The maximum number of concurrent large reads from one share. The other slots stay free for short calls.
const LONG_OF_FOLDER = 2;
// The maximum number of concurrent calls into all shares. Of the process's 16 threads, three stay free for local disks and the service.
const OF_ALL = 13;
const FILES_AT_A_TIME = 16;
// The maximum number of files of one share that are checked or copied at the same time. With more, a file could change during its copy.
const FILES_OF_SHARE = 6;

export interface CallsInto {
  /** On a share, each call takes one of a few slots. Work inside `run` must not call `files`, because perhaps no second slot is free. */
  readonly files: FileCalls;
  /** Calls for work inside `turn`. These calls take no slot, so that a hung call for a file does not delay the renewal of the lease. */
  readonly inTurn: FileCalls;
  /** Runs work about the lease or the identity of the folder, one piece of work at a time, even if several rules watch this folder. */
  readonly turn: Limit;
  /** Finds out whether the folder is on a share, where calls can hang, and chooses the calls accordingly. Must be called regularly. */
  look(): Promise<void>;
  /**
   * From now on, `files` gives no inodes and no change times. For a disk on which these change without a change of the file. Clearfolder
   * then treats the disk like a share.
   */
  distrustInodes(): void;
}

/** Starts each `work` in the order of the calls, at most a limited number at the same time, and returns its result. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

export interface FolderCallsOptions {
  readonly share?: (path: string) => FileCalls;
  readonly isLocal?: (path: string) => Promise<boolean>;
}

/** Returns the calls for the folder at a path. Each hung call occupies a thread, so the calls into shares are limited (I8). */
export type FolderCalls = (path: string) => CallsInto;

export function folderCalls({
  share = () => threadedCalls,
  isLocal = isOnLocalDisk,
}: FolderCallsOptions = {}): FolderCalls {
  const ofAll = pLimit(OF_ALL);
  const known = new Map<string, CallsInto>();
  return (path) => {
    const key = resolve(path);
    const into = known.get(key) ?? callsInto(share(key), ofAll, () => isLocal(key));
    known.set(key, into);
    return into;
  };
}

function callsInto(share: FileCalls, ofAll: Limit, isLocal: () => Promise<boolean>): CallsInto {
  const ofFolder = pLimit(OF_FOLDER);
  const ofLong = pLimit(LONG_OF_FOLDER);
  const within: Limit = (call) => ofFolder(() => ofAll(call));
  const limited = callsWithin({ within, withinLong: (call) => ofLong(() => within(call)) }, share);
  const untrusted = withoutInodes(limited);
  const turns = pLimit(1);
  let local = false;
  let isTrusted = true;
  return {
    get files() {
      if (!isTrusted) return untrusted;
      return local ? directCalls : limited;
    },
    get inTurn() {
      return local ? directCalls : share;
    },
    turn: (work) => turns(() => (local ? work() : ofAll(work))),
    look: async () => {
      // A check of a folder on a local disk cannot hang, so the check needs no slot.
      local = await (local ? isLocal() : limited.run(isLocal));
    },
    distrustInodes: () => {
      isTrusted = false;
    },
  };
}

function withoutInodes(calls: FileCalls): FileCalls {
  return {
    ...calls,
    lstat: async (path) => {
      const stats = await calls.lstat(path);
      return stats && withoutInode(stats);
    },
    open: async (...args) => {
      const file = await calls.open(...args);
      return { ...file, stat: async (options) => withoutInode(await file.stat(options)) };
    },
  };
}

/** Returns the limit of simultaneous files for one folder. Each folder has its own limit, so that a hung folder delays no other (I8). */
export function filesAtATime(into: CallsInto): Limit {
  const [many, few] = [pLimit(FILES_AT_A_TIME), pLimit(FILES_OF_SHARE)];
  return (work) => (into.files === directCalls ? many : few)(work);
}

interface Limits {
  readonly within: Limit;
  readonly withinLong: Limit;
}

function callsWithin(limits: Limits, calls: FileCalls): FileCalls {
  const wrapped = wrapCalls(calls, limits.within);
  return { ...wrapped, open: async (...args) => fileWithin(limits, await wrapped.open(...args)) };
}

function fileWithin({ within: limit, withinLong }: Limits, file: OpenFile): OpenFile {
  return {
    read: (buffer, offset, length, position) =>
      (length > LONG_BYTES ? withinLong : limit)(() => file.read(buffer, offset, length, position)),
    write: (...args) => limit(() => file.write(...args)),
    stat: (options) => limit(() => file.stat(options)),
    sync: () => limit(() => file.sync()),
    close: () => limit(() => file.close()),
  };
}
