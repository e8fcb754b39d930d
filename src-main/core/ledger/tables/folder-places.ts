import { resolve } from 'node:path';
import { z } from 'zod';
import { type Ledger, readAll, readOne } from '../db/ledger.ts';
import { readState, readStates, writeState } from '../db/station-state.ts';
import { countSchema, OPEN } from './outbox-rows.ts';

/*
 * Where the submissions of a folder came from. Its rule may be gone by now or name another path, and what is still to be sent
 * is nevertheless of the folder that it was found in.
 */

/** A path of a folder, and which of its submissions came from there: those after `after`, up to `upTo`. */
export interface FolderPlace {
  readonly folderId: string;
  readonly path: string;
  readonly rootIdentity: string | null;
  readonly after: number;
  readonly upTo: number;
}

/** The paths that a folder had before, in the order of time, each with the last submission that was made by then. */
export const leftSchema = z.array(
  z.object({ path: z.string(), rootIdentity: z.string().nullable(), lastSeq: z.int() }),
);
export type LeftPlace = z.infer<typeof leftSchema>[number];
const rowSchema = z.object({ id: z.string(), path: z.string(), root_identity: z.string().nullable() });
const lastSchema = z.object({ seq: z.int() });

export const leftKey = (folderId: string) => `folder.left.${folderId}`;

/** Keeps where a folder was, in the transaction that gives it another path. */
export function leavePlace(ledger: Ledger, row: z.infer<typeof rowSchema>): void {
  const last = readOne(ledger.prepared('SELECT COALESCE(MAX(seq), 0) AS seq FROM submission'), lastSchema);
  const left = { path: row.path, rootIdentity: row.root_identity, lastSeq: last?.seq ?? 0 };
  writeState(ledger, leftKey(row.id), [...(readState(ledger, leftKey(row.id), leftSchema) ?? []), left]);
}

/** Where a submission of a folder came from, or null when the folder was never watched. */
export function pathOf(ledger: Ledger, folderId: string, seq: number): string | null {
  const row = readOne(
    ledger.prepared('SELECT id, path, root_identity FROM folder WHERE id = ?'),
    rowSchema,
    folderId,
  );
  const all = row === null ? [] : placesOf(row, readState(ledger, leftKey(folderId), leftSchema));
  return all.find(({ after, upTo }) => after < seq && seq <= upTo)?.path ?? null;
}

/** All places that any folder had or has. */
export function allPlaces(ledger: Ledger): FolderPlace[] {
  const rows = readAll(ledger.prepared('SELECT id, path, root_identity FROM folder'), rowSchema);
  const left = readStates(ledger, leftKey(''), leftSchema);
  return rows.flatMap((row) => placesOf(row, left.get(row.id)));
}

/** What any folder had or has at this path. */
export function placesAt(ledger: Ledger, path: string): FolderPlace[] {
  return allPlaces(ledger).filter((place) => samePath(place.path, path));
}

export function samePath(one: string, other: string): boolean {
  return resolve(one) === resolve(other);
}

/** Whether something that came from there may still be sent. */
export function hasOpen(ledger: Ledger, { folderId, after, upTo }: FolderPlace): boolean {
  const found = readOne(
    ledger.prepared(
      `SELECT EXISTS (SELECT 1 FROM submission INDEXED BY submission_due
         WHERE ${OPEN} AND folder_id = ? AND seq > ? AND seq <= ?) AS count`,
    ),
    countSchema,
    folderId,
    after,
    upTo,
  );
  return found?.count === 1;
}

const queuedSchema = z.object({ id: z.string(), seq: z.int() });

/** The next of what is queued from a path, in the order in which it came: at most `most`, of those after `seq`. */
export function nextQueuedAt(
  ledger: Ledger,
  path: string,
  { seq, most }: { readonly seq: number; readonly most: number },
): z.infer<typeof queuedSchema>[] {
  const queued = ledger.prepared(
    `SELECT id, seq FROM submission INDEXED BY submission_due
       WHERE ${OPEN} AND state = 'queued' AND folder_id = @folderId AND seq > @after AND seq <= @upTo
       ORDER BY seq LIMIT @most`,
  );
  return placesAt(ledger, path)
    .flatMap(({ folderId, after, upTo }) =>
      readAll(queued, queuedSchema, { folderId, after: Math.max(after, seq), upTo, most }),
    )
    .sort((one, other) => one.seq - other.seq)
    .slice(0, most);
}

function placesOf(
  row: z.infer<typeof rowSchema>,
  left: readonly LeftPlace[] | null | undefined,
): FolderPlace[] {
  const places: FolderPlace[] = [];
  let after = 0;
  for (const { path, rootIdentity, lastSeq } of left ?? []) {
    places.push({ folderId: row.id, path, rootIdentity, after, upTo: lastSeq });
    after = lastSeq;
  }
  const { id: folderId, path, root_identity: rootIdentity } = row;
  return [...places, { folderId, path, rootIdentity, after, upTo: Number.MAX_SAFE_INTEGER }];
}
