import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Drop } from '../../contract/views/drop.ts';
import type { Clock, Random } from '../clock.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { type Earlier, findEarlierWith } from '../ledger/tables/earlier.ts';
import { createFiles } from '../ledger/tables/files.ts';
import type { Purpose } from '../ledger/tables/payload.ts';
import type { NewFile } from '../ledger/tables/sent-files.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';
import { PlainError } from '../plain-error.ts';
import { sameVersion } from '../share-io/file-identity.ts';
import { createLimit } from '../share-io/limit.ts';
import { newId } from '../spool/ids.ts';
import type { Spool } from '../spool/spool.ts';
import { type DropRequest, handOverDrop, sendDrop } from './drop-send.ts';
import { findDropped } from './find-dropped.ts';
import { type Entry, fateOfCopy, type Giving, OpenDrop, unknownDrop } from './open-drop.ts';
import { shownPath } from './shown-path.ts';
import { type Taking, takeFile, takeStream } from './take-file.ts';

const MAX_FILES = 10_000;
const MAX_DROPS = 64;
const COPIES_AT_A_TIME = 4;
const TELL_EVERY_MS = 150;
/** More would keep everything else waiting. */
const JUDGED_AT_A_TIME = 100;

/**
 * Files given by hand, between the hand and the outbox: copied into the spool at once (I3), looked through, and queued only
 * when a person says so. What was not sent is forgotten with the process; the person's own files are never touched (I4).
 * Everything throws a PlainError `drop.unknown` for a drop that is not open any more.
 */
export interface DropSessions {
  /** `task` names the waiting Task it is gathered for; null for files that become Tasks of their own. */
  open(task?: string | null): Drop;
  list(): Drop[];
  get(id: string): Drop;
  /** Adds files and folders (absolute paths), each copied; what cannot go is in the drop with its reason. */
  addPaths(id: string, paths: readonly string[]): Promise<Drop>;
  /** Adds one file that has no path here. */
  addStream(id: string, file: StreamedFile, stream: AsyncIterable<Uint8Array>): Promise<Drop>;
  removeFile(id: string, index: number): Promise<Drop>;
  /** Says what the files are to go for, which decides what is a duplicate; until then nothing is called one. */
  setPurpose(id: string, purpose: Purpose): Promise<void>;
  /** Queues submissions, each parcel whole or not at all, and closes the drop; gives their ids. */
  send(id: string, request: DropRequest): Promise<string[]>;
  /**
   * Gives the copied files, those that went out before too, to `keep`, which adds the message they go with and gives its id;
   * all in one transaction. Closes the drop if nothing threw.
   */
  handOver(id: string, keep: (files: readonly NewFile[]) => string): Promise<void>;
  discard(id: string): Promise<void>;
  /** The copies that open drops hold. */
  spoolNames(): string[];
  /** Forgets every open drop. */
  close(): Promise<void>;
}

