import { describeProblem, type Problem } from '../../contract/problem.ts';
import { say } from '../../contract/say.ts';
import type { Drop, DropFile, DropGrouping, LostDocument } from '../../contract/views/drop.ts';
import { type Purpose, payloadHash, purposeHash } from '../ledger/tables/dedup-keys.ts';
import { codeOfDuplicate, type DuplicateCode, type Earlier } from '../ledger/tables/duplicates.ts';
import { PlainError } from '../plain-error.ts';
import type { FileIdentity } from '../share-io/file-identity.ts';
import type { FrozenFile } from '../spool/spool.ts';
import type { CorrectionSource } from './correction-source.ts';

/**
 * Why a file is not sent. `ignoredBy`: the name of the junk rule that ignores the file, or `symlink` or `special-file`. `problem`: the
 * problem of the file. `kept`: the spool copy of a file that a person may still decide to send.
 */
export type Refusal =
  | { readonly ignoredBy: string }
  | { readonly problem: Problem; readonly kept?: FrozenFile };

export type EntryFate =
  | { readonly state: 'reading' }
  | { readonly state: 'ready'; readonly frozen: FrozenFile }
  /** Another submission with the same bytes was sent, may have been sent, or will be sent. `code` tells these three cases apart. */
  | { readonly state: 'duplicate'; readonly frozen: FrozenFile; readonly code: DuplicateCode }
  | { readonly state: 'refused'; readonly refusal: Refusal };

export interface Entry {
  readonly index: number;
  /** The path under which the Task shows the file. */
  readonly shown: string;
  /** The file's path on this computer; equal to `shown` if the file has no path on this computer. */
  readonly source: string;
  /** Identifies the dropped file or folder to which this file belongs: its path on this computer or, for a browser page, a unique text. */
  readonly root: string;
  readonly identity: FileIdentity;
  /** Whether the file is a document of the Task that the drop corrects. */
  readonly carried?: boolean;
  fate: EntryFate;
}

/**
 * The Task that a drop corrects (`source`), and its documents: `carried` were copied into the drop, a person left out `leftOut`, and `lost`
 * could not be copied.
 */
interface DropCorrection {
  readonly source: CorrectionSource;
  readonly carried: { readonly name: string; readonly sha256: string }[];
  readonly leftOut: string[];
  readonly lost: LostDocument[];
}

type CopiedFate = Extract<EntryFate, { readonly frozen: FrozenFile }>;

export type CopiedEntry = Omit<Entry, 'fate'> & { fate: CopiedFate };

/** Returns the spool copy of a file; null if the file has no spool copy. */
export function copyOf({ fate }: Pick<Entry, 'fate'>): FrozenFile | null {
  if ('frozen' in fate) return fate.frozen;
  return (fate.state === 'refused' && 'kept' in fate.refusal && fate.refusal.kept) || null;
}

const isCopied = (entry: Entry): entry is CopiedEntry => 'frozen' in entry.fate;

/** Files that a person dropped or chose in a browser page in one action; `files` is their number. The page sends one file after another. */
export interface Giving {
  readonly id: string;
  readonly files: number;
  /** The index of the dropped file or folder to which the streamed file belongs. Two dropped folders may have the same name. */
  readonly entry: number;
}

export type OpenDrop = ReturnType<typeof createOpenDrop>;

/**
 * Creates a drop, without access to the disk or the ledger.
 * @param drop `openedAt`: milliseconds since the epoch. `task`: the waiting Task for which the files are an answer; null for new Tasks.
 * `corrects`: the Task that the drop corrects
 */
