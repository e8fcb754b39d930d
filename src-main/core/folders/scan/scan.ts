import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Committer } from '../../ledger/db/group-commit.ts';
import type { FileRow, Files, KnownFile } from '../../ledger/tables/files.ts';
import type { FileCalls } from '../../share-io/file-calls.ts';
import { errorCode, lstatBelow, lstatOrNull, sameVersion } from '../../share-io/file-identity.ts';
import { type FolderIdentity, onSameDisk, rootIdentityOf } from '../../share-io/folder-identity.ts';
import { isOwn } from '../../share-io/own-folders.ts';
import { mayBeIllegible, type WalkedFile, type WalkTrouble, walk, walkedFile } from '../../share-io/walk.ts';
import type { Mark, SharedFolder } from '../../stations/stations.ts';
import { type FileRecorder, losesInode, type Recorded, statOf } from '../file-row.ts';
import type { FolderBacklog } from './backlog.ts';
import type { UnreadablePaths } from './unreadable-paths.ts';

const PAGE = 2_000;
const BATCH = 500;
/** The maximum number of hints (paths that events named) that are read at the same time. */
const WIDTH = 16;

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
  /** Whether a file is already on its way to a submission. */
  readonly isOpen: (fileId: number) => boolean;
  readonly emit: (finding: ScanFinding) => void;
  /** Called if the ledger could not record these files. */
  readonly onUnrecorded: (files: readonly WalkedFile[]) => void;
}

export interface ScanOptions {
  /** Whether to decide again about held and ignored files that are unchanged, for example after a start. */
  readonly thorough: boolean;
  /** The device and inode of the rule's own folder, from the last scan that found this folder; null before the first scan. */
  readonly rootIdentity: string | null;
  /** The word, a random text, in the mark file that this station wrote into the rule's own folder; null if the folder had no mark. */
  readonly word: string | null;
  /** While another folder is at the path of the rule: the id of the last file row that belongs to the rule's own folder. Otherwise null. */
  readonly lastRowBefore: number | null;
  readonly signal: AbortSignal;
}

export type ScanResult =
  | {
      readonly kind: 'done';
      readonly identity: string;
      /**
       * Whether another folder than the rule's own is at the path, for example the mount point of an unmounted share. The value is true if
       * the folder is on another disk, the ledger knows none of its files, and the folder has no mark of this station.
       */
      readonly strange: boolean;
      readonly lastRowBefore: number;
      /** Whether the folder contains files that the ledger knows. */
      readonly recognised: boolean;
      readonly word: string | null;
      readonly files: number;
      readonly changed: number;
      readonly unreadable: readonly WalkTrouble[];
    }
  | { readonly kind: 'missing'; readonly code: string }
  | { readonly kind: 'emptied'; readonly identity: string; readonly lastRowBefore: number }
  | { readonly kind: 'stopped' };

const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Walks a folder and records every difference from the ledger. A scan is reliable, and events are not (docs/architecture.md 4). */
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
  // `walk` skips a file whose callback throws. The scan therefore collects errors of the ledger, and throws them after the walk.
  const faults: unknown[] = [];
  const troubles: WalkTrouble[] = [];
  let identity = '';
  let exchanged = false;
  let asked: Promise<Mark> | null = null;
  const mark = () => (asked ??= marks.mark());
  const onOtherDisk = () => options.rootIdentity !== null && !onSameDisk(options.rootIdentity, identity);
  // Whether another folder is at the path, according to the files so far. A wrong result only asks a person an unnecessary question.
  const isStrange = async () => onOtherDisk() && before > 0 && recognised === 0 && (await mark()) === 'none';
  const isUnlisted = async () =>
    nothingTaken
      ? onOtherDisk() && (await mark()) !== 'same'
      : options.lastRowBefore === null && (await isStrange());
  const flush = async (during: 'walk' | 'end') => {
    const work = batch;
    batch = [];
    try {
      // If a share is mounted during the walk, the files of the share must not count as new files of the folder that the share now hides.
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
  // In the first scan of this path, the ledger has only files of the rule's previous path, so their absence does not mean `emptied`.
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
  if (losesInode(row, found.identity)) return false;
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

// Records a batch in one transaction. Returns the number of new or changed files. `isStrange` returns true if the folder that is now at
// the path of the rule is not the rule's own folder. If the file system ignores case, a file whose name changed only in case stays the
// same file.
async function recordAll(
  { commit, recorder, root, calls, backlog, emit, onUnrecorded }: ScanDependencies,
  batch: readonly WalkedFile[],
  isStrange: () => boolean,
): Promise<number> {
  const twins = new Set<string>();
  /** Maps the new path of a file whose name changed only in case to the row with the former path. */
  const respelled = new Map<string, FileRow>();
  /** Paths with a spelling that the directory listing does not contain, although a file system that ignores case finds a file there. */
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
    else if (first.path !== path && (identity.inode === '0' || first.identity.inode !== identity.inode))
      twins.add(path);
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
  }, 'soon').catch((error: unknown) => {
    onUnrecorded(batch);
    throw error;
  });
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
    if (stats !== null && !stats?.isDirectory()) continue;
    const row = files.byId(id);
    if (row === null || row.current === 0 || row.path !== path) continue;
    recorder.vanish(row);
    emit({ kind: 'vanished', id, groupKey: row.group_key });
    count += 1;
  }
  return count;
}