/** A file that a page streams. */
export interface StreamedFile {
  /** Relative, as it was dropped. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly giving?: Giving | undefined;
}

export interface DropSessionsParts {
  readonly ledger: Ledger;
  readonly spool: Spool;
  readonly clock: Clock;
  readonly random: Random;
  readonly onQueued: () => void;
  readonly onDrop: (drop: Drop) => void;
  readonly log: Log;
}

/** Makes the desk of a station. */
export function createDropSessions(parts: DropSessionsParts): DropSessions {
  const { ledger, spool, clock, random } = parts;
  const drops = new Map<string, OpenDrop>();
  const limit = createLimit(COPIES_AT_A_TIME);
  const sendParts = { ledger, files: createFiles(ledger), spool, clock, random };
  const untold = new Set<string>();

  const one = (id: string): OpenDrop => {
    const drop = drops.get(id);
    if (drop === undefined || drop.closed) throw unknownDrop();
    return drop;
  };
  /** One that may be changed now. */
  const still = (id: string): OpenDrop => {
    const drop = one(id);
    if (drop.sending) throw beingSent();
    return drop;
  };

  const tell = (drop: OpenDrop): void => {
    const waiting = untold.size > 0;
    untold.add(drop.id);
    if (waiting) return;
    void clock.sleep(TELL_EVERY_MS).then(() => {
      const ids = [...untold];
      untold.clear();
      for (const id of ids) {
        const open = drops.get(id);
        if (open !== undefined) parts.onDrop(open.view());
      }
    });
  };

  /** Only what is shown of it: what goes out is asked when it is sent (I2), so a ledger that fails now takes no file away. */
  const earlierOf = ({ task, purpose }: OpenDrop, sha256: string): Earlier | null => {
    // An answer goes for no purpose of its own, so it is told of any.
    if (task === null && purpose === null) return null;
    try {
      return findEarlierWith(ledger, task === null ? purpose : null, sha256);
    } catch (error) {
      parts.log('engine.fault', { where: 'drops', error: describeError(error) });
      return null;
    }
  };

  /** Files what came of a copy; one that nobody waits for any more is removed. */
  const settle = async (drop: OpenDrop, entry: Entry, taking: Taking): Promise<void> => {
    if (drop.has(entry)) {
      entry.fate =
        'frozen' in taking
          ? fateOfCopy(taking.frozen, earlierOf(drop, taking.frozen.sha256))
          : { state: 'refused', refusal: taking };
      tell(drop);
    } else if ('frozen' in taking) {
      await spool.remove([taking.frozen.spoolName]);
    }
  };

  const forget = async (drop: OpenDrop): Promise<void> => {
    drop.close();
    drops.delete(drop.id);
    await spool.remove(drop.copied().map((entry) => entry.fate.frozen.spoolName));
  };

  const viewIfOpen = (drop: OpenDrop): Drop => one(drop.id).view();

  async function addPaths(drop: OpenDrop, paths: readonly string[]): Promise<void> {
    const found = await findDropped(paths, MAX_FILES - drop.size);
    one(drop.id);
    if (found.tooMany || drop.size + found.files.length + found.unreadable.length > MAX_FILES)
      throw tooManyFiles();
    for (const { path, root, shown, code } of found.unreadable) {
      if (drop.sameSource(path) !== null) continue;
      const file = { shown: drop.freePath(shownPath(shown), root), source: path, root, identity: NOTHING };
      const problem = { code: 'file.unreadable', detail: `(${code})` } as const;
      drop.add(file, { state: 'refused', refusal: { problem } });
    }
    /** Entries whose file was changed since: the new version is sent in their place. */
    const outdated: Entry[] = [];
    const work = found.files.flatMap((file) => {
      const known = drop.sameSource(file.path);
      if (known !== null && sameVersion(known.identity, file.identity)) return [];
      if (known !== null) {
        drop.remove(known.index);
        outdated.push(known);
      }
      const entry = drop.add({
        shown: drop.freePath(shownPath(file.shown), file.root),
        source: file.path,
        root: file.root,
        identity: file.identity,
      });
      return [{ file, entry }];
    });
    tell(drop);
    await spool.remove(outdated.flatMap(({ fate }) => ('frozen' in fate ? [fate.frozen.spoolName] : [])));
    await Promise.all(
      work.map(({ file, entry }) =>
        limit(async () => {
          if (!drop.has(entry)) return;
          await settle(drop, entry, await takeFile(spool, file));
        }),
      ),
    );
  }

  async function addStream(
    drop: OpenDrop,
    { path, size, giving }: StreamedFile,
    stream: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    if (giving !== undefined) drop.arrived(giving);
    if (drop.size >= MAX_FILES) throw dropIsFull();
    const cleaned = shownPath(path);
    drop.makeWay(cleaned, size);
    const folder = cleaned.includes('/')
      ? `${giving?.id ?? ''} ${giving?.entry ?? 0}/${cleaned.split('/')[0]}`
      : null;
    const shown = drop.freePath(cleaned, folder ?? cleaned);
    const root = folder ?? shown;
    const names = shown.split('/');
    const entry = drop.add({ shown, source: shown, root, identity: { ...NOTHING, size } });
    tell(drop);
    const file = {
      name: names.at(-1) ?? shown,
      below: names.slice(names.length === 1 ? 0 : 1).join('/'),
      size,
    };
    await settle(drop, entry, await takeStream(spool, file, stream));
  }

  return {
    open: (task = null) => {
      if (drops.size >= MAX_DROPS) throw tooManyDrops();
      const drop = new OpenDrop(newId(clock, random), clock.now(), task);
      drops.set(drop.id, drop);
      return drop.view();
    },
    list: () => [...drops.values()].map((drop) => drop.view()),
    get: (id) => one(id).view(),
    addPaths: async (id, paths) => {
      const drop = still(id);
      await drop.adding(() => addPaths(drop, paths)).finally(() => tell(drop));
      return viewIfOpen(drop);
    },
    addStream: async (id, file, stream) => {
      const drop = still(id);
      await drop.adding(() => addStream(drop, file, stream)).finally(() => tell(drop));
      return viewIfOpen(drop);
    },
    removeFile: async (id, index) => {
      const drop = still(id);
      const entry = drop.remove(index);
      if (entry !== null && 'frozen' in entry.fate) await spool.remove([entry.fate.frozen.spoolName]);
      tell(drop);
      return viewIfOpen(drop);
    },
    setPurpose: async (id, purpose) => {
      const drop = still(id);
      drop.purpose = purpose;
      for (const [at, entry] of drop.copied().entries()) {
        if (at % JUDGED_AT_A_TIME === JUDGED_AT_A_TIME - 1) await nextTurn();
        // Another purpose was chosen, or the files are being queued.
        if (drop.purpose !== purpose || drop.sending) break;
        const { frozen } = entry.fate;
        entry.fate = fateOfCopy(frozen, earlierOf(drop, frozen.sha256));
      }
      tell(drop);
    },
    send: async (id, request) => {
      const drop = still(id);
      try {
        const release = (copies: readonly string[]) => spool.remove(copies);
        return await drop.whileSending(() => sendDrop(sendParts, drop, request, release));
      } finally {
        if (drop.closed) drops.delete(id);
        else tell(drop);
        parts.onQueued();
      }
    },
    handOver: async (id, keep) => {
      const drop = still(id);
      await drop.whileSending(() => handOverDrop(sendParts, drop, keep));
      drops.delete(id);
      parts.onQueued();
    },
    discard: async (id) => await forget(still(id)),
    spoolNames: () =>
      [...drops.values()].flatMap((drop) => drop.copied().map((entry) => entry.fate.frozen.spoolName)),
    close: async () => {
      for (const drop of [...drops.values()]) await forget(drop);
    },
  };
}

const NOTHING = { size: 0, mtimeMs: 0, inode: '' };

function tooManyFiles(): PlainError {
  return new PlainError(
    'drop.too-many-files',
    `More than ${MAX_FILES.toLocaleString('en')} files at once cannot be looked through, so none of these were added.`,
    'Add a part of them at a time, or set up a folder that Clearfolder watches.',
  );
}

/** Files that come one by one: those before are in the drop. */
function dropIsFull(): PlainError {
  return new PlainError(
    'drop.too-many-files',
    `${MAX_FILES.toLocaleString('en')} files are added, which is the most that can be looked through at once. The files after them were not added.`,
    'Send the added files, then add the rest; or set up a folder that Clearfolder watches.',
  );
}

function beingSent(): PlainError {
  return new PlainError(
    'drop.sending',
    'These files are just being queued, so nothing about them was changed.',
    'Wait a moment. What was queued can be taken back in the outbox.',
  );
}

function tooManyDrops(): PlainError {
  return new PlainError(
    'drop.too-many',
    `${MAX_DROPS} drops are open for review already, so no other was begun.`,
    'Send or discard some of those that are open.',
  );
}
