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

/** Simultaneous calls for the files of one share, whoever makes them. */
const OF_FOLDER = 4;
/** Of these, large reads: on a slow line they take seconds, and short calls must not wait for all of them. */
const LONG_OF_FOLDER = 2;
/** Simultaneous calls into all shares: of the sixteen threads some remain for local disks and the service, however many shares hang. */
const OF_ALL = 13;
const FILES_AT_A_TIME = 16;
/** The same for a share: on a slow line more copies at a time take longer each, and a file must not change during its copy. */
const FILES_OF_SHARE = 6;

/** The calls into one folder. */
export interface CallsInto {
  /** For files. On a share, each call waits for one of few places, so nobody who has a place may ask for another. */
  readonly files: FileCalls;
  /** For calls within `turn`, which is a place of its own: a file that hangs does not keep the lease from being renewed. */
  readonly inTurn: FileCalls;
  /** One question about the lease or identity of the folder at a time, whatever rule asks. */
  readonly turn: Limit;
  /** Finds out whether calls into the folder can hang. To be called now and then. */
  look(): Promise<void>;
}

/** Runs work, at most so many pieces at a time, in the order in which the pieces came. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

export interface FolderCallsOptions {
  /** The calls into a share; in threads if left out. */
  readonly share?: (path: string) => FileCalls;
  readonly isLocal?: (path: string) => Promise<boolean>;
}

/** Gives the calls into each folder by its path. Each call into a share that hangs occupies a thread, and this process has few (I8). */
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
      // A local disk waits for no share.
      local = await (local ? isLocal() : limited.run(isLocal));
    },
  };
}

/** Limits how many files of a folder are handled at a time. Each folder has its own limit, so that a hung folder delays no other (I8). */
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
