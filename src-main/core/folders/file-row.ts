import type { ProblemCode } from '../../contract/problem.ts';
import type { FileRow, FileStat, OpenFate } from '../ledger/tables/files.ts';
import { type FileIdentity, sameLook, sameVersion } from '../share-io/file-identity.ts';
import { WITHHELD } from '../stations/stations.ts';

/*
 * What the ledger keeps of a file: one row for each version of each file (I1).
 *
 * | row before                      | found                                       | vanished                   |
 * |---------------------------------|---------------------------------------------|----------------------------|
 * | none                            | a new row: settling, held, ignored, withdrawn |                          |
 * | settling                        | new look; goes on                           | withdrawn, "vanished"      |
 * | held, goes on by itself         | new look; goes on                           | withdrawn, "vanished"      |
 * | held, a person decides          | waits on if the look is the same            | withdrawn, "vanished"; a question about the backlog stays open |
 * | ignored                         | as the rule says now                        | marked as gone             |
 * | bound, duplicate, withdrawn     | same version: nothing; else a new row       | marked as gone             |
 */

/** The decision of the folder rule about a file: the fate of the row, and the group of the file. */
export interface Judgment {
  readonly fate: OpenFate;
  readonly groupKey: string | null;
}

/** What the ledger knows of earlier rows of the same document. */
export interface History {
  /** What became of the submission of the row before: null if the submission made a Task, or may still make one. */
  readonly end: 'decided' | 'copy-lost' | null;
  /** The newest row with the same inode, size and time under any name, and whether its submission was taken back. */
  readonly namesake: { readonly row: FileRow; readonly wasTakenBack: boolean } | null;
}

/** No earlier row of the document matters. */
export const NO_HISTORY: History = { end: null, namesake: null };

/** A file stands at a path now. */
export interface FoundEvent {
  readonly kind: 'found';
  readonly path: string;
  readonly identity: FileIdentity;
  readonly judgment: Judgment;
  /** The fate of a file that lay in the folder before its rule; null for any other file. */
  readonly backlog: OpenFate | null;
  /** The fate of an ignored file that changed settings now take; null: the fate of any other file. */
  readonly widened: OpenFate | null;
  /** The file lies in a strange folder: a file of the folder that is meant is not back for that. */
  readonly isStrange: boolean;
  readonly history: History;
}

export type RowEvent = FoundEvent | { readonly kind: 'vanished' };

/** A write to the table `file`. All but `add` change the row before. */
export type RowWrite =
  | { readonly kind: 'add'; readonly judgment: Judgment }
  /** Another version stands under the name now. */
  | { readonly kind: 'retire' }
  /** The version has a new path, time, size or inode. */
  | { readonly kind: 'restat' }
  | { readonly kind: 'regroup'; readonly groupKey: string | null }
  | { readonly kind: 'fate'; readonly fate: OpenFate }
  | { readonly kind: 'gone'; readonly gone: boolean }
  /** `retired`: the row is not found again if the file comes back. */
  | { readonly kind: 'vanish'; readonly detail: string | null; readonly retired: boolean };

export interface RowStep {
  readonly writes: readonly RowWrite[];
  /** Whether the file is on its way out, and why it is held meanwhile; null if nothing about the file is new. */
  readonly next: { readonly open: boolean; readonly heldFor: ProblemCode | null } | null;
}

/** A file that is held for one of these problems goes on by itself; for the others a person decides. */
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

/** A file that is held for one of these problems waits for a person again if it goes and comes back as it was. */
const ASKED_ABOUT: ReadonlySet<ProblemCode> = new Set(['file.backlog', 'file.duplicate-withdrawn']);

/** A file that is held for one of these problems waits for a person for as long as it looks the same. */
const DECIDED_ABOUT: ReadonlySet<ProblemCode> = new Set([
  'file.late-for-group',
  'file.late-for-refused',
  'file.late-for-kept-back',
  'file.too-much-text',
  'file.duplicate-withdrawn',
  ...WITHHELD,
]);

