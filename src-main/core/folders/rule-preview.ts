import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { ProblemCode } from '../../contract/problem.ts';
import { type Said, say } from '../../contract/say.ts';
import type { FolderRule } from '../../contract/settings.ts';
import { type Finding, type FolderPreview, findingOf } from '../../contract/views/folder.ts';
import type { Clock } from '../clock.ts';
import type { SentBefore } from '../ledger/tables/duplicates.ts';
import { PlainError } from '../plain-error.ts';
import type { FileCalls } from '../share-io/file-calls.ts';
import { errorCode, READ_FLAGS } from '../share-io/file-identity.ts';
import { ARCHIVE_FOLDER, CONTROL_FOLDER } from '../share-io/own-folders.ts';
import { type WalkedFile, walk } from '../share-io/walk.ts';
import { type DocumentCheck, isConflictCopy } from '../spool/document-type.ts';
import { faultOfContent } from '../spool/format-end.ts';
import { readAt } from '../spool/formats/reader.ts';
import { createGrouping } from './group/grouping.ts';
import { type OwnFolder, refuseOverlaps, refuseOwnFolder } from './overlaps.ts';
import { createDocumentCheck, createSelection } from './scan/selection.ts';

const LISTED = 200;
/** The maximum number of files that a preview reads. A preview judges all further files by name and size alone. */
const READ_AT_MOST = 1_000;
/** The maximum size of a file that a preview reads whole, to compare the file with sent documents and with other files. */
const COMPARED_UP_TO = 32 * 1024 * 1024;
const READ_AT_A_TIME = 4;
const FILES_OF_EXAMPLE = 20;
/** The ages in days that the form for a new folder offers for the backlog. The last age means all files. */
const AGES_IN_DAYS = [1, 7, 30, 365, 36_500] as const;

/** Creates a list for display. The list counts all entries and stores the first `LISTED` entries. */
function createCut<T>() {
  const shown: T[] = [];
  let count = 0;
  return {
    shown,
    get count() {
      return count;
    },
    push: (one: T) => {
      count += 1;
      if (shown.length < LISTED) shown.push(one);
    },
  };
}

interface Placed extends WalkedFile {
  readonly key: string | null;
}

/**
 * Counts and lists the files in the folder that a rule would send, ignore or hold now. `undecided`: the paths of the files that wait for a
 * person's decision. Writes nothing.
 */
export async function previewRule(
  rule: FolderRule,
  clock: Pick<Clock, 'now'>,
  calls: FileCalls,
  { sent, undecided }: { readonly sent: SentBefore | null; readonly undecided: ReadonlySet<string> },
): Promise<FolderPreview> {
  const select = createSelection(rule);
  const place = createGrouping(rule.group);
  const isDocument = createDocumentCheck(rule);
  const ignored = createCut<{ path: string; rule: string }>();
  const held = createCut<{ path: string; code: string }>();
  const unreadable = createCut<{ path: string; code: string }>();
  const placed: Placed[] = [];
  let reachable = true;
  try {
    await walk({
      root: rule.path,
      calls,
      onTrouble: (trouble) => unreadable.push(trouble),
      onFile: (file) => {
        const by = file.kind === 'file' ? select(file.path) : file.kind;
        if (by !== null) return ignored.push({ path: file.path, rule: by });
        const at = place(file.path);
        if (at.kind === 'held') held.push({ path: file.path, code: at.code });
        else placed.push({ ...file, key: at.key });
      },
    });
  } catch (error) {
    reachable = false;
    unreadable.push({ path: '', code: errorCode(error) });
  }
  const codes = await faultsOf(placed, { root: rule.path, calls, isDocument, sent });
  const heldGroups = new Set(placed.flatMap(({ path, key }) => (codes.has(path) && key !== null ? key : [])));
  const groups = new Map<string, string[]>();
  const ages = AGES_IN_DAYS.map((days) => ({ days, from: daysBefore(clock.now(), days), files: 0 }));
  let taken = 0;
  let takenWaiting = 0;
  for (const { path, key, identity } of placed) {
    const code = codes.get(path) ?? (key !== null && heldGroups.has(key) ? 'file.group-held' : null);
    if (code !== null) {
      held.push({ path, code });
      continue;
    }
    taken += 1;
    if (undecided.has(path)) takenWaiting += 1;
    const isAsked = undecided.size === 0 || undecided.has(path);
    for (const age of ages) if (isAsked && identity.mtimeMs >= age.from) age.files += 1;
    const files = groups.get(key ?? path);
    if (files === undefined) groups.set(key ?? path, [path]);
    else if (files.length < FILES_OF_EXAMPLE) files.push(path);
  }
  const examples = [...groups].slice(0, LISTED).map(([group, files]) => ({ group, files }));
  return {
    reachable,
    taken,
    taken_waiting: takenWaiting,
    tasks: groups.size,
    examples,
    ignored_count: ignored.count,
    ignored: ignored.shown,
    held_count: held.count,
    held: held.shown,
    unreadable: unreadable.shown,
    backlog: ages.map(({ days, files }) => ({ newer_than_days: days, files })),
  };
}