/**
 * Scans the paths that events named. Returns true if a scan of the whole folder must follow: the folder may be unreachable or replaced, all
 * files would be gone at once, or a path could not be read.
 */
export async function scanHints(
  dependencies: ScanDependencies,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const { calls, root, standing, unreadable } = dependencies;
  const found: WalkedFile[] = [];
  const missing: string[] = [];
  // If a path was unreadable before, only a scan of the whole folder finds out whether the path is readable now.
  let mayBeIncomplete = paths.some((path) => unreadable.touches(path));
  const onUnreadable = (path: string, what: 'file' | 'folder') => {
    unreadable.add(path, what);
    mayBeIncomplete = true;
  };
  for (let at = 0; at < paths.length; at += WIDTH) {
    if (signal.aborted) return false;
    await Promise.all(
      paths
        .slice(at, at + WIDTH)
        .map((path) => readPath(dependencies, path, { found, missing, onUnreadable }, signal)),
    );
  }
  if (found.length > 0 || missing.length > 0) {
    // The files of a newly mounted share are not new, and the files of an unmounted share are not gone. A scan of the whole folder decides.
    const identity = await calls().run(() => rootIdentityOf(root).catch(() => null));
    if (standing.exchangedFor(identity)) return true;
  }
  if (found.length > 0) await recordAll(dependencies, found, () => standing.lastRowBefore !== null);
  return (missing.length > 0 && (await recordMissing(dependencies, missing))) || mayBeIncomplete;
}

interface Read {
  readonly found: WalkedFile[];
  readonly missing: string[];
  readonly onUnreadable: (path: string, what: 'file' | 'folder') => void;
}

async function readPath(
  dependencies: ScanDependencies,
  path: string,
  { found, missing, onUnreadable }: Read,
  signal: AbortSignal,
): Promise<void> {
  if (isOwn(path)) return;
  const { root, recorder } = dependencies;
  const calls = dependencies.calls();
  const { lstat } = calls;
  const isNoFile = () => {
    // The file may exist under a name that is not valid UTF-8. A scan of the whole folder lists the name, or finds that no file is left.
    if (mayBeIllegible(path)) onUnreadable(path, 'file');
    else missing.push(path);
  };
  try {
    const stats = path === '' ? await lstat(root) : await lstatBelow(root, path, lstat);
    if (stats === null) isNoFile();
    else if (stats.isDirectory()) {
      // The changed entries of the root have events of their own, so an event of the root itself needs no scan.
      if (path === '') return;
      // A folder has replaced the file with this name, so the file is gone.
      if (recorder.find(path)?.gone === 0) missing.push(path);
      const onFile = (file: WalkedFile) => void found.push(file);
      const onTrouble = (one: { readonly path: string }, what: 'file' | 'folder') =>
        onUnreadable(one.path, what);
      await walk({ root, calls, from: path, signal, onFile, onTrouble });
    } else found.push(walkedFile(path, stats));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') isNoFile();
    else if (path !== '') onUnreadable(path, 'file');
  }
}

async function recordMissing(
  { root, files, folderId, recorder, standing, calls: callsNow, emit }: ScanDependencies,
  missing: readonly string[],
): Promise<boolean> {
  const calls = callsNow();
  // While another folder is at the path, the rows up to `lastElsewhere` belong to the rule's own folder and not to this folder.
  const lastElsewhere = standing.lastRowBefore ?? 0;
  const rows = missing.flatMap((path) => {
    const row = path === '' ? null : recorder.find(path);
    const known =
      row !== null && row.path === path && row.gone === 0
        ? [row]
        : files.below(folderId, path.normalize('NFC'));
    return known.filter(({ id }) => id > lastElsewhere);
  });
  const real = rows.filter((row) => row.state !== 'ignored').length;
  if (missing.includes('') || (real > 0 && real >= files.presentCount(folderId))) return true;
  if (rows.length === 0) return false;
  if ((await calls.run(() => lstatOrNull(root)).catch(() => null)) === null) return true;
  for (const row of rows) {
    const now = files.byId(row.id);
    if (now === null || now.current === 0 || now.path !== row.path) continue;
    const stats = await calls.run(() => lstatBelow(root, row.path)).catch(() => undefined);
    if (stats !== null && !stats?.isDirectory()) continue;
    recorder.vanish(now);
    emit({ kind: 'vanished', id: row.id, groupKey: row.group_key });
  }
  return false;
}