const NOTHING: RowStep = { writes: [], next: null };

/** Gives what the ledger is to keep after an event, from the current row of the file or null. Pure. */
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

/** Whether `fileRow` needs the history of a file that was found. */
export function needsHistory(row: FileRow | null, event: Omit<FoundEvent, 'history'>): boolean {
  if (event.judgment.fate.state !== 'settling' || event.backlog !== null) return false;
  return row === null || !(isOpen(row) || isKnownVersion(row, event));
}

/** Whether a row waits for its file, not for a person. */
export function goesOn(row: Pick<FileRow, 'state' | 'problem_code'>): boolean {
  return (
    row.state === 'settling' ||
    (row.state === 'held' && row.problem_code !== null && GOES_ON.has(row.problem_code))
  );
}

/** The look that a row has of its file. */
export function statOf(row: { size: number; mtime_ms: number; inode: string }): FileIdentity {
  return { size: row.size, mtimeMs: row.mtime_ms, inode: row.inode };
}

function isOpen({ state }: FileRow): boolean {
  return state === 'settling' || state === 'held' || state === 'ignored';
}

/** Whether a row that was dealt with is of the version that was found. */
function isKnownVersion(row: FileRow, { identity }: { readonly identity: FileStat }): boolean {
  return row.problem_code !== 'file.vanished' && sameVersion(statOf(row), identity);
}

/** The fate of a version that has no row yet. */
function beginning(row: FileRow | null, { judgment, backlog, history, identity }: FoundEvent): OpenFate {
  const { fate } = judgment;
  if (fate.state === 'ignored') return fate;
  // A decision to send the backlog sends nothing that the grouping holds.
  if (backlog !== null) return backlog.state === 'settling' ? fate : backlog;
  if (fate.state !== 'settling') return fate;
  if (row !== null && asksAgain(row, identity, history)) return askedAgain(row);
  const { namesake } = history;
  return namesake !== null && isNotToGo(namesake) ? askedAgain(namesake.row) : fate;
}

/** The fate of a file that looks like a file that was not to be sent: the same file, or another that nobody decided about. */
function askedAgain({ problem_code: code, problem_detail: detail }: FileRow): OpenFate {
  // The detail says since when the ledger may not know what was sent.
  const doubt = code === 'file.vanished' || code === 'file.backlog' ? detail : null;
  return { state: 'held', problem: { code: 'file.backlog', detail: doubt } };
}

/**
 * Whether a file that looks like the file of a row goes out only if a person says so. If the row was sent, the bytes tell
 * (`submit/member.ts`), unless the file had gone: then somebody, or a backup, put the file there again.
 */
function asksAgain(row: FileRow, identity: FileIdentity, { end }: History): boolean {
  if (!sameLook(statOf(row), identity)) return false;
  if (row.state === 'withdrawn') return true;
  if (row.state !== 'bound' || row.gone === 0) return false;
  return row.message_id !== null || end === 'decided';
}

/** Whether a file waits for a person, or a person decided that the file does not go: another name makes no other document of it. */
function isNotToGo({ row, wasTakenBack }: NonNullable<History['namesake']>): boolean {
  const { state, problem_code: code } = row;
  if (state === 'held') return code === 'file.backlog' || code === 'file.duplicate-withdrawn';
  // Of the files that vanished, those that waited for a person are still looked for.
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
  // The bytes tell whether the file is another document now (`folder.ts`); until then the row keeps the look of the one that was held.
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

/** A file that was dealt with keeps its state. */
function vanished(row: FileRow): RowStep {
  if (row.state !== 'settling' && row.state !== 'held')
    return { writes: [{ kind: 'gone', gone: true }], next: null };
  const isAsked = row.problem_code !== null && ASKED_ABOUT.has(row.problem_code);
  const detail = isAsked ? row.problem_detail : null;
  return { writes: [{ kind: 'vanish', detail, retired: !isAsked }], next: null };
}
