import { assertNever } from '../../contract/assert-never.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import type { Clock } from '../clock.ts';
import type { FileRow, FileStat, Files, OpenFate } from '../ledger/tables/files.ts';
import { type FileIdentity, sameLook, sameVersion } from '../share-io/file-identity.ts';
import type { WalkedFile } from '../share-io/walk.ts';
import type { DocumentCheck } from '../spool/document-type.ts';
import { STATION_QUESTIONS, WITHHELD } from '../stations/stations.ts';
import type { FileVersion } from './file-state.ts';
import type { GroupPlace } from './group/grouping.ts';
import type { Selection } from './scan/selection.ts';

/*
 * The ledger has one row for each version of each file (I1). States: `settling` (on the way to a submission), `held` (waits for a cause to
 * end or for a person), `ignored` (left out by the rule), `bound` (belongs to a submission or an answer), `duplicate`, `withdrawn` (left
 * out by a person, or vanished). A scan changes the current row of a path as follows.
 *
 * | current row                  | if the scan found the file                    | if the file vanished              |
 * |------------------------------|-----------------------------------------------|-----------------------------------|
 * | none                         | new row: settling, held, ignored or withdrawn |                                   |
 * | settling                     | new time and size; stays settling             | withdrawn                         |
 * | held, waits for no person    | new time and size; settles further            | withdrawn                         |
 * | held, waits for a person     | stays held while time and size are the same   | withdrawn (see `ASKED_ABOUT`)     |
 * | ignored                      | the rule decides again                        | marked as gone                    |
 * | bound, duplicate, withdrawn  | same version: nothing; otherwise a new row    | marked as gone                    |
 */

export interface Judgment {
  readonly fate: OpenFate;
  readonly groupKey: string | null;
}

/** The facts about a found file from earlier rows: the rows of the same path, and the rows of the same file under other names. */
export interface History {
  /**
   * Why the last submission of the file made no Task: the submission was rejected or withdrawn (`decided`), or its spool copy was lost
   * (`copy-lost`). Null if a Task exists or may still be made, or if there was no submission.
   */
  readonly end: 'decided' | 'copy-lost' | null;
  /** The newest row with the inode, size and time of the file, or null. `wasTakenBack`: whether a person withdrew its submission. */
  readonly namesake: { readonly row: FileRow; readonly wasTakenBack: boolean } | null;
}

export const NO_HISTORY: History = { end: null, namesake: null };

export interface FoundEvent {
  readonly kind: 'found';
  readonly path: string;
  readonly identity: FileIdentity;
  readonly judgment: Judgment;
  /** The state that the backlog decision gives to a file that was in the folder before the rule; null for any other file. */
  readonly backlog: OpenFate | null;
  /** The state that the backlog decision gives to an ignored file that the changed rule no longer ignores; null for any other file. */
  readonly widened: OpenFate | null;
  /**
   * Whether the folder at the path of the rule is another folder, such as the mount point of a drive that is not mounted. If true, rows
   * marked as gone stay marked.
   */
  readonly isStrange: boolean;
  readonly history: History;
}

export type RowEvent = FoundEvent | { readonly kind: 'vanished' };

export type RowWrite =
  | { readonly kind: 'add'; readonly judgment: Judgment }
  /** Mark the row as replaced by a newer version of the file. */
  | { readonly kind: 'retire' }
  | { readonly kind: 'restat' }
  | { readonly kind: 'regroup'; readonly groupKey: string | null }
  | { readonly kind: 'fate'; readonly fate: OpenFate }
  | { readonly kind: 'gone'; readonly gone: boolean }
  /** The unsent file vanished. If the file returns, it gets a new row (`retired`), or the old row asks a person again. */
  | { readonly kind: 'vanish'; readonly detail: string | null; readonly retired: boolean };

export interface RowStep {
  readonly writes: readonly RowWrite[];
  /**
   * The state of the file after the writes; null if the file vanished or its state is unchanged. `open`: whether the file continues toward
   * a submission without a person. `heldFor`: the problem for which the row is held, or null.
   */
  readonly next: { readonly open: boolean; readonly heldFor: ProblemCode | null } | null;
}

/** The problems of files that are no documents, or no documents of their own. */
const NO_DOCUMENT: ReadonlySet<ProblemCode> = new Set([
  'file.not-a-document',
  'file.web-page',
  'file.conflict-copy',
]);

/** The problems of a file that a person may send nevertheless, together with its group. */
export const SENT_ANYWAY: ReadonlySet<ProblemCode> = new Set([...NO_DOCUMENT, 'file.unfinished']);

