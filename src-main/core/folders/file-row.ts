import { assertNever } from '../../contract/assert-never.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import type { Clock } from '../clock.ts';
import type { FileRow, FileStat, Files, OpenFate } from '../ledger/tables/files.ts';
import { type FileIdentity, sameLook, sameVersion } from '../share-io/file-identity.ts';
import type { WalkedFile } from '../share-io/walk.ts';
import { WITHHELD } from '../stations/stations.ts';
import type { FileVersion } from './file-state.ts';
import type { GroupPlace } from './group/grouping.ts';
import type { Selection } from './scan/selection.ts';

/*
 * The ledger has one row for each version of each file (I1). An event changes the row as follows.
 *
 * | current row                     | the file is found                           | the file vanished          |
 * |---------------------------------|---------------------------------------------|----------------------------|
 * | none                            | a new row: settling, held, ignored, withdrawn |                          |
 * | settling                        | new time and size; continues                | withdrawn, "vanished"      |
 * | held, continues by itself       | new time and size; continues                | withdrawn, "vanished"      |
 * | held, a person decides          | still waits if the file looks the same      | withdrawn, "vanished"; a question about the backlog stays open |
 * | ignored                         | the rule decides again                      | marked as gone             |
 * | bound, duplicate, withdrawn     | same version: nothing; otherwise a new row  | marked as gone             |
 */

/** The decision of the folder rule about a file: the fate of the row, and the group of the file. */
export interface Judgment {
  readonly fate: OpenFate;
  readonly groupKey: string | null;
}

/** The ledger's knowledge about earlier rows of the same document. */
export interface History {
  /** The outcome of the earlier row's submission; null if the submission made a Task, or may still make a Task. */
  readonly end: 'decided' | 'copy-lost' | null;
  /** The newest row with the same inode, size and time under any name, and whether a person withdrew its submission. */
  readonly namesake: { readonly row: FileRow; readonly wasTakenBack: boolean } | null;
}

export const NO_HISTORY: History = { end: null, namesake: null };

/** The scan found a file at a path. */
export interface FoundEvent {
  readonly kind: 'found';
  readonly path: string;
  readonly identity: FileIdentity;
  readonly judgment: Judgment;
  /** The fate of a file that lay in the folder before its rule; null for any other file. */
  readonly backlog: OpenFate | null;
  /** The fate of an ignored file that the changed settings no longer ignore; null if no special fate applies. */
  readonly widened: OpenFate | null;
  /** The file lies in a strange folder. A file with the same name that vanished from the known folder is still missing. */
  readonly isStrange: boolean;
  readonly history: History;
}

export type RowEvent = FoundEvent | { readonly kind: 'vanished' };

/** A write to the table `file`. Every write except `add` changes the existing row. */
export type RowWrite =
  | { readonly kind: 'add'; readonly judgment: Judgment }
  /** Another version has replaced this version under the same name. */
  | { readonly kind: 'retire' }
  /** The version has a new path, time, size or inode. */
  | { readonly kind: 'restat' }
  | { readonly kind: 'regroup'; readonly groupKey: string | null }
  | { readonly kind: 'fate'; readonly fate: OpenFate }
  | { readonly kind: 'gone'; readonly gone: boolean }
  /** `retired`: the row is not used again if the file returns. */
  | { readonly kind: 'vanish'; readonly detail: string | null; readonly retired: boolean };

export interface RowStep {
  readonly writes: readonly RowWrite[];
  /** Whether the file is on its way to a submission, and why it is held meanwhile; null if nothing about the file changed. */
  readonly next: { readonly open: boolean; readonly heldFor: ProblemCode | null } | null;
}

/** A file held for one of these problems continues by itself. For other problems a person decides. */
const GOES_ON: ReadonlySet<ProblemCode> = new Set([
  'file.empty',
  'file.unfinished',
  'file.unreadable',
  'file.changing',
  'file.group-held',
  'spool.full',
  'folder.read-only',
  'folder.left-by-other',
]);

