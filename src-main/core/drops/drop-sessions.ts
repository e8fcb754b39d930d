import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { say } from '../../contract/say.ts';
import { MOST_TYPED } from '../../contract/verbs/drops.ts';
import type { Drop } from '../../contract/views/drop.ts';
import type { Clock, Random } from '../clock.ts';
import type { FetchDocument } from '../fetch-document.ts';
import { newId } from '../ids.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import type { Purpose } from '../ledger/tables/dedup-keys.ts';
import { type Earlier, findEarlierWith } from '../ledger/tables/duplicates.ts';
import { createFiles } from '../ledger/tables/files.ts';
import type { NewFile } from '../ledger/tables/outbox-rows.ts';
import { pathsOf } from '../ledger/tables/recent-changes.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';
import { PlainError } from '../plain-error.ts';
import type { FrozenFile, Spool } from '../spool/spool.ts';
import { carryOver } from './carry-over.ts';
import type { CorrectionSource } from './correction-source.ts';
import { createDropFiller, NO_IDENTITY, type StreamedFile } from './fill-drop.ts';
import { findDropped, shownPath } from './find-dropped.ts';
import {
  type CopiedEntry,
  copyOf,
  createOpenDrop,
  fateOfCopy,
  type OpenDrop,
  unknownDrop,
} from './open-drop.ts';
import {
  type DropRequest,
  handOverDrop,
  queueDrop,
  refuseNothingNew,
  refuseUnchanged,
} from './queue-drop.ts';
import type { TypedDocument } from './typed-document.ts';

const MAX_FILES = 10_000;
const MAX_DROPS = 64;
/** The number of files compared with the ledger in one turn of the event loop. More files would delay the engine's other work. */
const JUDGED_AT_A_TIME = 100;

/**
 * The drops of the app: lists of files that a person adds and then sends or discards. Each added file is copied into the spool at once (I3)
 * and queued when the person sends the drop. When the process ends, unsent drops are discarded. The person's own files never change (I4).
 *
 * The methods with an `id` throw PlainError: `drop.unknown` if the drop was sent or discarded; `drop.sending` if the method would change a
 * drop whose files are being queued.
 */
export interface DropSessions {
  /** Opens a drop. `task`: the waiting Task for which the files are an answer; null if the files become new Tasks. */
  open(task?: string | null): Drop;
  /** Opens a drop that corrects a Task. Returns before the documents of the Task are copied into the drop. */
  correct(source: CorrectionSource): Drop;
  list(): Drop[];
  get(id: string): Drop;
  /** Copies the files at absolute paths into the spool. The drop lists a file that cannot be sent, with the reason. */
  addPaths(id: string, paths: readonly string[]): Promise<Drop>;
  /** Adds a file that a browser page sends as a stream of bytes, and copies the bytes into the spool. */
  addStream(id: string, file: StreamedFile, stream: AsyncIterable<Uint8Array>): Promise<Drop>;
  removeFile(id: string, index: number): Promise<Drop>;
  /** Returns the content of a text or JSON file of the drop, so that a person can edit the content. @throws PlainError `drop.no-text` */
  textOf(id: string, index: number): Promise<TypedDocument>;
  /** Lets a person send a file that was refused because the file is no document. A file with another problem stays refused. */
  sendAnyway(id: string, index: number): Drop;
  /**
   * Sets the task type and request_spec of the files. Files that were already sent with the same task type and request_spec become
   * duplicates. Before the first call, no file of a drop for new Tasks is a duplicate.
   */
  setPurpose(id: string, purpose: Purpose): Promise<void>;
  /** Queues the files as submissions, closes the drop, and returns the ids. A submission is queued with all of its files or not at all. */
  send(id: string, request: DropRequest): Promise<string[]>;
  /**
   * Queues the copied files, including duplicates, as documents of an answer. `keep` stores the answer with these files and returns the id
   * of the answer. The transaction that calls `keep` also writes the rows of the files. Closes the drop unless an error is thrown.
   */
  handOver(id: string, keep: (files: readonly NewFile[]) => string): Promise<void>;
  /** Whether a drop that was sent can become a draft again, because the undo time of its submissions has not ended. */
  isRecent(id: string): boolean;
  /**
   * Makes a recent drop a draft again, with the files of its submissions `withdrawn`. The withdrawal must have kept the spool copies.
   * Returns false if no file comes back.
   */
  reopen(id: string, withdrawn: readonly string[]): boolean;
  discard(id: string): Promise<void>;
  /** Returns the names of the spool copies that open and recent drops need. */
  spoolNames(): string[];
  close(): Promise<void>;
}

