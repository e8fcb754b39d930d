import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DropGrouping } from '../../contract/views/drop.ts';
import { toNewFile } from '../folders/submit/member.ts';
import { findKnown } from '../ledger/tables/earlier.ts';
import type { Purpose } from '../ledger/tables/payload.ts';
import type { NewFile } from '../ledger/tables/sent-files.ts';
import { PlainError } from '../plain-error.ts';
import { isTooMuchText, tooMuchText } from '../spool/inline-text.ts';
import type { Spool } from '../spool/spool.ts';
import { type CopiedEntry, fateOfCopy, type OpenDrop, parcelsOf, unknownDrop } from './open-drop.ts';
import { addGiven, fateOf, type QueueParts, queueParcel } from './queue-drop.ts';

/** How the ready files of a drop go out. */
export interface DropRequest {
  readonly grouping: DropGrouping;
  readonly taskType: string;
  readonly requestSpec: Readonly<Record<string, unknown>>;
  readonly name: string | null;
  /** Whether documents that were sent before go again. */
  readonly duplicates: boolean;
  /** Nothing is sent before this time (milliseconds since the epoch): until then it can be taken back. */
  readonly notBefore: number;
  /** Called for each submission, in the transaction that queues it. */
  readonly onQueued?: (id: string, now: number) => void;
}

interface SendParts extends QueueParts {
  readonly spool: Pick<Spool, 'sync'>;
}

/** As many files as are queued in one go: more would keep everything else waiting. */
const FILES_AT_A_TIME = 100;

/**
 * Queues a drop as the request says, with a row for each of its files (I1); a parcel whole or not at all. One in which
 * nothing is new is a duplicate; one with something new goes whole, because a Task without its other pages is worse. Gives
 * the submissions, and closes the drop. Should the ledger fail in the middle, what was not queued stays in the drop.
 */
export async function sendDrop(
  parts: SendParts,
  drop: OpenDrop,
  request: DropRequest,
  release: (copies: readonly string[]) => Promise<void>,
): Promise<string[]> {
  const { ledger, spool, clock } = parts;
  refuseWhileReading(drop);
  await spool.sync();
  refuseWhileReading(drop);
  const parcels = parcelsOf(drop.copied(), request.grouping);
  for (const parcel of parcels) refuseTooMuch(parcel);
  await refuseNothingNew(parts, parcels, request);
  const ids: string[] = [];
  for (const slice of slicesOf(parcels)) {
    if (drop.closed) throw unknownDrop();
    const now = clock.now();
    const done = queuedOrPartly(ids.length, drop, () =>
      ledger.transaction(() => queueSlice(parts, slice, request, now)),
    );
    ids.push(...done.ids);
    // What is queued is the outbox's from here on, whatever becomes of the rest.
    for (const entry of slice.flat()) drop.remove(entry.index);
    await release(done.unused);
    await nextTurn();
  }
  if (drop.closed) throw unknownDrop();
  ledger.transaction(() => recordRefused(parts, drop, clock.now()));
  drop.close();
  return ids;
}

function queueSlice(
  parts: SendParts,
  slice: readonly (readonly CopiedEntry[])[],
  request: DropRequest,
  now: number,
): { ids: string[]; unused: string[] } {
  const ids: string[] = [];
  const unused: string[] = [];
  const work = { ...request, callbackTemplate: null };
  for (const parcel of slice) {
    const queued = queueParcel(parts, parcel.map(toParcelFile), work, { now, again: request.duplicates });
    if ('id' in queued) {
      ids.push(queued.id);
      request.onQueued?.(queued.id, now);
    } else {
      unused.push(...parcel.map((entry) => entry.fate.frozen.spoolName));
    }
  }
  return { ids, unused };
}

async function refuseNothingNew(
  parts: SendParts,
  parcels: readonly (readonly CopiedEntry[])[],
  request: DropRequest,
): Promise<void> {
  if (parcels.length === 0) throw nothingToSend(false);
  if (request.duplicates) return;
  for (const slice of slicesOf(parcels)) {
    if (slice.some((parcel) => knownParcel(parts, parcel, request) === null)) return;
    await nextTurn();
  }
  // The drop stays open, and is to say of which documents that is.
  let isPerhaps = false;
  for (const parcel of parcels) {
    for (const { entry, of } of knownParcel(parts, parcel, request) ?? []) {
      entry.fate = fateOfCopy(entry.fate.frozen, of);
      isPerhaps ||= !of.goes;
    }
  }
  throw isPerhaps ? perhapsSent() : nothingToSend(true);
}

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