/** A file held for one of these problems waits for a person again if the file disappears and returns unchanged. */
const ASKED_ABOUT: ReadonlySet<ProblemCode> = new Set(['file.backlog', 'file.duplicate-withdrawn']);

/** A file held for one of these problems waits for a person as long as its size, time and inode stay the same. */
const DECIDED_ABOUT: ReadonlySet<ProblemCode> = new Set([
  'file.late-for-group',
  'file.late-for-refused',
  'file.late-for-kept-back',
  'file.too-much-text',
  'file.duplicate-withdrawn',
  ...WITHHELD,
]);

const NOTHING: RowStep = { writes: [], next: null };

/** Returns the writes to the ledger after an event, from the current row of the file or null. Pure. */
export function fileRow(row: FileRow | null, event: RowEvent): RowStep {
  if (event.kind === 'vanished') return row === null ? NOTHING : vanished(row);
  const { fate } = event.judgment;
  if (event.isStrange && row?.gone === 1 && row.state === 'ignored' && fate.state === 'ignored')
    return NOTHING;
  if (row !== null && isOpen(row)) return foundOpen(row, event);
  if (row !== null && isKnownVersion(row, event)) {
    const isBack = row.gone === 1 && !event.isStrange;
    return { writes: isBack ? [{ kind: 'gone', gone: false }] : [], next: null };
  }
  const begin = beginning(row, event);
  const add = { kind: 'add', judgment: { fate: begin, groupKey: event.judgment.groupKey } } as const;
  return {
    writes: row === null ? [add] : [{ kind: 'retire' }, add],
    next: { open: begin.state === 'settling', heldFor: null },
  };
}

/** Whether `fileRow` needs the history of a found file. */
export function needsHistory(row: FileRow | null, event: Omit<FoundEvent, 'history'>): boolean {
  if (event.judgment.fate.state !== 'settling' || event.backlog !== null) return false;
  return row === null || !(isOpen(row) || isKnownVersion(row, event));
}

/** Whether a row waits for its file and not for a person. */
export function goesOn(row: Pick<FileRow, 'state' | 'problem_code'>): boolean {
  return (
    row.state === 'settling' ||
    (row.state === 'held' && row.problem_code !== null && GOES_ON.has(row.problem_code))
  );
}

/** The size, time and inode in a row. */
export function statOf(row: { size: number; mtime_ms: number; inode: string }): FileIdentity {
  return { size: row.size, mtimeMs: row.mtime_ms, inode: row.inode };
}

function isOpen({ state }: FileRow): boolean {
  return state === 'settling' || state === 'held' || state === 'ignored';
}

/** Whether a finished row belongs to the found version. */
function isKnownVersion(row: FileRow, { identity }: { readonly identity: FileStat }): boolean {
  return row.problem_code !== 'file.vanished' && sameVersion(statOf(row), identity);
}

/** The fate of a version that has no row yet. */
function beginning(row: FileRow | null, { judgment, backlog, history, identity }: FoundEvent): OpenFate {
  const { fate } = judgment;
  if (fate.state === 'ignored') return fate;
  // If a person decides to send the backlog, files that the grouping holds back still wait.
  if (backlog !== null) return backlog.state === 'settling' ? fate : backlog;
  if (fate.state !== 'settling') return fate;
  if (row !== null && asksAgain(row, identity, history)) return askedAgain(row);
  const { namesake } = history;
  return namesake !== null && isNotToGo(namesake) ? askedAgain(namesake.row) : fate;
}

/** The fate of a file that looks like an excluded file. The file may be new, so a person decides. */
function askedAgain({ problem_code: code, problem_detail: detail }: FileRow): OpenFate {
  // The detail is the date since which the ledger may not know which files were sent.
  const doubt = code === 'file.vanished' || code === 'file.backlog' ? detail : null;
  return { state: 'held', problem: { code: 'file.backlog', detail: doubt } };
}

/**
 * Whether a file that looks like the file of a row needs a person's decision. If the row was sent, the program compares the bytes
 * (`submit/member.ts`). If the file had disappeared in between, a person decides, because a person or a backup put the file into the folder
 * again.
 */
