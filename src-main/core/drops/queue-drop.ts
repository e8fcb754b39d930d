import { isAbsolute } from 'node:path';
import type { Clock, Random } from '../clock.ts';
import { toNewFile } from '../folders/submit/member.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { findKnown, type Known } from '../ledger/tables/duplicates.ts';
import type { Files, NewFileRow, OpenFate } from '../ledger/tables/files.ts';
import { addSubmission } from '../ledger/tables/submissions.ts';
import type { FileIdentity } from '../share-io/file-identity.ts';
import { newId } from '../spool/ids.ts';
import type { FrozenFile } from '../spool/spool.ts';
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
 * Queues files as one submission, each with a row of its own (I1). A parcel in which nothing is new becomes duplicates, unless
 * `again`: each of the submission by which it may already be of a Task. To be called inside a transaction, with the copies'
 * directory entries durable.
 */
export function queueParcel(
  { ledger, files, clock, random }: QueueParts,
  parcel: readonly ParcelFile[],
  work: DropWork,
  { now, again }: { readonly now: number; readonly again: boolean },
): { readonly id: string } | { readonly known: readonly Known[] } {
  const sha256s = parcel.map((file) => file.frozen.sha256);
  const known = again ? null : findKnown(ledger, work, sha256s);
  const rows = parcel.map(({ source, frozen }) => ({
    id: addGiven(files, source, frozen, { state: 'settling' }, now),
    sha256: frozen.sha256,
  }));
  if (known !== null) {
    for (const [index, { sha256, of }] of known.entries()) {
      const row = rows[index];
      if (row !== undefined) files.markDuplicate(row.id, sha256, of.id, rows[0]?.id);
    }
    return { known };
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

/**
 * Adds the row of a file that a person gave, and gives its id. What waits of the same file from before has ended: the new row tells
 * what becomes of it (I1). Not of a file without a path here: another one may have the same name.
 */
export function addGiven(
  files: Files,
  path: string,
  { identity, sha256 }: { readonly identity: FileIdentity; readonly sha256?: string },
  fate: OpenFate,
  now: number,
): number {
  if (isAbsolute(path)) files.giveAgain(path, sha256 ?? null);
  return files.insert(dropRow(path, identity, fate), now);
}

/** The row of a file that a person gave. */
export function dropRow(path: string, { size, mtimeMs, inode }: FileIdentity, fate: OpenFate): NewFileRow {
  return { folderId: null, path, nameKey: path.normalize('NFC'), groupKey: null, size, mtimeMs, inode, fate };
}