export function createOpenDrop({
  id,
  openedAt,
  task,
  corrects = null,
}: {
  readonly id: string;
  readonly openedAt: number;
  readonly task: string | null;
  readonly corrects?: CorrectionSource | null;
}) {
  const correction: DropCorrection | null =
    corrects === null ? null : { source: corrects, carried: [], leftOut: [], lost: [] };
  const entries = new Map<number, Entry>();
  const sources = new Map<string, Entry>();
  const names = new Set<string>();
  const numbers = new Map<string, number>();
  /** Maps the shown name of each dropped folder to the `root` of this folder. */
  const folders = new Map<string, string>();
  /** Maps `Giving.id` to the number of files that the page announced and has not sent yet. */
  const awaited = new Map<string, number>();
  let next = 0;
  let adding = 0;
  let closed = false;
  let sending = false;
  let purpose: Purpose | null = null;

  const all = () => [...entries.values()];
  const hashes = () => all().flatMap((entry) => copyOf(entry)?.sha256 ?? []);
  const isReading = () => adding > 0 || all().some((entry) => entry.fate.state === 'reading');

  function remove(index: number): Entry | null {
    const entry = entries.get(index) ?? null;
    if (entry === null) return null;
    entries.delete(index);
    names.delete(entry.shown);
    if (sources.get(entry.source) === entry) sources.delete(entry.source);
    return entry;
  }

  /** Returns the name to show for a dropped folder: `name`, with a number added if another dropped folder is already shown as `name`. */
  function folderName(name: string, root: string): string {
    for (let number = 1; ; number++) {
      const free = number === 1 ? name : `${name} (${number})`;
      const taken = folders.get(free) ?? root;
      if (taken !== root) continue;
      folders.set(free, root);
      return free;
    }
  }

  /** Whether the drop has the same documents as the corrected Task, and `now` is the purpose of the corrected Task. */
  function isUnchanged(now: Purpose): boolean {
    if (correction === null) return false;
    const { source, carried, leftOut, lost } = correction;
    const before = carried.map(({ sha256 }) => sha256);
    return leftOut.length + lost.length === 0 && payloadHash(now, hashes()) === payloadHash(source, before);
  }

  function correctionView({ source, carried, lost }: DropCorrection): Drop['correction'] {
    const now = purpose ?? source;
    const specOf = ({ requestSpec }: Purpose) => purposeHash({ taskType: '', requestSpec });
    return {
      task: source.task,
      task_name: source.taskName,
      task_type: source.taskType,
      request_spec: { ...source.requestSpec },
      name: source.name,
      external_id: source.externalId,
      documents: carried.map(({ name }) => name),
      lost: [...lost],
      changed: { task_type: now.taskType !== source.taskType, request_spec: specOf(now) !== specOf(source) },
      unchanged: !isReading() && isUnchanged(now),
    };
  }

  return {
    id,
    task,
    correction,
    isUnchanged,
    /** The task type and request_spec that a person chose; null before the choice. */
    get purpose() {
      return purpose;
    },
    setPurpose(chosen: Purpose) {
      purpose = chosen;
    },
    get size() {
      return entries.size;
    },
    get isReading() {
      return isReading();
    },
    /** The number of files that browser pages announced and have not sent yet. If a page is closed early, the number stays above zero. */
    get missing() {
      return [...awaited.values()].reduce((sum, left) => sum + Math.max(0, left), 0);
    },
    /** Counts a file of `giving` as arrived. Must be called for each file that the page sends, even if the drop then refuses the file. */
    arrived: (giving: Giving) => void awaited.set(giving.id, (awaited.get(giving.id) ?? giving.files) - 1),
    get isClosed() {
      return closed;
    },
    close() {
      closed = true;
    },
    /** Makes a drop that was sent a draft again, with those of its former entries that were taken back. */
    reopen(taken: readonly Entry[]) {
      entries.clear();
      sources.clear();
      names.clear();
      for (const entry of taken) {
        entries.set(entry.index, entry);
        sources.set(entry.source, entry);
        names.add(entry.shown);
      }
      closed = false;
    },
    /** Whether the files of the drop are being queued. Meanwhile, the drop must not change. */
    get isSending() {
      return sending;
    },
    entries: all,
    copied: () => all().filter(isCopied),
    spoolNames: () => all().flatMap((entry) => copyOf(entry)?.spoolName ?? []),
    entry: (index: number) => entries.get(index) ?? null,
    has: (entry: Entry) => !closed && entries.get(entry.index) === entry,

    async whileSending<T>(work: () => Promise<T>): Promise<T> {
      sending = true;
      try {
        return await work();
      } finally {
        sending = false;
      }
    },
    async whileAdding<T>(work: () => Promise<T>): Promise<T> {
      adding += 1;
      try {
        return await work();
      } finally {
        adding -= 1;
      }
    },

    add(file: Omit<Entry, 'index' | 'fate'>, fate: EntryFate = { state: 'reading' }): Entry {
      next += 1;
      const entry = { ...file, index: next, fate };
      entries.set(entry.index, entry);
      sources.set(entry.source, entry);
      names.add(entry.shown);
      return entry;
    },
    remove,
    /** Returns the entry of a file that the person adds again, or null. A refused entry is removed, so that the file is read again. */
    sameSource(source: string): Entry | null {
      const entry = sources.get(source) ?? null;
      if (entry?.fate.state !== 'refused') return entry;
      remove(entry.index);
      return null;
    },
    /**
     * Removes the refused entry of a streamed file that the person adds again. A refused entry with another size stays, because the new
     * file may be another document with the same name.
     */
    makeWay(source: string, size: number): void {
      const entry = sources.get(source);
      if (entry?.fate.state === 'refused' && entry.identity.size === size) remove(entry.index);
    },
    /**
     * Returns the path to show for a file: `path`, or `path` with a number if another file has this path. Two dropped folders with the same
     * name get two names, because the folders become separate Tasks. `root`: the `root` of the file's entry.
     */
    freePath(path: string, root: string): string {
      const end = path.indexOf('/');
      const shown = end < 0 ? path : folderName(path.slice(0, end), root) + path.slice(end);
      const dot = shown.lastIndexOf('.');
      const cut = dot > shown.lastIndexOf('/') + 1 ? dot : shown.length;
      for (let number = numbers.get(shown) ?? 1; ; number++) {
        numbers.set(shown, number);
        const free = number === 1 ? shown : `${shown.slice(0, cut)} (${number})${shown.slice(cut)}`;
        if (!names.has(free)) return free;
      }
    },
    view: (): Drop => ({
      id,
      opened_at: new Date(openedAt).toISOString(),
      task,
      reading: isReading(),
      files: all().map(viewOf),
      correction: correction && correctionView(correction),
    }),
  };
}

