import type { Files } from '../../ledger/tables/files.ts';
import type { NewFile } from '../../ledger/tables/outbox-rows.ts';
import { type FileIdentity, sameVersion } from '../../share-io/file-identity.ts';
import { type FrozenFile, SourceChanged } from '../../spool/spool.ts';
import { statOf } from '../file-recorder.ts';

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

/** A frozen file as a submission or an answer keeps it. */
export function toNewFile({ path, frozen }: { path: string; frozen: FrozenFile }): NewFile {
  return {
    path,
    fileName: frozen.fileName,
    mediaType: frozen.mediaType,
    size: frozen.size,
    sha256: frozen.sha256,
    spoolName: frozen.spoolName,
  };
}

/** @throws SourceChanged where the row of a member is not of that version any more, or is not free to go */
export function assertFree(files: Files, member: Member, decided: boolean): void {
  const row = files.byId(member.id);
  const free = row?.state === 'settling' || row?.state === 'held' || (decided && row?.state === 'duplicate');
  if (row === null || !free || row.current === 0 || !sameVersion(statOf(row), member.identity)) {
    throw new SourceChanged('its row is of another version by now');
  }
}
