import { isAbsolute } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { say } from '../../contract/say.ts';
import type { DropGrouping } from '../../contract/views/drop.ts';
import type { Clock, Random } from '../clock.ts';
import { newSubmissionId } from '../ids.ts';
import type { Committer } from '../ledger/db/group-commit.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { addCorrection, type Correction } from '../ledger/tables/corrections.ts';
import { type Purpose, purposeHash } from '../ledger/tables/dedup-keys.ts';
import {
  findEarlier,
  findKnown,
  type Known,
  perhapsOf,
  type SubmitDecision,
} from '../ledger/tables/duplicates.ts';
import type { FileRow, Files, NewFileRow, OpenFate } from '../ledger/tables/files.ts';
import type { NewFile } from '../ledger/tables/outbox-rows.ts';
import { addSubmission, submissionById } from '../ledger/tables/submissions.ts';
import { PlainError } from '../plain-error.ts';
import type { FileIdentity } from '../share-io/file-identity.ts';
import { isTooMuchText, tooMuchText } from '../spool/inline-text.ts';
import { type FrozenFile, SourceChanged, type Spool, toNewFile } from '../spool/spool.ts';
import {
  type CopiedEntry,
  copyOf,
  fateOfCopy,
  type OpenDrop,
  parcelsOf,
  type Refusal,
  unknownDrop,
} from './open-drop.ts';

export interface QueueParts {
  readonly ledger: Ledger;
  readonly files: Files;
  readonly spool: Spool;
  readonly clock: Clock;
  readonly random: Random;
}

export interface ResendParts extends QueueParts {
  readonly commit: Committer;
}

// The values that all submissions of a drop share. The create requests contain the task type, request_spec, name and callback
// (docs/service.md 4.2).
interface DropWork extends Purpose {
  readonly name: string | null;
  /** The address that the service calls when the Task changes; null or absent for no callback. */
  readonly callbackTemplate?: string | null;
  /**
   * The external_id that a person chose for the only Task of the drop (`SubmissionRow.reference`). Other Tasks may have the same
   * external_id: it correlates Tasks (docs/service.md 1.7).
   */
  readonly reference?: string | null;
  /** The time, in milliseconds since the epoch, until which a person can take the submissions back. The outbox sends nothing earlier. */
  readonly notBefore?: number;
  /** Whether a person sends the drop only to test a task type (`NewSubmission.test`). */
  readonly test?: boolean;
  /** The Task that the submission corrects; absent for a submission that is no correction. */
  readonly correction?: Correction;
}

export interface DropRequest extends DropWork {
  readonly grouping: DropGrouping;
  /** Whether documents that were sent before are sent again. */
  readonly duplicates: boolean;
  /** True for a Task with only a request_spec (docs/service.md 4.2): a drop without any file then becomes one Task without documents. */
  readonly onlyDetails?: boolean;
  /** Called for each submission, in the transaction that queues the submission. */
  readonly onQueued?: (id: string, now: number) => void;
}

/** The number of files that one transaction queues. More files would delay the engine's other work. */
const FILES_AT_A_TIME = 100;

/**
 * Queues the files of a drop: adds a submission for each parcel (the files that become one Task) and a row for each file (I1), except for
 * the document of a test, which no person added. Closes the drop. If the ledger fails after some parcels were queued, the drop stays open
 * with the other files.
 * Unless `request.duplicates` is true, the files of a parcel without a new document become duplicates. A parcel with a new document is sent
 * whole, because a Task without some of its pages is worse than a document that is sent twice.
 * @returns the ids of the submissions, and the entries that became duplicates, each with its earlier submission
 * @throws PlainError `drop.unknown`, `drop.reading`, `drop.incomplete`, `drop.partly`, `file.too-much-text`
 */
export async function queueDrop(
  parts: QueueParts,
  drop: OpenDrop,
  request: DropRequest,
): Promise<{ ids: string[]; duplicates: KnownEntry[] }> {
  await makeCopiesDurable(parts, drop);
  const parcels = parcelsToSend(drop, request);
  for (const parcel of parcels) refuseTooMuch(parcel);
  refuseReference(request.reference ?? null, parcels.length);
  const ids: string[] = [];
  const duplicates: KnownEntry[] = [];
  for (const slice of slicesOf(parcels)) {
    if (drop.isClosed) throw unknownDrop();
    const unused: KnownEntry[] = [];
    queuedOrPartly(ids.length, drop, () => {
      const queued = parts.ledger.transaction(() => {
        const now = parts.clock.now();
        return slice.map((parcel) => queueParcel(parts, parcel, request, now));
      });
      for (const one of queued) {
        if ('id' in one) ids.push(one.id);
        else unused.push(...one.known);
      }
    });
    // The files of the slice are recorded. If a later slice fails, the drop stays open and must no longer contain these files.
    for (const entry of slice.flat()) drop.remove(entry.index);
    duplicates.push(...unused);
    await parts.spool.remove(unused.map(({ entry }) => entry.fate.frozen.spoolName));
    await nextTurn();
  }
  if (drop.isClosed) throw unknownDrop();
  parts.ledger.transaction(() => recordRefused(parts, drop));
  drop.close();
  await removeKept(parts, drop);
  return { ids, duplicates };
}

