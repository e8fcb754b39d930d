import type { FolderRule } from '../../../contract/settings.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import type { FileRow, Files } from '../../ledger/tables/files.ts';
import { mayHaveArrived } from '../../ledger/tables/perhaps-sent.ts';
import type { Log } from '../../log/events.ts';
import { type FileIdentity, sameVersion } from '../../share-io/file-identity.ts';
import { type FrozenFile, type HashedFile, SourceChanged } from '../../spool/spool.ts';
import { statOf } from '../file-row.ts';

export interface Member {
  readonly id: number;
  readonly path: string;
  readonly identity: FileIdentity;
}

export interface HashedMember extends Member {
  readonly frozen: HashedFile;
}

export interface FrozenMember extends Member {
  readonly frozen: FrozenFile;
  /** The mark of the pictures of a PDF or the pages of a TIFF (`pictureMark`), or null. */
  readonly mark: string | null;
}

export function sha256Of(member: { readonly frozen: FrozenFile }): string {
  return member.frozen.sha256;
}

/** The states in which a file may be submitted without a decision of a person. */
const UNSENT: readonly FileRow['state'][] = ['settling', 'held'];

/**
 * Checks that a file's row still has the version of `member` and may be submitted, because its state is `settling`, `held` or one of `more`.
 * @throws SourceChanged otherwise
 */
export function assertFree(files: Files, member: Member, more: readonly FileRow['state'][] = []): void {
  const row = files.byId(member.id);
  const free = row !== null && [...UNSENT, ...more].includes(row.state);
  if (!free || row.current === 0 || !sameVersion(statOf(row), member.identity)) {
    throw new SourceChanged('the row of the file has another version now');
  }
}

/** Finds files that a program saved again without a change of the bytes. Such a file is not a new document. */
export interface TouchedVersions {
  /** Whether the bytes of a file must be compared with the previous version, because `previous` may find a row. */
  mayBe(member: Member): boolean;
  /**
   * Returns the row of the previous version if the bytes are equal and the time or the inode did not change; otherwise null. If the previous
   * version had vanished, both must be unchanged, because file systems reuse inodes. Also returns null if the spool copy of the previous
   * version was lost, because the file must be sent again.
   */
  previous(member: HashedMember): FileRow | null;
  /** If the file is a withdrawn document that was saved again, returns the id of the withdrawn submission; otherwise null. */
  takenBack(member: HashedMember): string | null;
  /** Holds each file that is a withdrawn document and was saved again (I1), because a person once decided against sending the document. */
  holdTakenBack(members: readonly HashedMember[]): void;
  /** Removes the row of the new version, and gives the row of the previous version the current path, time and inode. */
  merge(member: HashedMember, before: FileRow): void;
}

export function createTouchedVersions(
  ledger: Ledger,
  files: Files,
  rule: FolderRule,
  log: Log,
): TouchedVersions {
  const candidate = ({ id, identity }: Member): FileRow | null => {
    const row = files.byId(id);
    const before = row === null ? null : files.previous(row);
    if (before === null || before.sha256 === null || before.size !== identity.size) return null;
    const marks = [before.mtime_ms === identity.mtimeMs, before.inode === identity.inode];
    const alike = before.gone === 0 ? marks.includes(true) : !marks.includes(false);
    return alike && files.wentNowhere(before) !== 'copy-lost' ? before : null;
  };

  const previous: TouchedVersions['previous'] = (member) => {
    const before = candidate(member);
    return before?.sha256 === member.frozen.sha256 ? before : null;
  };

  const takenBack: TouchedVersions['takenBack'] = (member) => {
    const before = previous(member);
    // A changed inode alone does not mean that a person saved the file, because servers and backups change inodes too.
    const isSaved = before !== null && before.mtime_ms !== member.identity.mtimeMs;
    return isSaved && files.wasTakenBack(before) ? before.submission_id : null;
  };

  return {
    mayBe: (member) => candidate(member) !== null,
    previous,
    takenBack,
    holdTakenBack: (members) => {
      const parcel = members[0]?.id;
      if (parcel === undefined) return;
      ledger.transaction(() => {
        for (const member of members) {
          const of = takenBack(member);
          if (of === null) continue;
          assertFree(files, member);
          const code = mayHaveArrived(ledger, of) ? 'file.perhaps-sent' : 'file.duplicate-withdrawn';
          files.holdEqual(member.id, { sha256: member.frozen.sha256, of, parcel, code });
          log('file.held', { folder: rule.id, code });
        }
      });
    },
    merge: (member, before) =>
      ledger.transaction(() => {
        files.forget(member.id);
        files.restat(before.id, member.path, member.identity);
      }),
  };
}
