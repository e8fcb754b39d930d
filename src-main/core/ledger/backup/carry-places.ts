import { z } from 'zod';
import { type Ledger, readAll, readOne } from '../db/ledger.ts';
import { jsonColumn } from '../db/rows.ts';
import { readState } from '../db/station-state.ts';
import { type LeftPlace, leftKey, leftSchema } from '../tables/folder-places.ts';

const placeSchema = z.object({ id: z.string(), path: z.string(), root_identity: z.string().nullable() });
const leftRow = z.object({ value: jsonColumn(leftSchema) });
const lastRow = z.object({ seq: z.int() });

/**
 * Submissions that only the present ledger has are carried over to the attached `copy` as the newest there, and stay those of
 * the places they came from: each of those comes after where the folder is in the copy. To be called before they are.
 */
export function carryPlaces(ledger: Ledger): void {
  const { db } = ledger;
  const lastOf = (schema: 'main' | 'copy') =>
    readOne(db.prepare(`SELECT COALESCE(MAX(seq), 0) AS seq FROM ${schema}.submission`), lastRow)?.seq ?? 0;
  const before = lastOf('copy');
  const later = (left: LeftPlace): LeftPlace => ({ ...left, lastSeq: before + left.lastSeq });
  const known = db.prepare('SELECT id, path, root_identity FROM copy.folder WHERE id = ?');
  const lefts = db.prepare('SELECT value FROM copy.station_state WHERE key = ?');
  const keep = db.prepare('INSERT OR REPLACE INTO copy.station_state (key, value) VALUES (?, ?)');
  for (const row of readAll(db.prepare('SELECT id, path, root_identity FROM main.folder'), placeSchema)) {
    const ours = readState(ledger, leftKey(row.id), leftSchema) ?? [];
    const there = readOne(known, placeSchema, row.id);
    if (there !== null && there.path === row.path && ours.length === 0) continue;
    const theirs = readOne(lefts, leftRow, leftKey(row.id))?.value ?? [];
    const moved = ours.map(later);
    const all =
      there === null
        ? moved
        : [...theirs, placeOf(there, before), ...moved, later(placeOf(row, lastOf('main')))];
    if (all.length > 0) keep.run(leftKey(row.id), JSON.stringify(all));
  }
  db.exec(
    `INSERT INTO copy.folder (id, path, first_seen_at, root_identity)
       SELECT id, path, first_seen_at, root_identity FROM main.folder WHERE id NOT IN (SELECT id FROM copy.folder)`,
  );
  // That another station was seen in a folder is not forgotten either.
  db.exec(
    `INSERT OR REPLACE INTO copy.station_state (key, value)
       SELECT key, value FROM main.station_state WHERE key LIKE 'folder.shared.%'`,
  );
}

function placeOf(row: z.infer<typeof placeSchema>, lastSeq: number): LeftPlace {
  return { path: row.path, rootIdentity: row.root_identity, lastSeq };
}
