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

/** A file as the ledger has it now. `open`: the file is on its way out. */
export interface Recorded {
  readonly file: FileVersion;
  readonly open: boolean;
  readonly heldFor: ProblemCode | null;
}

export interface RecordOptions {
  /** The fate of a file that was there before the rule; null for any other file. */
  readonly backlog?: (found: WalkedFile) => OpenFate | null;
  /** The fate of an ignored file that changed settings now take. */
  readonly widened?: (stat: FileStat) => OpenFate;
  /** The row found by name is of another file, which is still there under another spelling of the same name. */
  readonly twin?: boolean;
  /** The file lies in a strange folder. */
  readonly strange?: boolean;
}

/** Writes what is found in one folder into the ledger (I1). Never awaits, and reads the row anew for each write. */
export interface FileRecorder {
  /** The row of a file by its path, or null. */
  find(path: string): FileRow | null;
  /** The row of a file of the same look whose path differs from `found` only in case, or null. */
  otherCase(found: WalkedFile): FileRow | null;
  /** Gives a file its new spelling. To be called in a transaction, before the file is recorded. */
  respell(former: FileRow, path: string): void;
  /** Records what stands at a path now; null if nothing about the file is new. To be called in a transaction. */
  record(found: WalkedFile, options?: RecordOptions): Recorded | null;
  /** Records that a file is not there any more. */
  vanish(row: FileRow): void;
  /** The rule that keeps a file out, or null. */
  ignoredBy(found: Pick<WalkedFile, 'path' | 'kind'>): string | null;
}

/** Makes the recorder of one folder; what to write is decided by `file-row.ts`. */
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
      // Also of a known name: a rule that now names another place finds other files under the names of the old one.
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

  return { find, otherCase, respell, record, vanish, ignoredBy };
}

const folded = (path: string) => path.normalize('NFC').toLowerCase();

/** The name key of a second file whose name differs from another's only in how its letters are composed. */
const spelledKey = (path: string) => `${path.normalize('NFC')}//${path}`;