/**
 * Throws if `request` would send no new document. The drop then stays open, and its files are marked as duplicates. The function asks the
 * ledger again, because a folder or another drop may have sent or withdrawn a document since the file was added.
 * @throws PlainError `drop.unknown`, `drop.reading`, `drop.incomplete`, `drop.nothing-to-send`, `file.too-much-text`
 */
export async function refuseNothingNew(
  parts: QueueParts,
  drop: OpenDrop,
  request: Pick<DropRequest, 'grouping' | 'duplicates' | 'onlyDetails' | 'reference' | keyof Purpose>,
): Promise<void> {
  refuseWhileReading(drop);
  const parcels = parcelsToSend(drop, request);
  for (const parcel of parcels) refuseTooMuch(parcel);
  if (parcels.length === 0) throw nothingToSend(false);
  refuseReference(request.reference ?? null, parcels.length);
  if (request.duplicates || request.onlyDetails === true) return;
  for (const slice of slicesOf(parcels)) {
    if (slice.some((parcel) => knownEntries(parts.ledger, parcel, request) === null)) return;
    await nextTurn();
  }
  let isPerhaps = false;
  for (const parcel of parcels) {
    for (const { entry, of } of knownEntries(parts.ledger, parcel, request) ?? []) {
      entry.fate = fateOfCopy(entry.fate.frozen, of);
      isPerhaps ||= !of.goes;
    }
  }
  throw isPerhaps ? perhapsSent() : nothingToSend(true);
}

/**
 * Throws if the drop has the same documents, task type and request_spec as the corrected Task or as an earlier submission, because the
 * service would create a second Task for the same documents (I2). Does nothing if `request.duplicates` is true, because a person then
 * decided to send the documents again.
 * @throws PlainError `drop.unchanged`
 */
export function refuseUnchanged(
  { ledger }: Pick<QueueParts, 'ledger'>,
  drop: OpenDrop,
  request: Pick<DropRequest, 'duplicates' | keyof Purpose>,
): void {
  if (request.duplicates) return;
  const sha256s = drop.copied().map(({ fate }) => fate.frozen.sha256);
  if (drop.isUnchanged(request) || findEarlier(ledger, request, sha256s) !== null) throw unchanged();
}

/**
 * Queues the copied files of a drop as documents of an answer, with a row for each file (I1). Closes the drop.
 * @param keep stores the answer with the given files and returns the id of the answer; called in the transaction that writes the rows
 * @throws PlainError `drop.unknown`, `drop.reading`, `drop.incomplete`, `drop.nothing-to-send`, `file.too-much-text`
 */
export async function handOverDrop(
  parts: QueueParts,
  drop: OpenDrop,
  keep: (files: readonly NewFile[]) => string,
): Promise<void> {
  const { ledger, files, clock } = parts;
  await makeCopiesDurable(parts, drop);
  refuseTooMuch(drop.copied());
  ledger.transaction(() => {
    const now = clock.now();
    const copied = drop.copied();
    if (copied.length === 0) throw nothingToSend(false);
    const id = keep(copied.map(newFileOf));
    for (const { source, fate } of copied) {
      const row = addGiven(files, source, fate.frozen, { state: 'settling' }, now);
      files.bind(row, fate.frozen.sha256, { to: 'message', id, move: false }, now);
    }
    recordRefused(parts, drop);
  });
  drop.close();
  await removeKept(parts, drop);
}

/**
 * Queues dropped files that are duplicates as one new submission, with the purpose of the earlier submission `earlierId`. With `decided`
 * null, the files stay duplicates if every document was sent, may have been sent, or will be sent. With `decided` `after-all`, the files
 * stay duplicates only if every document was sent or will be sent.
 * @param kept is called in the transaction that queues the files
 * @returns false if the files stay duplicates and nothing is queued
 * @throws PlainError `file.purpose-not-kept`; SourceChanged if a file is no longer the dropped document; in both cases nothing is queued
 */
