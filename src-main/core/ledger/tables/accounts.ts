import { z } from 'zod';
import { type AccountView, NOTHING_FOUND } from '../../../contract/views/common.ts';
import { type Ledger, readAll, readOne } from '../db/ledger.ts';
import { OUTBOX_STATES } from '../db/rows.ts';
import { FILE_STATES } from './files.ts';
import { ENDED, OPEN } from './outbox-rows.ts';
import { keepTally, type Tally } from './tally.ts';

/** How many files there are in each place; counted apart from their states, so that those which do not add up are seen (I1). */
const FOUND: Tally = {
  name: 'files_found',
  table: 'file',
  by: { folder_id: (row) => `${row}.folder_id` },
  among: () => 'TRUE',
  of: ['folder_id'],
};
/** How many files of each place are in each state. */
export const FILE_STATES_TALLY: Tally = {
  name: 'file_states',
  table: 'file',
  by: { folder_id: (row) => `${row}.folder_id`, state: (row) => `${row}.state` },
  among: () => 'TRUE',
  of: ['folder_id', 'state'],
};

const counted = z.object({ account: z.enum([...FILE_STATES, ...OUTBOX_STATES]), n: z.int() });
const number = z.object({ n: z.int() });

/**
 * The counts of I1 for one folder, for drops (null), or for everything (undefined). Nearly every file of a station is bound
 * to something that was accepted; those are not visited, they are what remains of the bound ones without the others.
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
      `SELECT COALESCE(SUM(n), 0) AS n FROM ${keepTally(ledger, FOUND)} AS file WHERE TRUE ${folder}`,
    );
    const account: AccountView = { ...NOTHING_FOUND, found: readOne(found, number, parameters)?.n ?? 0 };
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
    return account;
  })();
}

/** Answers of a person that the service has not taken, and for which its Task still waits. */
export function answersNotOut(ledger: Ledger): number {
  const count = ledger.db.prepare(
    `SELECT (SELECT COUNT(*) FROM message WHERE ${OPEN} AND lane = 'answers')
       + (SELECT COUNT(*) FROM message WHERE ${ENDED} AND state = 'rejected' AND lane = 'answers'
            AND task_uuid IN (SELECT uuid FROM task WHERE status = 'waiting')) AS n`,
  );
  return readOne(count, number)?.n ?? 0;
}