function queuedOrPartly<T>(before: number, drop: OpenDrop, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (before === 0) throw cause;
    throw new PlainError(
      'drop.partly',
      `${before} of the submissions were queued and go out; then the record could not be written any more. The other ${drop.copied().length} documents were not sent: they are still here.`,
      'Free some space on the disk of this computer, then send the rest.',
      { cause },
    );
  }
}

/** Gives the copied files of a drop to a message; a row for each of its files (I1). */
export async function handOverDrop(
  parts: SendParts,
  drop: OpenDrop,
  keep: (files: readonly NewFile[]) => string,
): Promise<void> {
  const { ledger, files, spool, clock } = parts;
  refuseWhileReading(drop);
  await spool.sync();
  refuseWhileReading(drop);
  refuseTooMuch(drop.copied());
  ledger.transaction(() => {
    const now = clock.now();
    const copied = drop.copied();
    if (copied.length === 0) throw nothingToSend(false);
    const id = keep(copied.map((entry) => toNewFile(toParcelFile(entry))));
    for (const { source, fate } of copied) {
      const row = addGiven(files, source, fate.frozen, { state: 'settling' }, now);
      files.bind(row, fate.frozen.sha256, { to: 'message', id, move: false }, now);
    }
    recordRefused(parts, drop, now);
  });
  drop.close();
}

/** Each file of a parcel in which nothing is new, with the submission by which it may be of a Task; null when something is new. */
function knownParcel({ ledger }: SendParts, parcel: readonly CopiedEntry[], purpose: Purpose) {
  // Asked again, whatever it was when it was copied: while the drop was looked at, a folder or another drop may have sent it,
  // or what it was a duplicate of may have been withdrawn or refused.
  const sha256s = parcel.map((entry) => entry.fate.frozen.sha256);
  const known = findKnown(ledger, purpose, sha256s);
  return (
    known?.flatMap(({ of }, index) => {
      const entry = parcel[index];
      return entry === undefined ? [] : [{ entry, of }];
    }) ?? null
  );
}

function recordRefused({ files }: SendParts, drop: OpenDrop, now: number): void {
  for (const { source, identity, fate } of drop.entries()) {
    if (fate.state === 'refused') addGiven(files, source, { identity }, fateOf(fate.refusal), now);
  }
}

const toParcelFile = ({ shown, source, fate }: CopiedEntry) => ({ path: shown, source, frozen: fate.frozen });

function refuseTooMuch(parcel: readonly CopiedEntry[]): void {
  if (isTooMuchText(parcel.map((entry) => entry.fate.frozen))) throw tooMuchText();
}

function refuseWhileReading(drop: OpenDrop): void {
  if (drop.closed) throw unknownDrop();
  if (!drop.reading && drop.missing === 0) return;
  if (!drop.reading) throw notAllCame(drop.missing);
  throw new PlainError(
    'drop.reading',
    'Files are still being read, so nothing was sent yet.',
    'Wait until all are read, then send again.',
  );
}

function notAllCame(missing: number): PlainError {
  const files =
    missing === 1 ? '1 of the files that were given has' : `${missing} of the files that were given have`;
  return new PlainError(
    'drop.incomplete',
    `${files} not arrived here, so nothing was sent: a Task could lack a part of its documents.`,
    'Wait if files are still being added. If the page was closed or loaded anew meanwhile, discard these files and add all of them again.',
  );
}

function perhapsSent(): PlainError {
  return new PlainError(
    'drop.nothing-to-send',
    'All these documents have been sent before or wait to be sent, and some of them were only perhaps sent: no answer proved that the service did not take them. So nothing was sent.',
    'Look for their Tasks at the service. Discard the drop; or choose to send duplicates too, if there is no Task of them.',
  );
}

function nothingToSend(known: boolean): PlainError {
  return new PlainError(
    'drop.nothing-to-send',
    known
      ? 'All these documents have been sent before or wait to be sent, so nothing was sent again.'
      : 'None of these files can be sent, so nothing was sent.',
    known
      ? 'Discard the drop; or choose to send duplicates too, if they are to go a second time.'
      : 'Look at the reason of each file, then add files that can be sent.',
  );
}
