import { describeProblem, type Problem } from '../../contract/problem.ts';
import type { Drop, DropFile, DropGrouping } from '../../contract/views/drop.ts';
import { codeOfDuplicate, type DuplicateCode, type Earlier } from '../ledger/tables/earlier.ts';
import type { Purpose } from '../ledger/tables/payload.ts';
import { PlainError } from '../plain-error.ts';
import type { FileIdentity } from '../share-io/file-identity.ts';
import type { FrozenFile } from '../spool/spool.ts';
import type { Refusal } from './take-file.ts';

export type EntryFate =
  | { readonly state: 'reading' }
  | { readonly state: 'ready'; readonly frozen: FrozenFile }
  /** Its very bytes went out before for the same purpose, or perhaps, or wait to go. */
  | { readonly state: 'duplicate'; readonly frozen: FrozenFile; readonly code: DuplicateCode }
  | { readonly state: 'refused'; readonly refusal: Refusal };

export interface Entry {
  readonly index: number;
  readonly shown: string;
  /** Where it was found; the same as `shown` where it has no path here. */
  readonly source: string;
  /** What was dropped, that it came with: the folder, or the file itself. */
  readonly root: string;
  readonly identity: FileIdentity;
  fate: EntryFate;
}

type CopiedFate = Extract<EntryFate, { readonly frozen: FrozenFile }>;

export type CopiedEntry = Omit<Entry, 'fate'> & { fate: CopiedFate };

const isCopied = (entry: Entry): entry is CopiedEntry => 'frozen' in entry.fate;

/** What a person gave at one time, of which a page streams one file after the other. */
export interface Giving {
  readonly id: string;
  /** How many files it holds. */
  readonly files: number;
  /** Which of the things that were dropped at that time the file came with. A folder of the same name may be another folder. */
  readonly entry: number;
}

/** Files given by hand, before a person says what is to become of them. Knows no disk and no ledger. */
export class OpenDrop {
  readonly id: string;
  readonly openedAt: number;
  readonly task: string | null;
  /** What its files are to go for, as far as a person has said so. */
  purpose: Purpose | null = null;
  readonly #entries = new Map<number, Entry>();
  readonly #sources = new Map<string, Entry>();
  readonly #shown = new Set<string>();
  readonly #numbers = new Map<string, number>();
  /** The name that each dropped folder is shown under, and which folder that is. */
  readonly #folders = new Map<string, string>();
  /** How many files of each giving have not come yet. */
  readonly #awaited = new Map<string, number>();
  #next = 0;
  #closed = false;
  #sending = false;
  #adding = 0;

  constructor(id: string, openedAt: number, task: string | null) {
    this.id = id;
    this.openedAt = openedAt;
    this.task = task;
  }

  get size(): number {
    return this.#entries.size;
  }

  get reading(): boolean {
    return this.#adding > 0 || this.entries().some((entry) => entry.fate.state === 'reading');
  }

  entries(): Entry[] {
    return [...this.#entries.values()];
  }

  copied(): CopiedEntry[] {
    return this.entries().filter(isCopied);
  }

  /** It was sent or discarded: nothing more becomes of it. */
  get closed(): boolean {
    return this.#closed;
  }

  close(): void {
    this.#closed = true;
  }

  /** Its files are being queued: nobody may change it meanwhile. */
  get sending(): boolean {
    return this.#sending;
  }

  /** Counts as sending until `work` has ended. */
  async whileSending<T>(work: () => Promise<T>): Promise<T> {
    this.#sending = true;
    try {
      return await work();
    } finally {
      this.#sending = false;
    }
  }

  has(entry: Entry): boolean {
    return !this.#closed && this.#entries.get(entry.index) === entry;
  }

  /** Counts as reading until `work` has ended. */
  async adding<T>(work: () => Promise<T>): Promise<T> {
    this.#adding += 1;
    try {
      return await work();
    } finally {
      this.#adding -= 1;
    }
  }

  add(file: Omit<Entry, 'index' | 'fate'>, fate: EntryFate = { state: 'reading' }): Entry {
    this.#next += 1;
    const entry = { ...file, index: this.#next, fate };
    this.#entries.set(entry.index, entry);
    this.#sources.set(entry.source, entry);
    this.#shown.add(entry.shown);
    return entry;
  }

  /** A file of a giving has come, whatever becomes of it. */
  arrived({ id, files }: Giving): void {
    this.#awaited.set(id, (this.#awaited.get(id) ?? files) - 1);
  }

  /** How many files were given that have not come. Where the page that gave them was closed or loaded anew, they never do. */
  get missing(): number {
    return [...this.#awaited.values()].reduce((sum, awaited) => sum + Math.max(0, awaited), 0);
  }

  /** Takes a file out; gives what it was. */
  remove(index: number): Entry | null {
    const entry = this.#entries.get(index) ?? null;
    if (entry === null) return null;
    this.#entries.delete(index);
    this.#shown.delete(entry.shown);
    if (this.#sources.get(entry.source) === entry) this.#sources.delete(entry.source);
    return entry;
  }

  /** The entry of the same source that is not refused; a refused one makes way, since it is given again. */
  sameSource(source: string): Entry | null {
    const entry = this.#sources.get(source) ?? null;
    if (entry?.fate.state !== 'refused') return entry;
    this.remove(entry.index);
    return null;
  }

  /**
   * A refused file without a path here makes way, since it is given again. A file of another size may be another document under the
   * same name.
   */
  makeWay(source: string, size: number): void {
    const entry = this.#sources.get(source);
    if (entry?.fate.state === 'refused' && entry.identity.size === size) this.remove(entry.index);
  }

  /**
   * A path to show that no other file of the drop is shown under. Of two dropped folders with the same name the second one gets a
   * name of its own, because each folder becomes a Task: the two may be of two patients. `root` tells the folders apart.
   */
  freePath(path: string, root: string): string {
    const end = path.indexOf('/');
    const shown = end < 0 ? path : this.#folderOf(path.slice(0, end), root) + path.slice(end);
    const dot = shown.lastIndexOf('.');
    const cut = dot > shown.lastIndexOf('/') + 1 ? dot : shown.length;
    for (let number = this.#numbers.get(shown) ?? 1; ; number++) {
      this.#numbers.set(shown, number);
      const path = number === 1 ? shown : `${shown.slice(0, cut)} (${number})${shown.slice(cut)}`;
      if (!this.#shown.has(path)) return path;
    }
  }

  #folderOf(name: string, root: string): string {
    for (let number = 1; ; number++) {
      const free = number === 1 ? name : `${name} (${number})`;
      const taken = this.#folders.get(free) ?? root;
      if (taken !== root) continue;
      this.#folders.set(free, root);
      return free;
    }
  }

  view(): Drop {
    return {
      id: this.id,
      opened_at: new Date(this.openedAt).toISOString(),
      task: this.task,
      reading: this.reading,
      files: this.entries().map(viewOf),
    };
  }
}

/** Which of a drop's files go out together. */
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

/** What a copied file of a drop is, by the submission with which its bytes may have gone before. */
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

/** A drop that was sent or discarded, or that an earlier run of the program held. */
export function unknownDrop(): PlainError {
  return new PlainError(
    'drop.unknown',
    'These files are not open for review any more: they were sent or discarded, or Clearfolder was started again. Files that were not sent are where they were.',
    'Look at the outbox. What is not there was not sent: add it again.',
  );
}
