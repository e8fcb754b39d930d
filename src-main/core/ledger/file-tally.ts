import { z } from 'zod';
import { type Ledger, readOne } from './ledger.ts';

const versionSchema = z.object({ version: z.int() });
const existsSchema = z.object({ n: z.int() });

/*
 * How many files of each folder are in each state: nearly all of them are history, and the first screen counts them after every
 * change. It is kept beside the connection, in a temporary table, by triggers that no writer can pass by and that are rolled back
 * with what they followed; counted from the files themselves at the first look, and again whenever another process has written.
 */

/** The table: folder_id, state, n. To be read after `tallyFiles` alone, in the same transaction. */
export const FILE_TALLY = 'temp.file_tally';

/** Makes the table true for this moment. To be called in a transaction. */
export function tallyFiles(ledger: Ledger): void {
  const made = ledger.prepared(`SELECT COUNT(*) AS n FROM temp.sqlite_schema WHERE name = 'file_tally'`);
  if (readOne(made, existsSchema)?.n === 0) ledger.db.exec(MAKE);
  const counted = readOne(ledger.prepared('SELECT version FROM temp.file_tally_of'), versionSchema);
  const version = ledger.dataVersion();
  if (counted?.version === version) return;
  ledger.db.exec(COUNT);
  ledger.prepared('INSERT INTO temp.file_tally_of (version) VALUES (?)').run(version);
}

const COUNT = `
  DELETE FROM temp.file_tally_of;
  DELETE FROM temp.file_tally;
  INSERT INTO temp.file_tally (folder_id, state, n) SELECT folder_id, state, COUNT(*) FROM main.file GROUP BY folder_id, state;
`;

const oneMore = `
  INSERT INTO file_tally (folder_id, state, n) SELECT NEW.folder_id, NEW.state, 0 WHERE NOT EXISTS (
    SELECT 1 FROM file_tally WHERE folder_id IS NEW.folder_id AND state = NEW.state);
  UPDATE file_tally SET n = n + 1 WHERE folder_id IS NEW.folder_id AND state = NEW.state;`;
const oneLess = 'UPDATE file_tally SET n = n - 1 WHERE folder_id IS OLD.folder_id AND state = OLD.state;';

const MAKE = `
  CREATE TEMP TABLE file_tally_of (version INTEGER NOT NULL) STRICT;
  CREATE TEMP TABLE file_tally (folder_id TEXT, state TEXT NOT NULL, n INTEGER NOT NULL) STRICT;
  CREATE INDEX temp.file_tally_place ON file_tally (folder_id, state);
  CREATE TEMP TRIGGER file_tally_added AFTER INSERT ON main.file BEGIN ${oneMore} END;
  CREATE TEMP TRIGGER file_tally_removed AFTER DELETE ON main.file BEGIN ${oneLess} END;
  CREATE TEMP TRIGGER file_tally_moved AFTER UPDATE OF folder_id, state ON main.file
    WHEN OLD.state <> NEW.state OR OLD.folder_id IS NOT NEW.folder_id BEGIN ${oneLess} ${oneMore} END;
`;
