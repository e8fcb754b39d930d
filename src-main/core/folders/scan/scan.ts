import type { Clock } from '../../clock.ts';
import type { Committer } from '../../ledger/db/group-commit.ts';
import type { Files, KnownFile } from '../../ledger/tables/files.ts';
import type { FileCalls } from '../../share-io/file-calls.ts';
import { errorCode, lstatBelow, lstatOrNull, sameVersion } from '../../share-io/file-identity.ts';
import { onSameDisk, rootIdentityOf } from '../../share-io/folder-identity.ts';
import { type WalkedFile, type WalkTrouble, walk } from '../../share-io/walk.ts';
import type { Mark, SharedFolder } from '../../stations/stations.ts';
import { type FileRecorder, type Recorded, type RecordOptions, statOf } from '../file-recorder.ts';
import type { UnreadablePaths } from './unreadable-paths.ts';

const PAGE = 2_000;
const BATCH = 500;

export interface ScanParts extends Pick<SharedFolder, 'mark' | 'word'> {
  readonly root: string;
  readonly folderId: string;
  readonly commit: Committer;
  readonly files: Files;
  readonly book: FileRecorder;
  readonly clock: Clock;
  readonly calls: () => FileCalls;
  readonly isTracked: (id: number) => boolean;
  readonly onRecorded: (recorded: Recorded) => void;
  readonly onVanished: (id: number, groupKey: string | null) => void;
  readonly unseen: Pick<UnreadablePaths, 'add' | 'begin' | 'touches'>;
  /** What becomes of what is found; asked in each transaction that records some of it. */
  readonly fates: () => RecordOptions;
  /** Something was found in a folder that was never listed, and will be recorded. */
  readonly onUnlisted: () => void;
  /** Whether another folder stands at the path than the one that a walk has judged. */
  readonly isExchanged: (identity: string | null) => boolean;
  /** Whether this row is of the folder that is meant, while a strange one stands at the path. */
  readonly isElsewhere: (id: number) => boolean;
}

export interface ScanOptions {
  /** Look again at every file that is not dealt with: after a start, or after the folder was away. */
  readonly thorough: boolean;
  /** The folder as it was when it was last seen with files, or null. */
  readonly rootIdentity: string | null;
  /** What this station's mark said in it, or null. */
  readonly word: string | null;
  /** While a strange folder stands at the path: the last row that is of the folder before it. */
  readonly lastRowBefore: number | null;
  readonly signal: AbortSignal;
}

export type ScanResult =
  | {
      readonly kind: 'done';
      readonly identity: string;
      /** It lies on another disk and holds nothing that is known: perhaps what is under a share that is not mounted. */
      readonly strange: boolean;
      readonly lastRowBefore: number;
      /** Files lie in it that are known from there. */
      readonly recognised: boolean;
      readonly word: string | null;
      readonly files: number;
      readonly changed: number;
      /** Folders and files that could not be looked at. */
      readonly unreadable: readonly WalkTrouble[];
    }
  | { readonly kind: 'missing'; readonly code: string }
  | { readonly kind: 'emptied'; readonly identity: string; readonly lastRowBefore: number }
  | { readonly kind: 'stopped' };

const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Walks a folder and compares it with the ledger: that is the truth that events only hint at
 * (docs/architecture.md 4).
 */