export async function resendDrop(
  parts: ResendParts,
  rows: readonly FileRow[],
  earlierId: string,
  decided: SubmitDecision,
  kept: () => void,
): Promise<boolean> {
  const { ledger, files, spool, commit, clock, random } = parts;
  const earlier = submissionById(ledger, earlierId);
  if (earlier === null) throw new Error('the submission of a duplicate does not exist');
  const purpose = { taskType: earlier.task_type, requestSpec: earlier.request_spec };
  if (earlier.purpose !== purposeHash(purpose)) throw purposeNotKept();
  const copies: { row: FileRow; frozen: FrozenFile }[] = [];
  let isQueued = false;
  try {
    for (const row of rows) copies.push({ row, frozen: await spool.freeze(row.path) });
    await spool.sync();
    isQueued = await commit(() => {
      for (const { row, frozen } of copies) {
        const isSame = frozen.sha256 === row.sha256 && files.byId(row.id)?.state === row.state;
        if (!isSame) throw new SourceChanged('the file is no longer the dropped document');
      }
      const known =
        decided === 'again'
          ? null
          : findKnown(
              ledger,
              purpose,
              copies.map(({ frozen }) => frozen.sha256),
            );
      const ids = rows.map((row) => row.id);
      if (known !== null && (perhapsOf(known) === null || decided !== 'after-all')) {
        markDuplicates(files, ids, known);
        return false;
      }
      kept();
      const { id } = newSubmissionId({ ledger, clock, random });
      const work = { ...purpose, name: earlier.name, callbackTemplate: earlier.callback_template };
      const sent = copies.map(({ row, frozen }) => toNewFile({ path: row.path, frozen }));
      addDropSubmission(ledger, id, clock.now(), sent, work);
      for (const { row, frozen } of copies) {
        files.bind(row.id, frozen.sha256, { to: 'submission', id, move: false }, clock.now());
      }
      return true;
    });
    return isQueued;
  } finally {
    if (!isQueued) await spool.remove(copies.map(({ frozen }) => frozen.spoolName));
  }
}

export function dropRow(path: string, identity: FileIdentity, fate: OpenFate): NewFileRow {
  const nameKey = path.normalize('NFC');
  // No scan follows a file that was given by hand, so a change of its rights must not make the file another version.
  return { folderId: null, path, nameKey, groupKey: null, ...identity, ctimeMs: null, fate };
}

interface KnownEntry extends Known {
  readonly entry: CopiedEntry;
}

function parcelsToSend(
  drop: OpenDrop,
  { grouping, onlyDetails = false }: Pick<DropRequest, 'grouping' | 'onlyDetails'>,
): CopiedEntry[][] {
  if (!onlyDetails) return parcelsOf(drop.copied(), grouping);
  // A file that was added meanwhile is neither left out silently nor sent without a review.
  return drop.size === 0 ? [[]] : [];
}

function queueParcel(
  { ledger, files, clock, random }: QueueParts,
  parcel: readonly CopiedEntry[],
  request: DropRequest,
  now: number,
): { readonly id: string } | { readonly known: readonly KnownEntry[] } {
  const known = request.duplicates || parcel.length === 0 ? null : knownEntries(ledger, parcel, request);
  const found = request.test === true ? [] : parcel;
  const rows = found.map(({ source, fate }) => ({
    id: addGiven(files, source, fate.frozen, { state: 'settling' }, now),
    sha256: fate.frozen.sha256,
  }));
  if (known !== null) {
    const ids = rows.map((row) => row.id);
    markDuplicates(files, ids, known);
    return { known };
  }
  const { id } = newSubmissionId({ ledger, clock, random });
  addDropSubmission(ledger, id, now, parcel.map(newFileOf), request);
  for (const row of rows) files.bind(row.id, row.sha256, { to: 'submission', id, move: false }, now);
  request.onQueued?.(id, now);
  return { id };
}

/** Returns the files of a parcel, each with the earlier submission of the same document; null if any document of the parcel is new. */
function knownEntries(ledger: Ledger, parcel: readonly CopiedEntry[], purpose: Purpose): KnownEntry[] | null {
  const known = findKnown(
    ledger,
    purpose,
    parcel.map((entry) => entry.fate.frozen.sha256),
  );
  return (
    known?.flatMap((one, index) => {
      const entry = parcel[index];
      return entry === undefined ? [] : [{ ...one, entry }];
    }) ?? null
  );
}

function markDuplicates(files: Files, ids: readonly number[], known: readonly Known[]): void {
  for (const [index, { sha256, of }] of known.entries()) {
    const id = ids[index];
    if (id !== undefined) files.markDuplicate(id, sha256, of.id, ids[0]);
  }
}

function addDropSubmission(
  ledger: Ledger,
  id: string,
  now: number,
  files: readonly NewFile[],
  {
    taskType,
    requestSpec,
    name,
    callbackTemplate = null,
    reference = null,
    notBefore = now,
    test = false,
    correction,
  }: DropWork,
): void {
  const sent = { taskType, requestSpec, name, callbackTemplate, files, notBefore, test, perhapsSent: false };
  const source = { origin: 'drop', folderId: null, groupKey: null, claimKey: null } as const;
  addSubmission(ledger, { id, externalId: id, reference, ...source, ...sent }, now);
  if (correction !== undefined) addCorrection(ledger, id, correction);
}