/** Problems that can end without a person. A file that is held for another problem waits for a person. */
const GOES_ON: ReadonlySet<ProblemCode> = new Set([
  'file.empty',
  'file.unfinished',
  'file.unreadable',
  'file.changing',
  'file.group-held',
  ...NO_DOCUMENT,
  'spool.full',
  ...STATION_QUESTIONS,
]);

/** Problems about which a person is asked again if the file vanishes and returns unchanged. */
const ASKED_ABOUT: ReadonlySet<ProblemCode> = new Set(['file.backlog', 'file.duplicate-withdrawn']);

/** Problems for which a file stays held until a person decides, or until the size or the time of the file changes. */
const DECIDED_ABOUT: ReadonlySet<ProblemCode> = new Set([
  'file.late-for-group',
  'file.late-for-refused',
  'file.late-for-kept-back',
  'file.answer-late',
  'file.too-much-text',
  'file.grown',
  'file.written-after-move',
  'file.in-other-group',
  'file.duplicate-withdrawn',
  ...WITHHELD,
]);

const NOTHING: RowStep = { writes: [], next: null };

/** Returns the writes to the ledger for an event. `row`: the current row of the file, or null. The function has no side effects. */
export function fileRow(row: FileRow | null, event: RowEvent): RowStep {
  if (event.kind === 'vanished') return row === null ? NOTHING : vanished(row);
  const { fate } = event.judgment;
  if (event.isStrange && row?.gone === 1 && row.state === 'ignored' && fate.state === 'ignored')
    return NOTHING;
  if (row !== null && isOpen(row)) return foundOpen(row, event);
  if (row !== null && isKnownVersion(row, event)) {
    const isBack = row.gone === 1 && !event.isStrange;
    if (isBack) return { writes: [{ kind: 'gone', gone: false }], next: null };
    return { writes: losesInode(row, event.identity) ? [{ kind: 'restat' }] : [], next: null };
  }
  const begin = beginning(row, event);
  const add = { kind: 'add', judgment: { fate: begin, groupKey: event.judgment.groupKey } } as const;
  return {
    writes: row === null ? [add] : [{ kind: 'retire' }, add],
    next: { open: begin.state === 'settling', heldFor: null },
  };
}

/** Whether `fileRow` reads `event.history`. If false, the recorder does not query the history. */
export function needsHistory(row: FileRow | null, event: Omit<FoundEvent, 'history'>): boolean {
  if (event.judgment.fate.state !== 'settling' || event.backlog !== null) return false;
  return row === null || !(isOpen(row) || isKnownVersion(row, event));
}

/** Whether a person decided to send a file together with its group although the file has a problem (`Files.reopen`). */
export function isSentAnyway(row: Pick<FileRow, 'state' | 'problem_code'>): boolean {
  return row.state === 'settling' && row.problem_code !== null && SENT_ANYWAY.has(row.problem_code);
}

/** Whether a file continues toward a submission without a person's decision. */
export function goesOn(row: Pick<FileRow, 'state' | 'problem_code'>): boolean {
  return (
    row.state === 'settling' ||
    (row.state === 'held' && row.problem_code !== null && GOES_ON.has(row.problem_code))
  );
}

/**
 * Returns the identity with which a found file is compared. The change time is left out where another change time tells nothing about the
 * bytes: after a person's decision against sending, and while Clearfolder is about to move the file (the mover compares the bytes).
 */
export function statOf(
  row: Pick<FileRow, 'size' | 'mtime_ms' | 'inode' | 'ctime_ms' | 'state' | 'move_state'>,
): FileIdentity {
  const counts = row.state !== 'withdrawn' && row.state !== 'ignored' && row.move_state !== 'due';
  return {
    size: row.size,
    mtimeMs: row.mtime_ms,
    inode: row.inode,
    ctimeMs: counts ? row.ctime_ms : null,
  };
}

/** Whether the row must forget its inode, because the disk gives other inodes to unchanged files (`CallsInto.distrustInodes`). */
export function losesInode(row: Pick<FileRow, 'gone' | 'inode'>, { inode }: FileStat): boolean {
  return row.gone === 0 && inode === '0' && row.inode !== '0';
}

function isOpen({ state }: FileRow): boolean {
  return state === 'settling' || state === 'held' || state === 'ignored';
}

/** Whether a row in state `bound`, `duplicate` or `withdrawn` describes the found version of the file. */
function isKnownVersion(row: FileRow, { identity }: { readonly identity: FileStat }): boolean {
  return row.problem_code !== 'file.vanished' && sameVersion(statOf(row), identity);
}

