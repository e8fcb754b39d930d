import type { FolderRule } from '../../../contract/settings.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import type { FileRow, Files } from '../../ledger/tables/files.ts';
import { mayHaveArrived } from '../../ledger/tables/perhaps-sent.ts';
import type { Log } from '../../log/events.ts';
import { type FileIdentity, sameVersion } from '../../share-io/file-identity.ts';
import { type FrozenFile, SourceChanged } from '../../spool/spool.ts';
import { statOf } from '../file-row.ts';

/** One version of a file to be sent. */
export interface Member {
  readonly id: number;
  readonly path: string;
  readonly identity: FileIdentity;
}

export interface FrozenMember extends Member {
  readonly frozen: FrozenFile;
}

export function sha256Of(member: { readonly frozen: FrozenFile }): string {
  return member.frozen.sha256;
}

/** @throws SourceChanged if the row of a member has another version now, or may not be sent */
export function assertFree(files: Files, member: Member, decided: boolean): void {
  const row = files.byId(member.id);
  const free = row?.state === 'settling' || row?.state === 'held' || (decided && row?.state === 'duplicate');
  if (row === null || !free || row.current === 0 || !sameVersion(statOf(row), member.identity)) {
    throw new SourceChanged('the row of the file has another version now');
  }
}

/** Versions of files with the same bytes as the previous version: the file was touched, but is no new document. */
export interface TouchedVersions {
  /**
   * Returns the previous version if only the timestamp or inode changed; otherwise null. Also null if a person was asked to put the file
   * into the folder again, or if the previous version had vanished, because file systems reuse inodes of vanished files.
   */
  previous(member: FrozenMember): FileRow | null;
  /** The withdrawn submission of a document that a person saved again afterwards, or null. */
  takenBack(member: FrozenMember): string | null;
  /** Holds documents that were withdrawn and then saved again (I1): a person once excluded them, so a person decides. */
  holdTakenBack(members: readonly FrozenMember[]): void;
  /** Merges the rows of a touched version and the previous version. */
  merge(member: FrozenMember, before: FileRow): void;
}

export function createTouchedVersions(
  ledger: Ledger,
  files: Files,
  rule: FolderRule,
  log: Log,
): TouchedVersions {
  const previous: TouchedVersions['previous'] = ({ id, identity, frozen }) => {
    const row = files.byId(id);
    const before = row === null ? null : files.previous(row);
    if (before === null || before.sha256 !== frozen.sha256) return null;
    const alike = before.mtime_ms === identity.mtimeMs || before.inode === identity.inode;
    return before.gone === 0 && alike && files.wentNowhere(before) !== 'copy-lost' ? before : null;
  };

  const takenBack: TouchedVersions['takenBack'] = (member) => {
    const before = previous(member);
    // If only the inode changed, nobody saved the file: a server or a backup changed the inode.
    const isSaved = before !== null && before.mtime_ms !== member.identity.mtimeMs;
    return isSaved && files.wasTakenBack(before) ? before.submission_id : null;
  };

  return {
    previous,
    takenBack,
    holdTakenBack: (members) => {
      const parcel = members[0]?.id;
      if (parcel === undefined) return;
      ledger.transaction(() => {
        for (const member of members) {
          const of = takenBack(member);
          if (of === null) continue;
          assertFree(files, member, false);
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