/** Adds a row, with the reason, for each refused file of a drop (I1). */
function recordRefused({ files, clock }: QueueParts, drop: OpenDrop): void {
  for (const { source, identity, fate } of drop.entries()) {
    if (fate.state === 'refused') addGiven(files, source, { identity }, rowFate(fate.refusal), clock.now());
  }
}

/** Deletes the spool copies of refused files. If the deletion fails, `removeOrphans` deletes the spool copies later. */
async function removeKept({ spool }: QueueParts, drop: OpenDrop): Promise<void> {
  const kept = drop.entries().filter(({ fate }) => fate.state === 'refused');
  await spool.remove(kept.flatMap((entry) => copyOf(entry)?.spoolName ?? [])).catch(() => undefined);
}

function rowFate(refusal: Refusal): OpenFate {
  return 'ignoredBy' in refusal
    ? { state: 'ignored', by: refusal.ignoredBy }
    : { state: 'held', problem: refusal.problem };
}

// Adds a row for a dropped file and returns its id. A held row of the same file ends (I1). A file from a browser page ends no earlier row,
// because its path is only a name, and different files may share the name.
function addGiven(
  files: Files,
  path: string,
  { identity, sha256 }: { readonly identity: FileIdentity; readonly sha256?: string },
  fate: OpenFate,
  now: number,
): number {
  if (isAbsolute(path)) files.giveAgain(path, sha256 ?? null);
  return files.insert(dropRow(path, identity, fate), now);
}

const newFileOf = ({ shown, fate }: CopiedEntry) => toNewFile({ path: shown, frozen: fate.frozen });

/** Divides parcels into slices of at most `FILES_AT_A_TIME` files. A larger parcel becomes a slice by itself. */
function slicesOf<T extends readonly unknown[]>(parcels: readonly T[]): T[][] {
  const slices: T[][] = [];
  let room = 0;
  for (const parcel of parcels) {
    const last = slices.at(-1);
    if (last === undefined || room < parcel.length) {
      slices.push([parcel]);
      room = FILES_AT_A_TIME - parcel.length;
    } else {
      last.push(parcel);
      room -= parcel.length;
    }
  }
  return slices;
}

async function makeCopiesDurable({ spool }: QueueParts, drop: OpenDrop): Promise<void> {
  refuseWhileReading(drop);
  await spool.sync();
  refuseWhileReading(drop);
}

function queuedOrPartly(before: number, drop: OpenDrop, work: () => void): void {
  try {
    work();
  } catch (cause) {
    if (before === 0) throw cause;
    throw new PlainError(
      'drop.partly',
      say('documents.addedSubmissionsOutbox', { before, count: drop.copied().length }),
      say('documents.freeSomeSpaceDiskComputer'),
      { cause },
    );
  }
}

function refuseReference(reference: string | null, tasks: number): void {
  if (reference === null || tasks <= 1) return;
  throw new PlainError(
    'drop.one-reference',
    say('documents.documentsBecomeTasks', { tasks }),
    say('documents.sendAllDocumentsTask'),
  );
}

function refuseTooMuch(parcel: readonly CopiedEntry[]): void {
  if (isTooMuchText(parcel.map((entry) => entry.fate.frozen))) throw tooMuchText();
}

function refuseWhileReading(drop: OpenDrop): void {
  if (drop.isClosed) throw unknownDrop();
  if (!drop.isReading && drop.missing === 0) return;
  if (!drop.isReading) throw notAllArrived(drop.missing);
  throw new PlainError(
    'drop.reading',
    say('documents.stillReadingFiles'),
    say('documents.waitUntilAllFiles'),
  );
}

function notAllArrived(missing: number): PlainError {
  return new PlainError(
    'drop.incomplete',
    say('documents.addedFilesNotArrived', { missing }),
    say('documents.waitFilesStillAdded'),
  );
}

function perhapsSent(): PlainError {
  return new PlainError(
    'drop.nothing-to-send',
    say('documents.allDocumentsSentBefore'),
    say('documents.lookServiceTasksDocuments'),
  );
}

function nothingToSend(known: boolean): PlainError {
  return new PlainError(
    'drop.nothing-to-send',
    known ? say('documents.allDocumentsSentBeforeOutbox') : say('documents.cannotSendAnyFiles'),
    known ? say('documents.discardDraft') : say('documents.checkReasonEachFile'),
  );
}

function unchanged(): PlainError {
  return new PlainError(
    'drop.unchanged',
    say('documents.nothingChanged'),
    say('documents.leaveAddChangeDocument'),
  );
}

function purposeNotKept(): PlainError {
  return new PlainError(
    'file.purpose-not-kept',
    say('documents.deletedDetailsDocumentSent'),
    say('documents.addFileAgainChooseTaskType'),
  );
}
