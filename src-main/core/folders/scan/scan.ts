import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Committer } from '../../ledger/db/group-commit.ts';
import type { FileRow, Files, KnownFile } from '../../ledger/tables/files.ts';
import type { FileCalls } from '../../share-io/file-calls.ts';
import { errorCode, lstatBelow, lstatOrNull, sameVersion } from '../../share-io/file-identity.ts';
import { type FolderIdentity, onSameDisk, rootIdentityOf } from '../../share-io/folder-identity.ts';
import { type WalkedFile, type WalkTrouble, walk } from '../../share-io/walk.ts';
import type { Mark, SharedFolder } from '../../stations/stations.ts';
import type { FileRecorder, Recorded } from '../file-recorder.ts';
import { statOf } from '../file-row.ts';
import type { FolderBacklog } from './backlog.ts';
import type { UnreadablePaths } from './unreadable-paths.ts';

const PAGE = 2_000;
const BATCH = 500;

/** What a scan found, already recorded. */
export type ScanFinding =
  | { readonly kind: 'recorded'; readonly recorded: Recorded }
  | { readonly kind: 'vanished'; readonly id: number; readonly groupKey: string | null };

export interface ScanDependencies {
  readonly root: string;
  readonly folderId: string;
  readonly commit: Committer;
  readonly files: Files;
  readonly recorder: FileRecorder;
  readonly calls: () => FileCalls;
  readonly marks: Pick<SharedFolder, 'mark' | 'word'>;
  readonly standing: Pick<FolderIdentity, 'lastRowBefore' | 'exchangedFor'>;
  readonly backlog: Pick<FolderBacklog, 'fates' | 'beginAnew'>;
  readonly unreadable: Pick<UnreadablePaths, 'add' | 'begin' | 'touches'>;
  /** Whether a file is on its way out already. */
  readonly isOpen: (fileId: number) => boolean;
  readonly emit: (finding: ScanFinding) => void;
}

export interface ScanOptions {
  /** Look again at every file that is not dealt with: after a start, or after the folder was away. */
  readonly thorough: boolean;
  /** The identity of the folder when it was last seen with files, or null. */
  readonly rootIdentity: string | null;
  /** The word in this station's mark in that folder, or null. */
  readonly word: string | null;
  /** While a strange folder stands at the path: the last row of the folder that is meant. */
  readonly lastRowBefore: number | null;
  readonly signal: AbortSignal;
}

export type ScanResult =
  | {
      readonly kind: 'done';
      readonly identity: string;
      /** The folder lies on another disk and holds no known file: perhaps it is the mount point of a share that is not mounted. */
      readonly strange: boolean;
      readonly lastRowBefore: number;
      /** Known files lie in the folder. */
      readonly recognised: boolean;
      readonly word: string | null;
      readonly files: number;
      readonly changed: number;
      /** Folders and files that could not be read. */
      readonly unreadable: readonly WalkTrouble[];
    }
  | { readonly kind: 'missing'; readonly code: string }
  | { readonly kind: 'emptied'; readonly identity: string; readonly lastRowBefore: number }
  | { readonly kind: 'stopped' };

const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Walks a folder, compares it with the ledger, and records what differs: the truth that events only hint at (docs/architecture.md 4). */
export async function scanFolder(dependencies: ScanDependencies, options: ScanOptions): Promise<ScanResult> {
  const { root, files, recorder, marks, backlog, unreadable } = dependencies;
  const calls = dependencies.calls();
  const known = await loadKnown(dependencies);
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
  // A walk passes over a file whose callback throws; no file is passed over because the ledger cannot be written.
  const faults: unknown[] = [];
  const troubles: WalkTrouble[] = [];
  let identity = '';
  let exchanged = false;
  let asked: Promise<Mark> | null = null;
  const mark = () => (asked ??= marks.mark());
  const onOtherDisk = () => options.rootIdentity !== null && !onSameDisk(options.rootIdentity, identity);
  /** While the walk goes on, the answer is of what is known so far: at worst a person is asked about new files. */
  const isStrange = async () => onOtherDisk() && before > 0 && recognised === 0 && (await mark()) === 'none';
  const isUnlisted = async () =>
    nothingTaken
      ? onOtherDisk() && (await mark()) !== 'same'
      : options.lastRowBefore === null && (await isStrange());
  const flush = async (during: 'walk' | 'end') => {
    const work = batch;
    batch = [];
    try {
      // A share may be mounted in the middle of a walk: its files are not recorded as files that came into the folder below.
      if (during === 'walk' && (await calls.run(() => rootIdentityOf(root))) !== identity) exchanged = true;
      if (exchanged) return;
      if (work.length > 0 && (await isUnlisted())) backlog.beginAnew();
      const strange = await isStrange();
      changed += await recordAll(dependencies, work, () => strange);
    } catch (error) {
      faults.push(error);
    }
    await pause();
  };
  try {
    identity = await calls.run(() => rootIdentityOf(root));
    unreadable.begin();
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
        if (matches && isSettledMatter(dependencies, row, found, options.thorough)) return undefined;
        if (!matches && recorder.ignoredBy(found) === null) present += 1;
        batch.push(found);
        return batch.length >= BATCH ? flush('walk') : undefined;
      },
      onTrouble: (trouble, what) => {
        troubles.push(trouble);
        unreadable.add(trouble.path, what);
      },
    });
    if (options.signal.aborted) return { kind: 'stopped' };
    if (exchanged || (await calls.run(() => rootIdentityOf(root))) !== identity) return { kind: 'stopped' };
  } catch (error) {
    if (options.signal.aborted) return { kind: 'stopped' };
    return { kind: 'missing', code: errorCode(error) };
  }
  // Before this path was ever scanned, the known files are of another path: then nothing was emptied.
  const seen = options.rootIdentity !== null;
  const another = seen && options.rootIdentity !== identity;
  if (present === 0 && before > 0 && seen && (before > 1 || another))
    return { kind: 'emptied', identity, lastRowBefore };
  const strange = await isStrange();
  await flush('end');
  if (faults.length > 0) throw faults[0];
  if (!strange) changed += await recordVanished(dependencies, known, options.signal);
  const isSame = options.rootIdentity === identity && options.word !== null;
  const word = isSame ? options.word : await marks.word();
  return {
    kind: 'done',
    identity,
    strange,
    lastRowBefore,
    recognised: recognised > 0,
    word,
    files: present,
    changed,
    unreadable: troubles,
  };
}