function beginning(row: FileRow | null, { judgment, backlog, history, identity }: FoundEvent): OpenFate {
  const { fate } = judgment;
  if (fate.state === 'ignored') return fate;
  // A decision to send the backlog does not release a file that has no group or no group key. Such a file stays held.
  if (backlog !== null) return backlog.state === 'settling' ? fate : backlog;
  if (fate.state !== 'settling') return fate;
  if (row !== null && asksAgain(row, identity, history)) return askedAgain(row);
  const { namesake } = history;
  return namesake !== null && isNotToGo(namesake) ? askedAgain(namesake.row) : fate;
}

// Returns the state of a file that looks like an earlier file about which a person must decide. The bytes may be new.
function askedAgain({ problem_code: code, problem_detail: detail }: FileRow): OpenFate {
  // The detail of these two problems is a date. The ledger may lack files that were sent on or after this date.
  const doubt = code === 'file.vanished' || code === 'file.backlog' ? detail : null;
  return { state: 'held', problem: { code: 'file.backlog', detail: doubt } };
}

// Whether a person must decide about a found file because the file looks like `row`. True for a withdrawn file, also with another time if
// its bytes were never read, and for a returned file that was an answer or whose submission was rejected or withdrawn. Otherwise, the program compares the bytes (`submit/member.ts`).
function asksAgain(row: FileRow, identity: FileIdentity, { end }: History): boolean {
  if (isUnread(row) && row.size === identity.size) return true;
  if (!sameLook(statOf(row), identity)) return false;
  if (row.state === 'withdrawn') return true;
  if (row.state !== 'bound' || row.gone === 0) return false;
  // Only the change time differs. The bytes then tell whether the sent file is back, for example from another folder.
  if (row.inode === identity.inode) return false;
  return row.message_id !== null || end === 'decided';
}

// Whether a file was left out before its bytes were read. Only its size can then be compared, because times change without a change of the
// bytes: FAT shifts times by an hour with daylight saving time, and other servers and disks round times.
function isUnread({ state, problem_code: code, sha256 }: FileRow): boolean {
  return state === 'withdrawn' && code === 'file.left-out' && sha256 === null;
}

// Whether an earlier row of the same file, under any name, means that only a person may send the file. True if a person must still decide
// or decided against sending, if the file was sent as an answer, or if the file was withdrawn.
function isNotToGo({ row, wasTakenBack }: NonNullable<History['namesake']>): boolean {
  const { state, problem_code: code } = row;
  if (state === 'held') return code === 'file.backlog' || code === 'file.duplicate-withdrawn';
  // A vanished file counts only if it still waited for the decision about the backlog. Its row then has `gone` 1 and no `duplicate_of`.
  if (state === 'withdrawn') return code !== 'file.vanished' || (row.gone === 1 && row.duplicate_of === null);
  return state === 'bound' && (row.message_id !== null || wasTakenBack);
}

function foundOpen(row: FileRow, event: FoundEvent): RowStep {
  const { identity, path, judgment } = event;
  const isSame = sameVersion(statOf(row), identity);
  const looksSame = sameLook(statOf(row), identity);
  const isTaken = row.state === 'ignored' && judgment.fate.state === 'settling' && looksSame;
  const given = isTaken ? (event.widened ?? judgment.fate) : judgment.fate;
  const fate: OpenFate =
    isSame && isSentAnyway(row) && given.state === 'held' ? { state: 'settling' } : given;
  const wants = fate.state === 'settling';
  const ofWithdrawn = row.problem_code === 'file.duplicate-withdrawn' && wants;
  // A file of the same size may be the withdrawn document. The row keeps the old time until `folder.ts` has compared the bytes.
  const isUntold = ofWithdrawn && !looksSame && row.size === identity.size;
  const writes: RowWrite[] = [];
  const isNew = !isSame || row.inode !== identity.inode;
  if (!isUntold && (isNew || row.path !== path || row.gone === 1)) writes.push({ kind: 'restat' });
  if (row.group_key !== judgment.groupKey) writes.push({ kind: 'regroup', groupKey: judgment.groupKey });
  const heldFor = row.problem_code;
  if (isUntold) return { writes, next: { open: true, heldFor } };
  if (row.state === 'held' && heldFor !== null) {
    // The bytes of a file that waits for this decision were never read, so only the size tells whether the file may be another file.
    const isSameFile = row.inode === identity.inode || row.size === identity.size;
    const isAsked = heldFor === 'file.backlog' && (isSameFile || row.problem_detail !== null);
    const isDecided = wants && looksSame && DECIDED_ABOUT.has(heldFor);
    if ((isAsked && fate.state !== 'ignored') || isDecided) return { writes, next: { open: false, heldFor } };
  }
  if (wants && goesOn(row) && (isSame || heldFor === 'file.changing'))
    return { writes, next: { open: true, heldFor } };
  return { writes: [...writes, { kind: 'fate', fate }], next: { open: wants, heldFor: null } };
}

