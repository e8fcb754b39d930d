import type { Clock, Random } from '../clock.ts';
import { type Earlier, findEarlier } from '../ledger/earlier.ts';
import type { Files, NewFileRow, OpenFate } from '../ledger/files.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { addSubmission } from '../ledger/new-submission.ts';
import type { FileIdentity } from './file-identity.ts';
import { newId } from './ids.ts';
import type { FrozenFile } from './spool.ts';
import { toNewFile } from './submitter.ts';
import type { Refusal } from './take-file.ts';

/** What a drop asks of the service. */
export interface DropWork {
  readonly taskType: string;
  readonly requestSpec: Readonly<Record<string, unknown>>;
  readonly name: string | null;
  readonly callbackTemplate: string | null;
  readonly notBefore?: number;
}

export interface ParcelFile {
  /** As people see it at the Task. */
  readonly path: string;
  /** Where it was found; the same as `path` where it has no path here. */
  readonly source: string;
  readonly frozen: FrozenFile;
}

/** What queueing files given by hand needs of the station. */
export interface QueueParts {
  readonly ledger: Ledger;
  readonly files: Files;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Queues files as one submission, each with a row of its own (I1). Documents that may already be a Task become duplicates of that
 * submission, unless `again`. To be called inside a transaction, with the copies' directory entries durable.
 */
export function queueParcel(
  { ledger, files, clock, random }: QueueParts,
  parcel: readonly ParcelFile[],
  work: DropWork,
  { now, again }: { readonly now: number; readonly again: boolean },
): { readonly id: string } | { readonly earlier: Earlier } {
  const rows = parcel.map(({ source, frozen }) => ({
    id: files.insert(dropRow(source, frozen.identity, { state: 'settling' }), now),
    sha256: frozen.sha256,
  }));
  const sha256s = parcel.map((file) => file.frozen.sha256);
  const earlier = again ? null : findEarlier(ledger, work, sha256s);
  if (earlier !== null) {
    for (const row of rows) files.markDuplicate(row.id, row.sha256, earlier.id);
    return { earlier };
  }
  const id = newId(clock, random);
  addDropSubmission(ledger, id, parcel, work, now);
  for (const row of rows) files.bind(row.id, row.sha256, { to: 'submission', id, move: false }, now);
  return { id };
}

/** The submission of a drop; its files are the caller's to bind. */
export function addDropSubmission(
  ledger: Ledger,
  id: string,
  files: readonly Pick<ParcelFile, 'path' | 'frozen'>[],
  { taskType, requestSpec, name, callbackTemplate, notBefore }: DropWork,
  now: number,
): void {
  addSubmission(
    ledger,
    {
      id,
      origin: 'drop',
      folderId: null,
      groupKey: null,
      claimKey: null,
      taskType,
      requestSpec,
      name,
      callbackTemplate,
      externalId: id,
      files: files.map(toNewFile),
      perhapsSent: false,
      ...(notBefore === undefined ? {} : { notBefore }),
    },
    now,
  );
}

/** What becomes of a file that a person gave and that does not go out. */
export function fateOf(refusal: Refusal): OpenFate {
  return 'ignoredBy' in refusal
    ? { state: 'ignored', by: refusal.ignoredBy }
    : { state: 'held', problem: refusal.problem };
}

/** The row of a file that a person gave. */
export function dropRow(path: string, { size, mtimeMs, inode }: FileIdentity, fate: OpenFate): NewFileRow {
  return { folderId: null, path, nameKey: path.normalize('NFC'), groupKey: null, size, mtimeMs, inode, fate };
}