// Returns, by path, the problem of each file that would not be sent. Of two ungrouped files with the same bytes, only one is sent.
async function faultsOf(
  placed: readonly Placed[],
  by: {
    readonly root: string;
    readonly calls: FileCalls;
    readonly isDocument: DocumentCheck;
    readonly sent: SentBefore | null;
  },
): Promise<ReadonlyMap<string, ProblemCode>> {
  const { root, calls, isDocument, sent } = by;
  const codes = new Map<string, ProblemCode>();
  const sizes = Map.groupBy(placed, ({ identity }) => identity.size);
  const seen = new Set<string>();
  /** The hashes of the documents of groups, by path. */
  const hashes = new Map<string, string>();
  const limit = pLimit(READ_AT_A_TIME);
  const faultOf = async ({ path, key, identity: { size } }: Placed): Promise<ProblemCode | null> => {
    const handle = await calls.open(join(root, path), READ_FLAGS);
    try {
      const fault = await faultOfContent(handle, { path, size }, isDocument);
      const isOfOther = sent?.mayHaveSize(size) || (sizes.get(size)?.length ?? 0) > 1;
      if (fault !== null || !isOfOther || size > COMPARED_UP_TO) return fault;
      const sha256 = createHash('sha256')
        .update(await readAt(handle, 0, size))
        .digest('hex');
      if (key !== null) {
        hashes.set(path, sha256);
        return null;
      }
      const isKnown = sent?.has(sha256) || seen.has(sha256);
      seen.add(sha256);
      return isKnown ? 'file.duplicate' : null;
    } finally {
      await handle.close();
    }
  };
  let read = 0;
  await Promise.all(
    placed.map(async (file) => {
      let code: ProblemCode | null = null;
      if (!isDocument(file.path)) code = 'file.not-a-document';
      else if (file.identity.size === 0) code = 'file.empty';
      else if (isConflictCopy(file.path)) code = 'file.conflict-copy';
      else if (read < READ_AT_MOST) {
        read += 1;
        code = await limit(() => faultOf(file)).catch(() => 'file.unreadable' as const);
      }
      if (code !== null) codes.set(file.path, code);
    }),
  );
  for (const [key, files] of Map.groupBy(placed, (file) => file.key)) {
    const sha256s = files.flatMap(({ path }) => hashes.get(path) ?? []);
    if (key === null || sha256s.length < files.length) continue;
    const code = sent?.ofGroup(sha256s, key) ?? null;
    if (code !== null) for (const { path } of files) codes.set(path, code);
  }
  return codes;
}

// Returns the start of the local day `days` days ago, in milliseconds since the epoch. `newerThan` of a backlog decision is such a day too.
function daysBefore(now: number, days: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days).getTime();
}

/** Tests whether the folder can be listed and one matching file can be read. Changes nothing in the folder. */
export async function tryReading(
  rule: Pick<FolderRule, 'path' | 'include' | 'exclude' | 'answerFolders'>,
): Promise<Finding> {
  const what = say('folders.reading');
  const select = createSelection(rule);
  const enough = new AbortController();
  let file: string | null = null;
  try {
    await walk({
      root: rule.path,
      signal: enough.signal,
      onFile: ({ path, kind }) => {
        if (file !== null || kind !== 'file' || select(path) !== null) return;
        file = path;
        enough.abort();
      },
    });
  } catch (error) {
    return fault(
      what,
      say('folders.cannotListFilesFolder', { code: errorCode(error) }),
      say('folders.checkFolderExists'),
    );
  }
  if (file === null) return ok(what, say('folders.listFilesFolder'));
  try {
    const handle = await open(join(rule.path, file), READ_FLAGS);
    await handle.read(Buffer.alloc(1), 0, 1, 0).finally(() => handle.close());
    return ok(what, say('folders.listFilesFolderRead'));
  } catch (error) {
    return fault(
      what,
      say('folders.listFilesFolderBut', {
        code: errorCode(error),
      }),
      say('folders.letAccountReadFiles'),
    );
  }
}

/** Tests whether sent files can be moved: creates a small file, moves the file into the archive folder, and removes the file. */
export async function tryMoving({ path }: Pick<FolderRule, 'path'>): Promise<Finding> {
  const what = say('folders.moving');
  const folders = [join(path, CONTROL_FOLDER), join(path, ARCHIVE_FOLDER)] as const;
  const name = `probe-${randomUUID()}`;
  const [source, target] = [join(folders[0], name), join(folders[1], name)];
  const made: string[] = [];
  try {
    for (const folder of folders) if (await makeFolder(folder)) made.push(folder);
    await writeFile(source, 'Clearfolder tests whether it may move files here.\n', { flag: 'wx' });
    await rename(source, target);
    await rm(target);
    return ok(what, say('folders.createTestFile'));
  } catch (error) {
    return fault(
      what,
      say('folders.cannotMoveTestFile', {
        code: errorCode(error),
      }),
      say('folders.letAccountWriteFolder'),
    );
  } finally {
    for (const one of [source, target]) await rm(one, { force: true }).catch(() => undefined);
    // `rmdir` removes only an empty folder, so a document in the folder is safe.
    for (const folder of made) await rmdir(folder).catch(() => undefined);
  }
}

/** Returns the finding of `tryMoving` for practice mode, where Clearfolder writes nothing into the folder (I13). */
export const notMovedInPractice = (): Finding =>
  findingOf('unknown', {
    what: say('folders.moving'),
    words: say('folders.practiceModeMovesNo'),
    next: say('folders.testFolderAgainUse'),
  });

/** Tests whether the folder of a rule overlaps another watched folder or the folders of Clearfolder itself. */
export async function tryOverlap(
  rule: FolderRule,
  others: readonly FolderRule[],
  { spoolDir, own, clock }: { spoolDir: string; own: OwnFolder; clock: Clock },
): Promise<Finding> {
  const what = say('folders.otherFolders');
  try {
    await refuseOwnFolder([rule], own, clock);
    await refuseOverlaps([...others.filter((other) => other.id !== rule.id), rule], spoolDir, clock);
    return ok(what, say('folders.noWatchedFolderSame'));
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    return fault(what, error.said.message, error.said.next);
  }
}

async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

const ok = (what: Said, words: Said) => findingOf('ok', { what, words, next: say('common.nothingToDo') });
const fault = (what: Said, words: Said, next: Said) => findingOf('fault', { what, words, next });