function vanished(row: FileRow): RowStep {
  if (row.state !== 'settling' && row.state !== 'held')
    return { writes: [{ kind: 'gone', gone: true }], next: null };
  const isAsked = row.problem_code !== null && ASKED_ABOUT.has(row.problem_code);
  const detail = isAsked ? row.problem_detail : null;
  return { writes: [{ kind: 'vanish', detail, retired: !isAsked }], next: null };
}

/** A file as recorded in the ledger. `open` and `heldFor` have the same meaning as in `RowStep.next`. */
export interface Recorded {
  readonly file: FileVersion;
  readonly open: boolean;
  readonly heldFor: ProblemCode | null;
}

export interface RecordOptions {
  readonly backlog?: (found: WalkedFile) => OpenFate | null;
  readonly widened?: (stat: FileStat) => OpenFate;
  /** Whether another file, whose name differs only in Unicode composition, has the row already. The found file then gets its own row. */
  readonly twin?: boolean;
  readonly strange?: boolean;
}

/** Records the files of one folder in the ledger (I1). All functions are synchronous, so no row changes while a function uses the row. */
export interface FileRecorder {
  find(path: string): FileRow | null;
  /** Returns the row of a file with the same inode, size and time whose path differs from `found` only in case, or null. */
  otherCase(found: WalkedFile): FileRow | null;
  /** Stores the new path of a renamed file in the row of the file. Must be called in a transaction, before the file is recorded. */
  respell(former: FileRow, path: string): void;
  /** Records a found file. Returns null if nothing changed. Must be called in a transaction. */
  record(found: WalkedFile, options?: RecordOptions): Recorded | null;
  vanish(row: FileRow): void;
  /** Returns why a file is left out: a junk rule, `not-included`, `excluded`, `symlink` or `special-file`; null for a selected file. */
  ignoredBy(found: Pick<WalkedFile, 'path' | 'kind'>): string | null;
}

export function createFileRecorder(
  folderId: string,
  files: Files,
  select: Selection,
  place: (path: string) => GroupPlace,
  isDocument: DocumentCheck,
  clock: Pick<Clock, 'now'>,
): FileRecorder {
  const ignoredBy: FileRecorder['ignoredBy'] = ({ path, kind }) => (kind === 'file' ? select(path) : kind);

  const find = (path: string): FileRow | null => {
    const row = files.current(folderId, path.normalize('NFC'));
    if (row?.path === path) return row;
    return files.current(folderId, spelledKey(path)) ?? row;
  };

  const otherCase = ({ path, identity }: WalkedFile): FileRow | null => {
    const row = files.withLook(folderId, identity);
    return row?.current === 1 && folded(row.path) === folded(path) ? row : null;
  };

  const respell = (former: FileRow, path: string) => {
    const row = files.byId(former.id);
    if (row?.name_key === former.name_key && find(path) === null)
      files.respell(folderId, row.name_key, { nameKey: path.normalize('NFC'), path });
  };

  const judge = (found: WalkedFile): Judgment => {
    const rule = ignoredBy(found);
    if (rule !== null) return { fate: { state: 'ignored', by: rule }, groupKey: null };
    const placed = place(found.path);
    const hold = (code: ProblemCode): OpenFate => ({ state: 'held', problem: { code, detail: null } });
    if (placed.kind === 'held') return { fate: hold(placed.code), groupKey: null };
    const fate: OpenFate = isDocument(found.path) ? { state: 'settling' } : hold('file.not-a-document');
    return { fate, groupKey: placed.key };
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
      // A file with a known name may be backlog too: after a change of the rule's path, other files may have the names of earlier files.
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
          id = files.insert({ folderId, path, nameKey, ...write.judgment, ...identity }, clock.now());
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

  return { find, otherCase, respell, record, vanish, ignoredBy };
}

const folded = (path: string) => path.normalize('NFC').toLowerCase();

// Returns the name key for the second of two files whose names differ only in Unicode composition, so that each file has a row of its own.
const spelledKey = (path: string) => `${path.normalize('NFC')}//${path}`;
