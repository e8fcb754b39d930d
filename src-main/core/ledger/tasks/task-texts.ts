import { z } from 'zod';
import { passageOf, type SearchWord, searchWords } from '../../../contract/texts/find-words.ts';
import type { SearchedTexts } from '../../../contract/views/task.ts';
import { type Ledger, readAll, readColumn, readNumber } from '../db/ledger.ts';
import { readState, writeState } from '../db/station-state.ts';
import { fold } from './list-columns.ts';

/* The full-text index of the text that the service read (`task_text`). Triggers add each new snapshot to the index. */

/**
 * The state key for the highest id of a snapshot that the index may lack. The index lacks snapshots after a restore, and after the index was damaged.
 */
const UNREAD = 'texts.unread';

/** Returns a query of the full-text index for the words of a search. All words must match. */
export function textQuery(words: readonly SearchWord[]): string {
  // The parts contain only letters and digits, so the query is always valid. The error of an invalid query would put the text of the search
  // into the log (I11).
  return words
    .map(({ spellings }) => {
      const phrases = spellings.map(({ parts, begins }) => `"${parts.join(' ')}"${begins ? '*' : ''}`);
      return phrases.length === 1 ? phrases.join('') : `(${phrases.join(' OR ')})`;
    })
    .join(' AND ');
}

/** A search uses at most this many texts, the newest first. Words that more texts contain hardly narrow a search. */
const MOST_TEXTS = 20_000;
const foundSchema = z.object({ count: z.int(), ids: z.string() });

/**
 * Returns the ids (`text_id`, as a JSON array) of the newest texts that have all words. `whole`: fewer than `most` texts have the words.
 */
export function findTexts(ledger: Ledger, words: readonly SearchWord[], most = MOST_TEXTS) {
  if (words.length === 0) return { count: 0, ids: '[]', whole: true };
  const newest = ledger.prepared(
    `SELECT COUNT(*) AS count, json_group_array(id) AS ids FROM (
       SELECT rowid AS id FROM task_text WHERE task_text MATCH ? ORDER BY rowid DESC LIMIT ?)`,
  );
  const found = foundSchema.parse(newest.get(textQuery(words), most));
  return { ...found, whole: found.count < most };
}

/** Returns which texts a search used. `whole`: whether the search used all matching texts of the index (`findTexts`). */
export function searchedTexts(ledger: Ledger, whole: boolean): SearchedTexts {
  if (readState(ledger, UNREAD, z.int()) !== null) return 'unread';
  return whole ? 'all' : 'newest';
}

/** Adds the newest of the snapshots that the index lacks, at most `most`, to the index. Returns whether the index still lacks snapshots. */
export function readTexts(ledger: Ledger, most: number): boolean {
  return ledger.transactionSoon(() => {
    const upTo = readState(ledger, UNREAD, z.int());
    if (upTo === null) return false;
    const ids = readColumn(
      ledger.prepared('SELECT id FROM snapshot WHERE id <= ? ORDER BY id DESC LIMIT ?'),
      z.int(),
      upTo,
      most,
    );
    const add = ledger.prepared(
      'INSERT INTO task_text (rowid, text) SELECT id, text FROM snapshot_text WHERE id = ? AND text IS NOT NULL',
    );
    const note = ledger.prepared(
      'UPDATE task SET text_id = @id WHERE uuid = (SELECT task_uuid FROM snapshot WHERE id = @id)',
    );
    for (const id of ids) if (isUnread(ledger, id) && add.run(id).changes > 0) note.run({ id });
    const from = ids.at(-1) ?? 0;
    writeState(ledger, UNREAD, ids.length < most ? null : from - 1);
    return ids.length === most;
  });
}

function isUnread(ledger: Ledger, id: number): boolean {
  const unread = ledger.prepared(
    `SELECT COUNT(*) FROM snapshot JOIN task ON task.uuid = task_uuid
     WHERE id = ? AND text_id IS NULL
       AND id = (SELECT MAX(id) FROM snapshot WHERE task_uuid = task.uuid)`,
  );
  return readNumber(unread, id) === 1;
}

/** Empties the index, so that the engine indexes every snapshot again. Must be called in a transaction. */
export function forgetTexts(db: Ledger['db']): void {
  db.exec(`
    INSERT INTO task_text (task_text) VALUES ('delete-all');
    UPDATE task SET text_id = NULL WHERE text_id IS NOT NULL;
    INSERT OR REPLACE INTO station_state (key, value)
      SELECT '${UNREAD}', CAST(COALESCE(MAX(id), 0) AS TEXT) FROM snapshot;
  `);
}

const REWRITE = 'texts.rewrite';

/** Records that the index must be rewritten (`rewriteTexts`). Must be called in the transaction that removes texts. */
export function noteTextsRemoved(ledger: Ledger): void {
  writeState(ledger, REWRITE, true);
}

/**
 * Rewrites about `pages` pages of the index if texts were removed (`noteTextsRemoved`). The index only marks a removed text as deleted, and
 * the text stays in its pages until the pages are written again. Returns whether pages remain to be rewritten.
 */
export function rewriteTexts(ledger: Ledger, pages: number): boolean {
  if (readState(ledger, REWRITE, z.boolean()) !== true) return false;
  return ledger.transaction(() => {
    const before = ledger.ownChanges();
    // With a negative number of pages, SQLite merges all segments of the index, even if only a few segments are left.
    ledger.prepared(`INSERT INTO task_text (task_text, rank) VALUES ('merge', ?)`).run(-pages);
    // SQLite counts the command itself as one change, and each further change is a rewritten page.
    const remain = ledger.ownChanges() - before > 1;
    if (!remain) writeState(ledger, REWRITE, null);
    return remain;
  });
}

const textSchema = z.object({ uuid: z.string(), text: z.string() });

/** Returns, by uuid, a passage with the words of the search for each Task whose `search_text` does not contain the search. */
export function passagesOf(ledger: Ledger, uuids: readonly string[], search: string): Map<string, string> {
  const passages = new Map<string, string>();
  const words = searchWords(search);
  if (words.length === 0) return passages;
  const rows = readAll(
    ledger.prepared(
      `SELECT uuid, text FROM json_each(@uuids) AS wanted
       JOIN task ON uuid = wanted.value JOIN snapshot_text ON snapshot_text.id = text_id
       WHERE instr(search_text, @search) = 0`,
    ),
    textSchema,
    { uuids: JSON.stringify(uuids), search: fold(search).trim() },
  );
  for (const { uuid, text } of rows) {
    const passage = passageOf(text, words);
    if (passage !== null) passages.set(uuid, passage);
  }
  return passages;
}

/** Returns, for those of the found Tasks with a matching note of the staff, a passage of the newest such note. */
export function notesFound(ledger: Ledger, uuids: readonly string[], search: string): Map<string, string> {
  const words = searchWords(search);
  if (words.length === 0) return new Map();
  const rows = readAll(
    ledger.prepared(
      `SELECT task_uuid AS uuid, text FROM json_each(?) AS wanted
       JOIN staff_note ON task_uuid = wanted.value ORDER BY at, staff_note.id`,
    ),
    textSchema,
    JSON.stringify(uuids),
  );
  return new Map(
    rows.flatMap(({ uuid, text }) => {
      const passage = passageOf(text, words);
      return passage === null ? [] : [[uuid, passage] as const];
    }),
  );
}
