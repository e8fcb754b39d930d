import { resolve } from 'node:path';
import { oneAtATime } from '../service/sign-in/one-at-a-time.ts';
import { directCalls, type FileCalls, LONG_BYTES, type OpenFile, patientCalls } from './file-calls.ts';
import { createLimit, type Limit } from './limit.ts';
import { isOnLocalDisk } from './local-disk.ts';

/** Calls for the files of one share at a time, whoever makes them. */
const OF_FOLDER = 4;
/** Of these, those that read much: on a slow line they take seconds, and what only looks at files must not wait for all of them. */
const LONG_OF_FOLDER = 2;
/** Calls into all shares at a time: of the sixteen threads some are left for this disk and the service, however many shares hang. */
const OF_ALL = 13;
const FILES_AT_A_TIME = 16;
/** Of a share: on a slow line each takes the longer to be copied, the more there are, and must not change meanwhile. */
const FILES_OF_SHARE = 6;

/** A folder's way to ask the disk that it lies on, which is looked at now and then. */
export interface CallsInto {
  /** For its files. On a share there are few places, and each call waits for one: nobody who has one may ask for another. */
  readonly files: FileCalls;
  /** For what has its turn, which is a place of its own: no file that hangs keeps the folder's lease from being renewed. */
  readonly inTurn: FileCalls;
  /** Whoever asks the folder for its lease, under this rule or that or none, waits for the others. */
  readonly turn: Turn;
  /** Finds out whether calls can hang there. */
  look(): Promise<void>;
}

export interface Turn {
  run<T>(task: () => Promise<T>): Promise<T>;
}

export interface FolderCallsParts {
  /** How a share is asked. */
  readonly share?: (path: string) => FileCalls;
  readonly isLocal?: (path: string) => Promise<boolean>;
}

/** Gives the calls into each folder, by its path: a share that hangs keeps the thread of each, and this process has few (I8). */
export type FolderCalls = (path: string) => CallsInto;

export function folderCalls({
  share = () => patientCalls,
  isLocal = isOnLocalDisk,
}: FolderCallsParts = {}): FolderCalls {
  const ofAll = createLimit(OF_ALL);
  const known = new Map<string, CallsInto>();
  return (path) => {
    const key = resolve(path);
    const into = known.get(key) ?? callsInto(share(key), ofAll, () => isLocal(key));
    known.set(key, into);
    return into;
  };
}

function callsInto(share: FileCalls, ofAll: Limit, isLocal: () => Promise<boolean>): CallsInto {
  const ofFolder = createLimit(OF_FOLDER);
  const ofLong = createLimit(LONG_OF_FOLDER);
  const within: Limit = (call) => ofFolder(() => ofAll(call));
  const limited = callsWithin({ within, withinLong: (call) => ofLong(() => within(call)) }, share);
  const turns = oneAtATime();
  let local = false;
  return {
    get files() {
      return local ? directCalls : limited;
    },
    get inTurn() {
      return local ? directCalls : share;
    },
    turn: {
      run: (task) => turns.run(() => (local ? task() : ofAll(task))),
    },
    look: async () => {
      // A disk that is here waits for no share.
      local = await (local ? isLocal() : limited.run(isLocal));
    },
  };
}

/** How many files of a folder are worked on at a time. Each folder has its own: those of one that hangs take no turn of another's (I8). */
export function filesAtATime(into: CallsInto): Limit {
  const [many, few] = [createLimit(FILES_AT_A_TIME), createLimit(FILES_OF_SHARE)];
  return (work) => (into.files === directCalls ? many : few)(work);
}

interface Limits {
  readonly within: Limit;
  readonly withinLong: Limit;
}

function callsWithin(limits: Limits, calls: FileCalls): FileCalls {
  const limit = limits.within;
  return {
    lstat: (path) => limit(() => calls.lstat(path)),
    list: (folder) => limit(() => calls.list(folder)),
    open: async (path, flags, mode) => fileWithin(limits, await limit(() => calls.open(path, flags, mode))),
    freeBytes: (folder) => limit(() => calls.freeBytes(folder)),
    run: (work) => limit(() => calls.run(work)),
  };
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
