import type { ProblemCode } from '../../contract/problem.ts';
import type { Clock } from '../clock.ts';
import type { FileRow, FileStat, Files, OpenFate } from '../ledger/tables/files.ts';
import { type FileIdentity, sameLook, sameVersion } from '../share-io/file-identity.ts';
import type { WalkedFile } from '../share-io/walk.ts';
import { WITHHELD } from '../stations/stations.ts';
import type { GroupPlace } from './group/grouping.ts';
import type { Selection } from './scan/selection.ts';

/** A file held for one of these goes on by itself; for the others a person decides. */
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

/** One that is held for one of these, is gone for a while and comes back as it was, waits for a person again. */
const ASKED_ABOUT: ReadonlySet<ProblemCode> = new Set(['file.backlog', 'file.duplicate-withdrawn']);

export interface Recorded {
  readonly id: number;
  readonly path: string;
  readonly identity: FileIdentity;
  readonly groupKey: string | null;
  /** It is on its way out and to be watched until it settles. */
  readonly open: boolean;
  readonly heldFor: ProblemCode | null;
}

export interface RecordOptions {
  /** Gives null for what is not of the backlog. */
  readonly backlog?: (found: WalkedFile) => OpenFate | null;
  readonly widened?: (stat: FileStat) => OpenFate;
  readonly twin?: boolean;
  /** It lies in a strange folder: what went from the folder that is meant is not back for that. */
  readonly strange?: boolean;
}

export interface FileRecorderParts {
  readonly folderId: string;
  readonly files: Files;
  readonly select: Selection;
  readonly place: (path: string) => GroupPlace;
  readonly clock: Clock;
}

/** What takes the place of a file that was not to be sent, and looks like it: the same one, or another that nobody decided about. */
function askedAgain({ problem_code: code, problem_detail: detail }: FileRow): OpenFate {
  // Since when the ledger may not know what was sent.
  const doubt = code === 'file.vanished' || code === 'file.backlog' ? detail : null;
  return { state: 'held', problem: { code: 'file.backlog', detail: doubt } };
}

/** Where a second file lives whose name differs from another's only in how its letters are composed. */
const spelledKey = (path: string) => `${path.normalize('NFC')}//${path}`;

/** Whether a row waits for its file, not for a person. */
export function goesOn(row: Pick<FileRow, 'state' | 'problem_code'>): boolean {
  return (
    row.state === 'settling' ||
    (row.state === 'held' && row.problem_code !== null && GOES_ON.has(row.problem_code))
  );
}

/** Writes what is found in one folder into the ledger: one row for each version of each file (I1). Never awaits. */
export class FileRecorder {
  readonly #parts: FileRecorderParts;

  constructor(parts: FileRecorderParts) {
    this.#parts = parts;
  }

  /** The row of a file by its path, or null. */
  find(path: string): FileRow | null {
    const { files, folderId } = this.#parts;
    const row = files.current(folderId, path.normalize('NFC'));
    if (row?.path === path) return row;
    return files.current(folderId, spelledKey(path)) ?? row;
  }

  /**
   * Records what stands at a path now. `backlog` decides about files that were there before the rule, `widened` about those
   * that were ignored and that changed settings now take; `twin` says that the
   * row found is of another file that is still there under another spelling of the same name.
   */
  record(found: WalkedFile, options: RecordOptions = {}): Recorded | null {
    const { files, folderId, clock } = this.#parts;
    const { path, identity } = found;
    const known = this.find(path);
    const row = known !== null && options.twin && known.path !== path ? null : known;
    const { fate, groupKey } = this.#judge(found);
    if (options.strange && row?.gone === 1 && row.state === 'ignored' && fate.state === 'ignored')
      return null;
    if (row === null || !isOpen(row)) {
      if (row !== null && row.problem_code !== 'file.vanished' && sameVersion(statOf(row), identity)) {
        if (row.gone === 1 && !options.strange) files.setGone(row.id, false);
        return null;
      }
      if (row !== null) files.retire(row.id);
      const nameKey = row?.name_key ?? (options.twin ? spelledKey(path) : path.normalize('NFC'));
      // Also of a known name: a rule that now names another place finds other files under the names of the old one.
      const ofBacklog = fate.state === 'ignored' ? fate : (options.backlog?.(found) ?? null);
      // A decision to send the backlog sends nothing that the grouping holds.
      const begin = ofBacklog?.state === 'settling' ? fate : (ofBacklog ?? this.#usual(fate, row, identity));
      const id = files.insert(
        { folderId, path, nameKey, groupKey, fate: begin, ...statOnly(identity) },
        clock.now(),
      );
      return { id, path, identity, groupKey, open: begin.state === 'settling', heldFor: null };
    }
    const taken = row.state === 'ignored' && fate.state === 'settling' && sameLook(statOf(row), identity);
    return this.#update(row, found, taken ? (options.widened?.(identity) ?? fate) : fate, groupKey);
  }

