import type { FolderRule } from '../../../contract/settings.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import type { FileRow, Files } from '../../ledger/tables/files.ts';
import { mayHaveArrived } from '../../ledger/tables/perhaps-sent.ts';
import type { Log } from '../../log/events.ts';
import { type FileIdentity, sameVersion } from '../../share-io/file-identity.ts';
import { type FrozenFile, SourceChanged } from '../../spool/spool.ts';
import { statOf } from '../file-row.ts';

/** One version of one file that is to be sent. */
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

/** @throws SourceChanged where the row of a member is not of that version any more, or is not free to go */
export function assertFree(files: Files, member: Member, decided: boolean): void {
  const row = files.byId(member.id);
  const free = row?.state === 'settling' || row?.state === 'held' || (decided && row?.state === 'duplicate');
  if (row === null || !free || row.current === 0 || !sameVersion(statOf(row), member.identity)) {
    throw new SourceChanged('its row is of another version by now');
  }
}

/** Versions of files that hold the same bytes as the previous version: nobody made a new document. */
export interface TouchedVersions {
  /**
   * Returns the previous version if only the timestamp or inode changed, else null. Null also where a person was asked to put the file
   * in again, and where the previous version had gone, since file systems give the inode of a gone file to the next file.
   */
  previous(member: FrozenMember): FileRow | null;
  /** The submission that somebody took back before a person saved its document again, or null. */
  takenBack(member: FrozenMember): string | null;
  /** Holds documents that were taken back and saved again (I1): somebody decided that they do not go, so a person is asked. */
  holdTakenBack(members: readonly FrozenMember[]): void;
  /** Makes a touched version and the previous one a single row. */
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
    // A server or a backup gives other inode numbers, and nobody saved the file.
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
