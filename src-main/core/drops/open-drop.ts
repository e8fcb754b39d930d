import { describeProblem, type Problem } from '../../contract/problem.ts';
import type { Drop, DropFile, DropGrouping } from '../../contract/views/drop.ts';
import type { Purpose } from '../ledger/tables/dedup-keys.ts';
import { codeOfDuplicate, type DuplicateCode, type Earlier } from '../ledger/tables/duplicates.ts';
import { PlainError } from '../plain-error.ts';
import type { FileIdentity } from '../share-io/file-identity.ts';
import type { FrozenFile } from '../spool/spool.ts';

/** The reason why a file that a person dropped or chose is not sent. `kept` is the copy of a file that a person may send anyway. */
export type Refusal =
  | { readonly ignoredBy: string }
  | { readonly problem: Problem; readonly kept?: FrozenFile };

export type EntryFate =
  | { readonly state: 'reading' }
  | { readonly state: 'ready'; readonly frozen: FrozenFile }
  /** An earlier submission for the same purpose has sent, may have sent, or will send the same bytes. */
  | { readonly state: 'duplicate'; readonly frozen: FrozenFile; readonly code: DuplicateCode }
  | { readonly state: 'refused'; readonly refusal: Refusal };

export interface Entry {
  readonly index: number;
  /** The path under which the Task shows the file. */
  readonly shown: string;
  /** The file's path on this computer; equal to `shown` if the file has no path on this computer. */
  readonly source: string;
  /** Identifies the dropped file or folder: its path on this computer or, for a browser page, a text that is unique for the folder. */
  readonly root: string;
  readonly identity: FileIdentity;
  fate: EntryFate;
}

type CopiedFate = Extract<EntryFate, { readonly frozen: FrozenFile }>;

export type CopiedEntry = Omit<Entry, 'fate'> & { fate: CopiedFate };

/** Returns the spool copy of a file, or null. */
export function copyOf({ fate }: Pick<Entry, 'fate'>): FrozenFile | null {
  if ('frozen' in fate) return fate.frozen;
  return (fate.state === 'refused' && 'kept' in fate.refusal && fate.refusal.kept) || null;
}

const isCopied = (entry: Entry): entry is CopiedEntry => 'frozen' in entry.fate;

/** The files that a person dropped or chose in a browser page at the same time. The page sends these files one after another. */
export interface Giving {
  readonly id: string;
  readonly files: number;
  /** The index of the dropped file or folder to which the file belongs, because two dropped folders may have the same name. */
  readonly entry: number;
}

export type OpenDrop = ReturnType<typeof createOpenDrop>;

/**
 * Creates the list of the files of one drop, from the first file until a person sends or discards the drop. The list uses neither disk nor
 * ledger.
 *
 * @param drop `task`: the waiting Task that the files answer, or null; `openedAt`: milliseconds since the epoch
 */
export function createOpenDrop({
  id,
  openedAt,
  task,
}: {
  readonly id: string;
  readonly openedAt: number;
  readonly task: string | null;
}) {
  const entries = new Map<number, Entry>();
  const sources = new Map<string, Entry>();
  const names = new Set<string>();
  const numbers = new Map<string, number>();
  /** Maps each shown folder name to the `root` of the dropped folder. */
  const folders = new Map<string, string>();
  /** The number of files that have not arrived, by the id of the selection (`Giving`). */
  const awaited = new Map<string, number>();
  let next = 0;
  let adding = 0;
  let closed = false;
  let sending = false;
  let purpose: Purpose | null = null;

  const all = () => [...entries.values()];
  const isReading = () => adding > 0 || all().some((entry) => entry.fate.state === 'reading');

  function remove(index: number): Entry | null {
    const entry = entries.get(index) ?? null;
    if (entry === null) return null;
    entries.delete(index);
    names.delete(entry.shown);
    if (sources.get(entry.source) === entry) sources.delete(entry.source);
    return entry;
  }

  /** Returns `name`. If another dropped folder has this name, adds a number. */
  function folderName(name: string, root: string): string {
    for (let number = 1; ; number++) {
      const free = number === 1 ? name : `${name} (${number})`;
      const taken = folders.get(free) ?? root;
      if (taken !== root) continue;
      folders.set(free, root);
      return free;
    }
  }

  return {
    id,
    task,
    /** The purpose that a person chose; null before the choice. */
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
    /** The number of announced files that have not arrived. If the page was closed meanwhile, the number stays above zero. */
    get missing() {
      return [...awaited.values()].reduce((sum, left) => sum + Math.max(0, left), 0);
    },
    /** Counts a file of `giving` as arrived, even if the file is refused. */
    arrived: (giving: Giving) => void awaited.set(giving.id, (awaited.get(giving.id) ?? giving.files) - 1),
    get isClosed() {
      return closed;
    },
    close() {
      closed = true;
    },
    /** Whether the files are being queued. A drop must not change while its files are queued. */
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
    /** Returns the entry with the same source, or null. A refused entry is removed, because the person dropped or chose the file again. */
    sameSource(source: string): Entry | null {
      const entry = sources.get(source) ?? null;
      if (entry?.fate.state !== 'refused') return entry;
      remove(entry.index);
      return null;
    },
    /** Removes a refused streamed file that the person gave again. A refused file of another size stays, as perhaps another document. */
    makeWay(source: string, size: number): void {
      const entry = sources.get(source);
      if (entry?.fate.state === 'refused' && entry.identity.size === size) remove(entry.index);
    },
    /**
     * Returns `path`, with a number if another file of the drop has the same path. The second of two dropped folders with the same name
     * gets another name, because the folders become separate Tasks and may belong to two patients.
     *
     * @param root the `root` of the file's entry
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
    }),
  };
}

/** Divides the files of a drop into parcels. Each parcel becomes one Task. */
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

function viewOf({ index, shown, identity, fate }: Entry): DropFile {
  const file = { index, path: shown, size: identity.size, media_type: null, problem: null, ignored_by: null };
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
        : { ...file, state: 'refused', problem: byHand(fate.refusal.problem) };
  }
}

/** Returns the error for a drop that was sent or discarded, or that belonged to an earlier run of the program. */
export function unknownDrop(): PlainError {
  return new PlainError(
    'drop.unknown',
    'You can no longer review these files, because the files were sent or discarded, or because Clearfolder was restarted. Your own files are unchanged.',
    'Check the outbox. Files that are not in the outbox were not sent: add them again.',
  );
}