  #update(row: FileRow, found: WalkedFile, fate: OpenFate, groupKey: string | null): Recorded {
    const { files } = this.#parts;
    const same = sameVersion(statOf(row), found.identity);
    const looksSame = sameLook(statOf(row), found.identity);
    const ofWithdrawn = row.problem_code === 'file.duplicate-withdrawn' && fate.state === 'settling';
    // Its bytes tell whether it is another document now (`GroupSubmitter`); until then its row is of the one that was held.
    const untold = ofWithdrawn && !looksSame && row.size === found.identity.size;
    if (!untold && (!same || row.path !== found.path || row.gone === 1))
      files.restat(row.id, found.path, found.identity);
    if (row.group_key !== groupKey) files.setGroup(row.id, groupKey);
    const recorded = { id: row.id, path: found.path, identity: found.identity, groupKey };
    if (untold) return { ...recorded, open: true, heldFor: row.problem_code };
    const sameFile = looksSame || row.inode === found.identity.inode;
    const asked = row.problem_code === 'file.backlog' && (sameFile || row.problem_detail !== null);
    if (row.state === 'held' && asked && fate.state !== 'ignored')
      return { ...recorded, open: false, heldFor: row.problem_code };
    const decided =
      row.state === 'held' &&
      (row.problem_code === 'file.late-for-group' ||
        row.problem_code === 'file.late-for-refused' ||
        row.problem_code === 'file.late-for-kept-back' ||
        WITHHELD.some((one) => one === row.problem_code) ||
        row.problem_code === 'file.too-much-text' ||
        ofWithdrawn) &&
      looksSame;
    if (fate.state === 'settling' && decided) return { ...recorded, open: false, heldFor: row.problem_code };
    const stillChanging = row.problem_code === 'file.changing';
    if (fate.state === 'settling' && goesOn(row) && (same || stillChanging))
      return { ...recorded, open: true, heldFor: row.problem_code };
    files.setFate(row.id, fate);
    return { ...recorded, open: fate.state === 'settling', heldFor: null };
  }

  /** What becomes of a file that nobody knows under this name, or in this version. */
  #usual(fate: OpenFate, row: FileRow | null, identity: FileIdentity): OpenFate {
    if (fate.state !== 'settling') return fate;
    const { files, folderId } = this.#parts;
    if (row !== null && this.#asksAgain(row, identity)) return askedAgain(row);
    const renamed = files.withLook(folderId, identity);
    return renamed !== null && this.#isNotToGo(renamed) ? askedAgain(renamed) : fate;
  }

  /** Whether a file waits for a person, or a person decided that it does not go: another name makes no other document of it. */
  #isNotToGo(row: FileRow): boolean {
    const { state, problem_code: code } = row;
    if (state === 'held') return code === 'file.backlog' || code === 'file.duplicate-withdrawn';
    // Of what vanished, that waited which is still looked for.
    if (state === 'withdrawn')
      return code !== 'file.vanished' || (row.gone === 1 && row.duplicate_of === null);
    return state === 'bound' && (row.message_id !== null || this.#parts.files.wasTakenBack(row));
  }

  /**
   * Whether what looks like this row's file, but may be another, goes out only if a person says so. Of what was sent, the bytes
   * tell (see `TouchedVersions`), unless it had gone: then somebody, or a backup, put it there again.
   */
  #asksAgain(row: FileRow, identity: FileIdentity): boolean {
    if (!sameLook(statOf(row), identity)) return false;
    if (row.state === 'withdrawn') return true;
    if (row.state !== 'bound' || row.gone === 0) return false;
    return row.message_id !== null || this.#parts.files.wentNowhere(row) === 'decided';
  }

  #judge(found: WalkedFile): { fate: OpenFate; groupKey: string | null } {
    const ignoredBy = this.ignoredBy(found);
    if (ignoredBy !== null) return { fate: { state: 'ignored', by: ignoredBy }, groupKey: null };
    const place = this.#parts.place(found.path);
    if (place.kind === 'group') return { fate: { state: 'settling' }, groupKey: place.key };
    return { fate: { state: 'held', problem: { code: place.code, detail: null } }, groupKey: null };
  }

  /** The rule that keeps a file out, or null. */
  ignoredBy(found: Pick<WalkedFile, 'path' | 'kind'>): string | null {
    return found.kind === 'file' ? this.#parts.select(found.path) : found.kind;
  }

  /** A file is not there any more. One that was dealt with keeps its state. */
  vanish(row: FileRow): void {
    const { files } = this.#parts;
    if (row.state === 'settling' || row.state === 'held') {
      const waited = row.problem_code !== null && ASKED_ABOUT.has(row.problem_code);
      files.vanish(row.id, { detail: waited ? row.problem_detail : null, retired: !waited });
    } else {
      files.setGone(row.id, true);
    }
  }

  hold(id: number, code: ProblemCode, detail: string | null = null): void {
    this.#parts.files.setFate(id, { state: 'held', problem: { code, detail } });
  }

  release(id: number): void {
    this.#parts.files.setFate(id, { state: 'settling' });
  }
}

function isOpen(row: FileRow): boolean {
  return row.state === 'settling' || row.state === 'held' || row.state === 'ignored';
}

/** The look that a row has of its file. */
export function statOf(row: { size: number; mtime_ms: number; inode: string }): FileIdentity {
  return { size: row.size, mtimeMs: row.mtime_ms, inode: row.inode };
}

function statOnly({ size, mtimeMs, inode }: FileIdentity): FileIdentity {
  return { size, mtimeMs, inode };
}
