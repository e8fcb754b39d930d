import { z } from 'zod';
import { type AccountView, NOTHING_FOUND } from '../../../contract/views/common.ts';
import { type Ledger, readAll, readNumber, readValue } from '../db/ledger.ts';
import { FILE_STATES } from './files.ts';
import { UNDECIDED_ANSWER } from './messages.ts';
import { ENDED, OPEN, OUTBOX_STATES } from './outbox-rows.ts';

// Temporary tables keep the numbers of files and Tasks for the Today screen, because counting would read the whole history. Triggers update
// the tables with each change. All rows are counted at the first use, and again after another process changed the ledger, because temporary
// triggers do not see the changes of other processes.

/** Describes a temporary table of counts: the rows to count, and the columns by which the counts are grouped. */
export interface Tally {
  /** The name of the temporary table. The table has a column for each entry of `by`, and the count in the column `n`. */
  readonly name: string;
  readonly table: 'file' | 'task';
  /** Functions that return the SQL expression of each column. `row` names the counted row in the SQL: the table, `NEW` or `OLD`. */
  readonly by: Readonly<Record<string, (row: string) => string>>;
  /** Returns the SQL condition of the rows to count. Without an index over the columns of `among` and `by`, the first count is slow. */
  readonly among: (row: string) => string;
  /** The columns of `table` that `by` and `among` read. A change of another column does not change the counts. */
  readonly of: readonly string[];
}

/** Creates or updates the temporary table, and returns its name. Must be called in the transaction that reads the table. */
export function keepTally(ledger: Ledger, tally: Tally): string {
  const made = ledger.prepared('SELECT COUNT(*) FROM temp.sqlite_schema WHERE name = ?');
  if (readNumber(made, tally.name) === 0) ledger.db.exec(makeOf(tally));
  const counted = ledger.prepared(`SELECT version FROM temp.${tally.name}_of`);
  const version = ledger.dataVersion();
  if (readValue(counted, z.int()) !== version) {
    ledger.db.exec(countOf(tally));
    ledger.prepared(`INSERT INTO temp.${tally.name}_of (version) VALUES (?)`).run(version);
  }
  return `temp.${tally.name}`;
}

function countOf({ name, table, by, among }: Tally): string {
  const kinds = Object.values(by).map((kind) => kind(table));
  return `DELETE FROM temp.${name}_of;
    DELETE FROM temp.${name};
    INSERT INTO temp.${name} SELECT ${kinds.join(', ')}, COUNT(*) FROM main.${table}
      WHERE ${among(table)} GROUP BY ${kinds.join(', ')};`;
}

function makeOf({ name, table, by, among, of }: Tally): string {
  const columns = Object.keys(by).join(', ');
  const kindsOf = (row: string) => Object.values(by).map((kind) => kind(row));
  const isKind = (row: string) =>
    [...Object.entries(by).map(([column, kind]) => `${column} IS ${kind(row)}`), among(row)].join(' AND ');
  const more = `INSERT INTO ${name} SELECT ${kindsOf('NEW').join(', ')}, 0
      WHERE ${among('NEW')} AND NOT EXISTS (SELECT 1 FROM ${name} WHERE ${isKind('NEW')});
    UPDATE ${name} SET n = n + 1 WHERE ${isKind('NEW')};`;
  const less = `UPDATE ${name} SET n = n - 1 WHERE ${isKind('OLD')};`;
  return `
    CREATE TEMP TABLE ${name}_of (version INTEGER NOT NULL);
    CREATE TEMP TABLE ${name} (${columns}, n INTEGER NOT NULL);
    CREATE INDEX temp.${name}_kind ON ${name} (${columns});
    CREATE TEMP TRIGGER ${name}_added AFTER INSERT ON main.${table} BEGIN ${more} END;
    CREATE TEMP TRIGGER ${name}_removed AFTER DELETE ON main.${table} BEGIN ${less} END;
    CREATE TEMP TRIGGER ${name}_changed AFTER UPDATE OF ${of.join(', ')} ON main.${table} BEGIN ${less} ${more} END;`;
}

// The number of all files of each folder. A number that differs from the sum over all states shows an error of the program (I1).
const FOUND: Tally = {
  name: 'files_found',
  table: 'file',
  by: { folder_id: (row) => `${row}.folder_id` },
  among: () => 'TRUE',
  of: ['folder_id'],
};
export const FILE_STATES_TALLY: Tally = {
  name: 'file_states',
  table: 'file',
  by: { folder_id: (row) => `${row}.folder_id`, state: (row) => `${row}.state` },
  among: () => 'TRUE',
  of: ['folder_id', 'state'],
};

const counted = z.object({ account: z.enum([...FILE_STATES, ...OUTBOX_STATES]), n: z.int() });

/**
 * Returns the number of files in each state (I1) for one folder, for drops (`folderId` null), or for everything (undefined). The number of
 * accepted files is computed from the other numbers, because reading all accepted files would be slow.
 */
export function accountOf(ledger: Ledger, folderId?: string | null): AccountView {
  const folder = folderId === undefined ? '' : 'AND file.folder_id IS @folderId';
  const parameters = folderId === undefined ? {} : { folderId };
  const count = (sql: string) => readAll(ledger.db.prepare(sql), counted, parameters);
  const boundTo = (table: 'submission' | 'message', where: string) =>
    count(`SELECT owner.account, COUNT(*) AS n
      FROM (SELECT id, state AS account FROM ${table} WHERE ${where}) AS owner
      CROSS JOIN file ON file.${table}_id = owner.id
      WHERE TRUE ${folder} ${table === 'message' ? 'AND file.submission_id IS NULL' : ''} GROUP BY owner.account`);

  return ledger.db.transaction(() => {
    const found = ledger.db.prepare(
      `SELECT SUM(n) FROM ${keepTally(ledger, FOUND)} AS file WHERE TRUE ${folder}`,
    );
    const account: AccountView = { ...NOTHING_FOUND, found: readNumber(found, parameters) };
    const states = count(
      `SELECT state AS account, n FROM ${keepTally(ledger, FILE_STATES_TALLY)} AS file WHERE n > 0 ${folder}`,
    );
    const others = (['submission', 'message'] as const).flatMap((table) => [
      ...boundTo(table, OPEN),
      ...boundTo(table, `${ENDED} AND state IN ('rejected', 'withdrawn')`),
    ]);
    for (const { account: state, n } of [...states, ...others]) {
      if (state === 'bound') account.accepted += n;
      else account[state] += n;
    }
    for (const { n } of others) account.accepted -= n;
    // A folder that another station handles is the other station's to read. Documents given by hand belong to no folder.
    const unreadable = ledger.prepared(
      `SELECT SUM(unreadable) FROM folder WHERE handled_by IS NULL ${folderId === undefined ? '' : 'AND id IS @folderId'}`,
    );
    account.unreadable = readNumber(unreadable, parameters);
    return account;
  })();
}

/** Returns the number of answers that are unfinished, or that were rejected and wait for the decision of a person. */
export function answersNotOut(ledger: Ledger): number {
  const count = ledger.db.prepare(
    `SELECT (SELECT COUNT(*) FROM message WHERE ${OPEN} AND lane = 'answers')
       + (SELECT COUNT(*) FROM message WHERE ${UNDECIDED_ANSWER})`,
  );
  return readNumber(count);
}