async function loadKnown({ files, folderId }: ScanDependencies): Promise<Map<string, KnownFile>> {
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
  { recorder, isOpen }: ScanDependencies,
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
      return !thorough || recorder.ignoredBy(found) === row.ignored_by;
    case 'held':
      return !thorough;
    case 'settling':
      return isOpen(row.id);
  }
}

/**
 * Records a batch in one transaction, in which `isStrange` says whether the folder is strange. If the file system ignores case, a file whose
 * name changed only in case stays the same file. Gives how many files were new or different.
 */
export async function recordAll(
  { commit, recorder, root, calls, backlog, emit }: ScanDependencies,
  batch: readonly WalkedFile[],
  isStrange: () => boolean,
): Promise<number> {
  const twins = new Set<string>();
  /** Former paths of files whose names changed only in case, by the new path. */
  const respelled = new Map<string, FileRow>();
  /** Spellings that the folder does not have, although its file system finds a file by them. */
  const phantoms = new Set<string>();
  const compareCase = async (former: FileRow, { path }: WalkedFile) => {
    const names = await calls()
      .run(() => readdir(dirname(join(root, path))))
      .catch(() => null);
    if (names === null) return;
    const hasFormer = names.includes(basename(former.path));
    if (hasFormer && !names.includes(basename(path))) phantoms.add(path);
    if (hasFormer) return;
    const other = await calls()
      .run(() => lstatOrNull(join(root, former.path)))
      .catch(() => null);
    if (String(other?.ino) !== former.inode) return;
    respelled.set(path, former);
    phantoms.add(former.path);
  };
  const firstOf = new Map<string, WalkedFile>();
  for (const found of batch) {
    const { path, identity } = found;
    const first = firstOf.get(path.normalize('NFC'));
    if (first === undefined) firstOf.set(path.normalize('NFC'), found);
    else if (first.path !== path && first.identity.inode !== identity.inode) twins.add(path);
    const row = recorder.find(path);
    const former = row === null ? recorder.otherCase(found) : null;
    if (former !== null) await compareCase(former, found);
    if (row === null || row.path === path) continue;
    const other = await calls()
      .run(() => lstatOrNull(`${root}/${row.path}`))
      .catch(() => null);
    if (other !== null && String(other.ino) !== identity.inode) twins.add(path);
  }
  const recorded = await commit(() => {
    const fates = backlog.fates();
    const strange = isStrange();
    for (const [path, former] of respelled) recorder.respell(former, path);
    return batch
      .filter(({ path }) => !phantoms.has(path))
      .map((found) => recorder.record(found, { ...fates, strange, twin: twins.has(found.path) }));
  }, 'soon');
  const changed = recorded.filter((one) => one !== null);
  for (const one of changed) emit({ kind: 'recorded', recorded: one });
  return changed.length;
}

async function recordVanished(
  { root, calls, files, recorder, emit }: ScanDependencies,
  known: ReadonlyMap<string, KnownFile>,
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  for (const { id, path, gone } of known.values()) {
    if (gone === 1) continue;
    const stats = await calls()
      .run(() => lstatBelow(root, path))
      .catch(() => undefined);
    if (signal.aborted) return count;
    if (stats !== null) continue;
    const row = files.byId(id);
    if (row === null || row.current === 0 || row.path !== path) continue;
    recorder.vanish(row);
    emit({ kind: 'vanished', id, groupKey: row.group_key });
    count += 1;
  }
  return count;
}
