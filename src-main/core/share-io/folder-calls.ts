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

/** The maximum number of concurrent calls for the files of one share. */
const OF_FOLDER = 4;
/** The maximum number of concurrent large reads of one share, so that slots are kept for short calls on a slow line. */
const LONG_OF_FOLDER = 2;
/** The maximum number of concurrent calls into all shares. Three of 16 threads stay free for local disks and the service. */
const OF_ALL = 13;
const FILES_AT_A_TIME = 16;
/** The maximum number of files of one share in work. More copies would slow each copy, and files could change during the copies. */
const FILES_OF_SHARE = 6;

export interface CallsInto {
  /** Calls for files. On a share, each call takes one of a few slots, and no call may need a second slot, to avoid a deadlock. */
  readonly files: FileCalls;
  /** Calls for work within `turn`. These calls take no slot of `files`, so a hung file does not delay the renewal of the lease. */
  readonly inTurn: FileCalls;
  /** Runs calls about the lease or the identity of the folder, one call at a time even if several rules have this folder. */
  readonly turn: Limit;
  /** Checks whether the folder is on a share, where calls can hang. Must be called regularly. */
  look(): Promise<void>;
}

/** Runs work in the order of the calls. The number of concurrent works is limited. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

export interface FolderCallsOptions {
  /** Returns the calls into a share; calls in threads if left out. */
  readonly share?: (path: string) => FileCalls;
  readonly isLocal?: (path: string) => Promise<boolean>;
}

/** Returns the calls for the folder at a path. Few calls into shares run at a time, because each hung call occupies a thread (I8). */
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
  const turns = pLimit(1);
  let local = false;
  return {
    get files() {
      return local ? directCalls : limited;
    },
    get inTurn() {
      return local ? directCalls : share;
    },
    turn: (work) => turns(() => (local ? work() : ofAll(work))),
    look: async () => {
      // A check of a local disk cannot hang and needs no slot.
      local = await (local ? isLocal() : limited.run(isLocal));
    },
  };
}

/** Limits how many files of one folder are handled at the same time. A hung folder does not delay the other folders (I8). */
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