function asksAgain(row: FileRow, identity: FileIdentity, { end }: History): boolean {
  if (!sameLook(statOf(row), identity)) return false;
  if (row.state === 'withdrawn') return true;
  if (row.state !== 'bound' || row.gone === 0) return false;
  return row.message_id !== null || end === 'decided';
}

/** Whether the file waits for a person, or a person excluded the file. Another name does not make the file another document. */
function isNotToGo({ row, wasTakenBack }: NonNullable<History['namesake']>): boolean {
  const { state, problem_code: code } = row;
  if (state === 'held') return code === 'file.backlog' || code === 'file.duplicate-withdrawn';
  // A vanished file counts only if it waited for a person.
  if (state === 'withdrawn') return code !== 'file.vanished' || (row.gone === 1 && row.duplicate_of === null);
  return state === 'bound' && (row.message_id !== null || wasTakenBack);
}

function foundOpen(row: FileRow, event: FoundEvent): RowStep {
  const { identity, path, judgment } = event;
  const isSame = sameVersion(statOf(row), identity);
  const looksSame = sameLook(statOf(row), identity);
  const isTaken = row.state === 'ignored' && judgment.fate.state === 'settling' && looksSame;
  const fate = isTaken ? (event.widened ?? judgment.fate) : judgment.fate;
  const wants = fate.state === 'settling';
  const ofWithdrawn = row.problem_code === 'file.duplicate-withdrawn' && wants;
  // A comparison of the bytes decides whether the file is another document now (`folder.ts`). Until then the row keeps the old size and
  // time.
  const isUntold = ofWithdrawn && !looksSame && row.size === identity.size;
  const writes: RowWrite[] = [];
  if (!isUntold && (!isSame || row.path !== path || row.gone === 1)) writes.push({ kind: 'restat' });
  if (row.group_key !== judgment.groupKey) writes.push({ kind: 'regroup', groupKey: judgment.groupKey });
  const heldFor = row.problem_code;
  if (isUntold) return { writes, next: { open: true, heldFor } };
  if (row.state === 'held' && heldFor !== null) {
    const isSameFile = looksSame || row.inode === identity.inode;
    const isAsked = heldFor === 'file.backlog' && (isSameFile || row.problem_detail !== null);
    const isDecided = wants && looksSame && DECIDED_ABOUT.has(heldFor);
    if ((isAsked && fate.state !== 'ignored') || isDecided) return { writes, next: { open: false, heldFor } };
  }
  if (wants && goesOn(row) && (isSame || heldFor === 'file.changing'))
    return { writes, next: { open: true, heldFor } };
  return { writes: [...writes, { kind: 'fate', fate }], next: { open: wants, heldFor: null } };
}

/** Marks a finished row as gone, and ends any other row. */
function vanished(row: FileRow): RowStep {
  if (row.state !== 'settling' && row.state !== 'held')
    return { writes: [{ kind: 'gone', gone: true }], next: null };
  const isAsked = row.problem_code !== null && ASKED_ABOUT.has(row.problem_code);
  const detail = isAsked ? row.problem_detail : null;
  return { writes: [{ kind: 'vanish', detail, retired: !isAsked }], next: null };
}

/** A file as recorded in the ledger. `open`: the file is on its way to a submission. */
export interface Recorded {
  readonly file: FileVersion;
  readonly open: boolean;
  readonly heldFor: ProblemCode | null;
}

export interface RecordOptions {
  /** The fate of a file that lay in the folder before the rule; null for any other file. */
  readonly backlog?: (found: WalkedFile) => OpenFate | null;
  /** The fate of an ignored file that the changed settings no longer ignore. */
  readonly widened?: (stat: FileStat) => OpenFate;
  /** The row with this name belongs to another file, which still exists under another Unicode spelling of the same name. */
  readonly twin?: boolean;
  readonly strange?: boolean;
}