export interface DropSessionsParts {
  readonly ledger: Ledger;
  readonly spool: Spool;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly onQueued: () => void;
  readonly fetch: FetchDocument;
}

export function createDropSessions(parts: DropSessionsParts): DropSessions {
  const { ledger, spool, clock, random, log, onQueued, fetch } = parts;
  const drops = new Map<string, OpenDrop>();
  const recent = new Map<string, Recent>();
  const queue = { ledger, files: createFiles(ledger), spool, clock, random };

  const openDrop = (id: string): OpenDrop => {
    const drop = drops.get(id);
    if (drop === undefined || drop.isClosed) throw unknownDrop();
    return drop;
  };
  const changeableDrop = (id: string): OpenDrop => {
    const drop = openDrop(id);
    if (drop.isSending) throw beingSent();
    return drop;
  };

  // Returns the earlier submission that contains a document, or null. The result is for display only, because sending asks the ledger again
  // (I2). If the ledger fails, returns null, so that the file stays in the drop.
  const earlierOf = ({ task, purpose, correction }: OpenDrop, sha256: string): Earlier | null => {
    // In a correction, most documents were sent before, so no document counts as a duplicate. When a person sends the correction,
    // `refuseUnchanged` checks whether the correction as a whole is new.
    if (correction !== null) return null;
    // An answer has no purpose, so a document of an answer is a duplicate if the document was sent for any purpose.
    if (task === null && purpose === null) return null;
    try {
      return findEarlierWith(ledger, task === null ? purpose : null, sha256);
    } catch (error) {
      log('engine.fault', { where: 'drops', error: describeError(error) });
      return null;
    }
  };

  const filler = createDropFiller({
    spool,
    nameOf: (drop, file) => drop.freePath(shownPath(file.shown), file.root),
    earlierOf,
  });

  const discard = async (drop: OpenDrop): Promise<void> => {
    drop.close();
    drops.delete(drop.id);
    await spool.remove(drop.spoolNames());
  };

  async function addPaths(drop: OpenDrop, paths: readonly string[]): Promise<void> {
    const found = await findDropped(paths, MAX_FILES - drop.size);
    openDrop(drop.id);
    if (found.tooMany || drop.size + found.files.length + found.unreadable.length > MAX_FILES)
      throw tooManyFiles();
    for (const { path, root, shown, code } of found.unreadable) {
      if (drop.sameSource(path) !== null) continue;
      const name = drop.freePath(shownPath(shown), root);
      const file = { shown: name, source: path, root, identity: NO_IDENTITY };
      const problem = { code: 'file.unreadable', detail: `(${code})` } as const;
      drop.add(file, { state: 'refused', refusal: { problem } });
    }
    await filler.addFiles(drop, found.files);
  }

  const adding = async (drop: OpenDrop, work: () => Promise<void>): Promise<Drop> => {
    await drop.whileAdding(work);
    return openDrop(drop.id).view();
  };

  const opened = (task: string | null, corrects: CorrectionSource | null): OpenDrop => {
    if (drops.size >= MAX_DROPS) throw tooManyDrops();
    const drop = createOpenDrop({ id: newId(clock, random), openedAt: clock.now(), task, corrects });
    drops.set(drop.id, drop);
    return drop;
  };

  return {
    open: (task = null) => opened(task, null).view(),
    correct: (source) => {
      const drop = opened(null, source);
      void drop.whileAdding(() => carryOver(drop, filler, source, fetch));
      return drop.view();
    },
    list: () => [...drops.values()].map((drop) => drop.view()),
    get: (id) => openDrop(id).view(),
    addPaths: async (id, paths) => {
      const drop = changeableDrop(id);
      return await adding(drop, () => addPaths(drop, paths));
    },
    addStream: async (id, file, stream) => {
      const drop = changeableDrop(id);
      return await adding(drop, async () => {
        if (file.giving !== undefined) drop.arrived(file.giving);
        if (drop.size >= MAX_FILES) throw dropIsFull();
        await filler.addStream(drop, file, stream);
      });
    },
    removeFile: async (id, index) => {
      const drop = changeableDrop(id);
      const entry = drop.remove(index);
      const copy = entry === null ? null : copyOf(entry);
      if (copy !== null) await spool.remove([copy.spoolName]);
      return openDrop(id).view();
    },
    textOf: async (id, index) => {
      const entry = openDrop(id).entry(index);
      const copy = entry === null ? null : copyOf(entry);
      const kind = copy === null ? null : kindOfText(copy);
      if (entry === null || copy === null || kind === null) throw noText();
      return { name: entry.shown, kind, text: await readFile(spool.pathOf(copy.spoolName), 'utf8') };
    },
    sendAnyway: (id, index) => {
      const drop = changeableDrop(id);
      const entry = drop.entry(index);
      const copy = entry === null ? null : copyOf(entry);
      if (entry !== null && copy !== null) entry.fate = fateOfCopy(copy, earlierOf(drop, copy.sha256));
      return drop.view();
    },
    setPurpose: async (id, purpose) => {
      const drop = changeableDrop(id);
      drop.setPurpose(purpose);
      for (const [at, entry] of drop.copied().entries()) {
        if (at % JUDGED_AT_A_TIME === JUDGED_AT_A_TIME - 1) await nextTurn();
        // The person chose another purpose, or sent the drop, during the comparison. The comparison is no longer needed.
        if (drop.purpose !== purpose || drop.isSending) break;
        const { frozen } = entry.fate;
        entry.fate = fateOfCopy(frozen, earlierOf(drop, frozen.sha256));
      }
    },
    send: async (id, request) => {
      const drop = changeableDrop(id);
      const entries = drop.copied();
      try {
        return await drop.whileSending(async () => {
          if (drop.correction === null) {
            await refuseNothingNew(queue, drop, request);
            return (await queueDrop(queue, drop, request)).ids;
          }
          const whole = { ...request, grouping: 'together', duplicates: true } as const;
          await refuseNothingNew(queue, drop, whole);
          refuseUnchanged(queue, drop, request);
          return (await queueDrop(queue, drop, whole)).ids;
        });
      } finally {
        if (drop.isClosed) {
          drops.delete(id);
          for (const [one, sent] of recent) if (sent.until <= clock.now()) recent.delete(one);
          const until = request.notBefore ?? 0;
          if (until > clock.now()) recent.set(id, { drop, entries, until });
        }
        onQueued();
      }
    },
    handOver: async (id, keep) => {
      const drop = changeableDrop(id);
      await drop.whileSending(() => handOverDrop(queue, drop, keep));
      drops.delete(id);
      onQueued();
    },
    isRecent: (id) => recent.has(id),
    reopen: (id, withdrawn) => {
      const sent = recent.get(id);
      const paths = new Set(withdrawn.flatMap((one) => pathsOf(ledger, one)));
      const back = sent?.entries.filter(({ shown }) => paths.has(shown)) ?? [];
      // A drop without files was a Task with only request details.
      if (sent === undefined || (back.length === 0 && sent.entries.length > 0)) return false;
      recent.delete(id);
      sent.drop.reopen(back);
      drops.set(id, sent.drop);
      return true;
    },
    discard: async (id) => await discard(changeableDrop(id)),
    spoolNames: () => [
      ...[...drops.values()].flatMap((drop) => drop.spoolNames()),
      ...[...recent.values()].flatMap(({ entries }) => entries.map(({ fate }) => fate.frozen.spoolName)),
    ],
    close: async () => {
      for (const drop of [...drops.values()]) await discard(drop);
    },
  };
}