export async function scanFolder(parts: ScanParts, options: ScanOptions): Promise<ScanResult> {
  const { root, files, book } = parts;
  const calls = parts.calls();
  const known = await loadKnown(parts);
  let nothingTaken = true;
  let before = 0;
  for (const { gone, state } of known.values()) {
    if (state === 'ignored') continue;
    nothingTaken = false;
    if (gone === 0) before += 1;
  }
  let present = 0;
  const lastRowBefore = options.lastRowBefore ?? files.lastId();
  let recognised = 0;
  let changed = 0;
  let batch: WalkedFile[] = [];
  // A walk takes an error for one of the file's; a ledger that cannot be written is none, and no file is passed over for it.
  const faults: unknown[] = [];
  const unreadable: WalkTrouble[] = [];
  let identity = '';
  let exchanged = false;
  let asked: Promise<Mark> | null = null;
  const mark = () => (asked ??= parts.mark());
  const onOtherDisk = () => options.rootIdentity !== null && !onSameDisk(options.rootIdentity, identity);
  /** Asked while the walk goes on, it says what is known so far: at worst a person is asked about what is new. */
  const isStrange = async () => onOtherDisk() && before > 0 && recognised === 0 && (await mark()) === 'none';
  const isUnlisted = async () =>
    nothingTaken
      ? onOtherDisk() && (await mark()) !== 'same'
      : options.lastRowBefore === null && (await isStrange());
  const flush = async (during: 'walk' | 'end') => {
    const work = batch;
    batch = [];
    try {
      // A share may be mounted in the middle of a walk: nothing in it is recorded as if it had come into the folder before it.
      if (during === 'walk' && (await calls.run(() => rootIdentityOf(root))) !== identity) exchanged = true;
      if (exchanged) return;
      if (work.length > 0 && (await isUnlisted())) parts.onUnlisted();
      const strange = await isStrange();
      changed += await recordAll({ ...parts, fates: () => ({ ...parts.fates(), strange }) }, work);
    } catch (error) {
      faults.push(error);
    }
    await pause();
  };
  try {
    identity = await calls.run(() => rootIdentityOf(root));
    parts.unseen.begin();
    await walk({
      root,
      calls,
      signal: options.signal,
      onFile: (found) => {
        const row = known.get(found.path.normalize('NFC'));
        const matches = row?.path === found.path;
        if (matches && row.state !== 'ignored') present += 1;
        if (matches && row.gone === 0 && row.id <= lastRowBefore) recognised += 1;
        if (matches) known.delete(row.name_key);
        if (matches && isSettledMatter(parts, row, found, options.thorough)) return undefined;
        if (!matches && book.ignoredBy(found) === null) present += 1;
        batch.push(found);
        return batch.length >= BATCH ? flush('walk') : undefined;
      },
      onTrouble: (trouble, what) => {
        unreadable.push(trouble);
        parts.unseen.add(trouble.path, what);
      },
    });
    if (options.signal.aborted) return { kind: 'stopped' };
    if (exchanged || (await calls.run(() => rootIdentityOf(root))) !== identity) return { kind: 'stopped' };
  } catch (error) {
    if (options.signal.aborted) return { kind: 'stopped' };
    return { kind: 'missing', code: errorCode(error) };
  }
  // Before this path was ever walked, what is known is of another path: then nothing was emptied.
  const seen = options.rootIdentity !== null;
  const another = seen && options.rootIdentity !== identity;
  if (present === 0 && before > 0 && seen && (before > 1 || another))
    return { kind: 'emptied', identity, lastRowBefore };
  const strange = await isStrange();
  await flush('end');
  if (faults.length > 0) throw faults[0];
  if (!strange) changed += await recordVanished(parts, known, options.signal);
  const isSame = options.rootIdentity === identity && options.word !== null;
  const word = isSame ? options.word : await parts.word();
  return {
    kind: 'done',
    identity,
    strange,
    lastRowBefore,
    recognised: recognised > 0,
    word,
    files: present,
    changed,
    unreadable,
  };
}

async function loadKnown({ files, folderId }: ScanParts): Promise<Map<string, KnownFile>> {
  const known = new Map<string, KnownFile>();
  for (let after = ''; ; ) {
    const rows = files.knownAfter(folderId, after, PAGE);
    for (const row of rows) known.set(row.name_key, row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return known;
    after = last.name_key;
    await pause();
  }
}

function isSettledMatter(
  { book, isTracked }: ScanParts,
  row: KnownFile,
  found: WalkedFile,
  thorough: boolean,
): boolean {
  if (row.gone === 1 || !sameVersion(statOf(row), found.identity)) return false;
  switch (row.state) {
    case 'bound':
    case 'duplicate':
    case 'withdrawn':
      return true;
    case 'ignored':
      return !thorough || book.ignoredBy(found) === row.ignored_by;
    case 'held':
      return !thorough;
    case 'settling':
      return isTracked(row.id);
  }
}

/** Records a batch in one transaction. Gives how many were new or different. */
export async function recordAll(
  { commit, book, root, calls, fates, onRecorded }: ScanParts,
  batch: readonly WalkedFile[],
): Promise<number> {
  const twins = new Set<string>();
  const firstOf = new Map<string, WalkedFile>();
  for (const found of batch) {
    const { path, identity } = found;
    const first = firstOf.get(path.normalize('NFC'));
    if (first === undefined) firstOf.set(path.normalize('NFC'), found);
    else if (first.path !== path && first.identity.inode !== identity.inode) twins.add(path);
    const row = book.find(path);
    if (row === null || row.path === path) continue;
    const other = await calls()
      .run(() => lstatOrNull(`${root}/${row.path}`))
      .catch(() => null);
    if (other !== null && String(other.ino) !== identity.inode) twins.add(path);
  }
  const recorded = await commit(() => {
    const now = fates();
    return batch.map((found) => book.record(found, { ...now, twin: twins.has(found.path) }));
  }, 'soon');
  let changed = 0;
  for (const one of recorded) {
    if (one === null) continue;
    changed += 1;
    onRecorded(one);
  }
  return changed;
}

async function recordVanished(
  parts: ScanParts,
  known: ReadonlyMap<string, KnownFile>,
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  for (const { id, path, gone } of known.values()) {
    if (gone === 1) continue;
    const stats = await parts
      .calls()
      .run(() => lstatBelow(parts.root, path))
      .catch(() => undefined);
    if (signal.aborted) return count;
    if (stats !== null) continue;
    const row = parts.files.byId(id);
    if (row === null || row.current === 0 || row.path !== path) continue;
    parts.book.vanish(row);
    parts.onVanished(id, row.group_key);
    count += 1;
  }
  return count;
}