/** Divides the files of a drop into parcels. The files of a parcel become one Task together. */
export function parcelsOf(entries: readonly CopiedEntry[], grouping: DropGrouping): CopiedEntry[][] {
  switch (grouping) {
    case 'each':
      return entries.map((entry) => [entry]);
    case 'folder':
      return [...Map.groupBy(entries, (entry) => entry.root).values()];
    case 'together':
      return entries.length === 0 ? [] : [[...entries]];
  }
}

export function fateOfCopy(frozen: FrozenFile, earlier: Earlier | null): CopiedFate {
  return earlier === null
    ? { state: 'ready', frozen }
    : { state: 'duplicate', frozen, code: codeOfDuplicate(earlier) };
}

const byHand = (problem: Problem) => describeProblem({ ...problem, subject: 'drop' });

function viewOf(entry: Entry): DropFile {
  const { index, shown, identity, fate, carried = false } = entry;
  const nothing = { media_type: null, problem: null, ignored_by: null, can_be_sent: false };
  const file = { index, path: shown, size: identity.size, carried, ...nothing };
  switch (fate.state) {
    case 'reading':
      return { ...file, state: 'reading' };
    case 'ready':
      return { ...file, state: 'ready', size: fate.frozen.size, media_type: fate.frozen.mediaType };
    case 'duplicate':
      return {
        ...file,
        state: 'duplicate',
        size: fate.frozen.size,
        media_type: fate.frozen.mediaType,
        problem: byHand({ code: fate.code, detail: null }),
      };
    case 'refused':
      return 'ignoredBy' in fate.refusal
        ? { ...file, state: 'ignored', ignored_by: fate.refusal.ignoredBy }
        : {
            ...file,
            state: 'refused',
            problem: byHand(fate.refusal.problem),
            can_be_sent: copyOf(entry) !== null,
          };
  }
}

/** Returns the error for a drop that was sent or discarded, or that belonged to an earlier run of the program. */
export function unknownDrop(): PlainError {
  return new PlainError('drop.unknown', say('documents.noLongerReviewFiles'), say('documents.checkOutbox'));
}
