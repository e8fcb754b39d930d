import { assertNever } from '../../contract/assert-never.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import type { Clock } from '../clock.ts';
import type { FileRow, FileStat, Files, OpenFate } from '../ledger/tables/files.ts';
import type { WalkedFile } from '../share-io/walk.ts';
import {
  type FoundEvent,
  fileRow,
  type History,
  type Judgment,
  NO_HISTORY,
  needsHistory,
} from './file-row.ts';
import type { FileVersion } from './file-state.ts';
import type { GroupPlace } from './group/grouping.ts';
import type { Selection } from './scan/selection.ts';

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