/** Records the files of one folder in the ledger (I1). The functions never await, and read the row again for each write. */
export interface FileRecorder {
  /** The row of a file by its path, or null. */
  find(path: string): FileRow | null;
  /** Records the file at a path; null if nothing changed. Call this in a transaction. */
  record(found: WalkedFile, options?: RecordOptions): Recorded | null;
  /** Records that a file has vanished. */
  vanish(row: FileRow): void;
  /** The name of the rule that excludes the file, or null. */
  ignoredBy(found: Pick<WalkedFile, 'path' | 'kind'>): string | null;
}

/** Creates the recorder of one folder. `file-row.ts` decides what the recorder writes. */
export function createFileRecorder(
  folderId: string,
  files: Files,
  select: Selection,
  place: (path: string) => GroupPlace,
  clock: Pick<Clock, 'now'>,
): FileRecorder {
  const ignoredBy: FileRecorder['ignoredBy'] = ({ path, kind }) => (kind === 'file' ? select(path) : kind);

  const find = (path: string): FileRow | null => {
    const row = files.current(folderId, path.normalize('NFC'));
    if (row?.path === path) return row;
    return files.current(folderId, spelledKey(path)) ?? row;
  };

  const judge = (found: WalkedFile): Judgment => {
    const rule = ignoredBy(found);
    if (rule !== null) return { fate: { state: 'ignored', by: rule }, groupKey: null };
    const placed = place(found.path);
    if (placed.kind === 'group') return { fate: { state: 'settling' }, groupKey: placed.key };
    return { fate: { state: 'held', problem: { code: placed.code, detail: null } }, groupKey: null };
  };

  const historyOf = (row: FileRow | null, stat: FileStat): History => {
    const namesake = files.withLook(folderId, stat);
    return {
      end: row?.state === 'bound' ? files.wentNowhere(row) : null,
      namesake: namesake && { row: namesake, wasTakenBack: files.wasTakenBack(namesake) },
    };
  };

  const record: FileRecorder['record'] = (found, options = {}) => {
    const { path, identity } = found;
    const known = find(path);
    const row = known !== null && options.twin && known.path !== path ? null : known;
    const judgment = judge(found);
    const isNew = row === null || !['settling', 'held', 'ignored'].includes(row.state);
    const event: Omit<FoundEvent, 'history'> = {
      kind: 'found',
      path,
      identity,
      judgment,
      // A known name may be backlog too: after a change of the rule's path, other files have the same names.
      backlog: isNew ? (options.backlog?.(found) ?? null) : null,
      widened: row?.state === 'ignored' ? (options.widened?.(identity) ?? null) : null,
      isStrange: options.strange ?? false,
    };
    const history = needsHistory(row, event) ? historyOf(row, identity) : NO_HISTORY;
    const { writes, next } = fileRow(row, { ...event, history });
    let id = row?.id ?? 0;
    for (const write of writes) {
      switch (write.kind) {
        case 'add': {
          const nameKey = row?.name_key ?? (options.twin ? spelledKey(path) : path.normalize('NFC'));
          const { size, mtimeMs, inode } = identity;
          id = files.insert(
            { folderId, path, nameKey, ...write.judgment, size, mtimeMs, inode },
            clock.now(),
          );
          break;
        }
        case 'retire':
          files.retire(id);
          break;
        case 'restat':
          files.restat(id, path, identity);
          break;
        case 'regroup':
          files.setGroup(id, write.groupKey);
          break;
        case 'fate':
          files.setFate(id, write.fate);
          break;
        case 'gone':
          files.setGone(id, write.gone);
          break;
        case 'vanish':
          files.vanish(id, write);
          break;
        default:
          assertNever(write);
      }
    }
    return next === null ? null : { file: { id, path, identity, groupKey: judgment.groupKey }, ...next };
  };

  const vanish = (row: FileRow) => {
    for (const write of fileRow(row, { kind: 'vanished' }).writes) {
      if (write.kind === 'vanish') files.vanish(row.id, write);
      else if (write.kind === 'gone') files.setGone(row.id, write.gone);
    }
  };

  return { find, record, vanish, ignoredBy };
}

/** The name key of a second file whose name differs from the first only in the Unicode composition of its letters. */
const spelledKey = (path: string) => `${path.normalize('NFC')}//${path}`;