/** A drop that was sent, with its former entries. `until`: the end of the undo time, in milliseconds since the epoch. */
interface Recent {
  readonly drop: OpenDrop;
  readonly entries: readonly CopiedEntry[];
  readonly until: number;
}

function kindOfText({ mediaType, size }: FrozenFile): TypedDocument['kind'] | null {
  if (size > MOST_TYPED) return null;
  if (mediaType === 'application/json') return 'json';
  return mediaType.startsWith('text/') ? 'text' : null;
}

function noText(): PlainError {
  return new PlainError(
    'drop.no-text',
    say('documents.documentNoTextChange'),
    say('documents.leaveDocument'),
  );
}

function tooManyFiles(): PlainError {
  return new PlainError(
    'drop.too-many-files',
    say('documents.addFilesOnce', {
      most: MAX_FILES.toLocaleString('en'),
    }),
    say('documents.addFewerFilesTime'),
  );
}

/** Returns the error for a file that a browser page sends to a full drop. The files that arrived earlier stay in the drop. */
function dropIsFull(): PlainError {
  return new PlainError(
    'drop.too-many-files',
    say('documents.filesAdded', {
      most: MAX_FILES.toLocaleString('en'),
    }),
    say('documents.sendAddedFiles'),
  );
}

function beingSent(): PlainError {
  return new PlainError(
    'drop.sending',
    say('documents.alreadyAddingFilesOutbox'),
    say('documents.waitMoment'),
  );
}

function tooManyDrops(): PlainError {
  return new PlainError(
    'drop.too-many',
    say('documents.alreadyOpenDrafts', { most: MAX_DROPS }),
    say('documents.sendDiscardSomeOpen'),
  );
}
