import { z } from 'zod';
import { FILE_STATES } from './files.ts';
import { type Ledger, readAll, readOne } from './ledger.ts';
import { OUTBOX_STATES } from './rows.ts';

/** What I1 counts. `found` is counted on its own, so that the sum can be wrong and be seen to be. */
export interface Account {
  found: number;
  ignored: number;
  settling: number;
  held: number;
  queued: number;
  sending: number;
  unconfirmed: number;
  accepted: number;
  rejected: number;
  duplicate: number;
  withdrawn: number;
}

const counted = z.object({ account: z.enum([...FILE_STATES, ...OUTBOX_STATES]), n: z.int() });
const number = z.object({ n: z.int() });

const NOTHING: Account = {
  found: 0,
  ignored: 0,
  settling: 0,
  held: 0,
  queued: 0,
  sending: 0,
  unconfirmed: 0,
  accepted: 0,
  rejected: 0,
  duplicate: 0,
  withdrawn: 0,
};

/** The conditions of the partial indexes over the outbox: written out, because SQLite uses one only for its very own. */
const OPEN = `state IN ('queued', 'sending', 'unconfirmed')`;
const ENDED = `state IN ('accepted', 'rejected', 'withdrawn')`;

/**
 * The counts of I1 for one folder, for drops (null), or for everything (undefined). Nearly every file of a station is bound
 * to something that was accepted; those are not visited, they are what remains of the bound ones without the others.
 */
export function accountOf(ledger: Ledger, folderId?: string | null): Account {
  const folder = folderId === undefined ? '' : 'AND file.folder_id IS @folderId';
  const parameters = folderId === undefined ? {} : { folderId };
  const count = (sql: string) => readAll(ledger.db.prepare(sql), counted, parameters);
  const boundTo = (table: 'submission' | 'message', where: string) =>
    count(`SELECT owner.account, COUNT(*) AS n
      FROM (SELECT id, state AS account FROM ${table} WHERE ${where}) AS owner
      CROSS JOIN file ON file.${table}_id = owner.id
      WHERE TRUE ${folder} ${table === 'message' ? 'AND file.submission_id IS NULL' : ''} GROUP BY owner.account`);

  return ledger.db.transaction(() => {
    const found = ledger.db.prepare(`SELECT COUNT(*) AS n FROM file WHERE TRUE ${folder}`);
    const account: Account = { ...NOTHING, found: readOne(found, number, parameters)?.n ?? 0 };
    const states = count(
      `SELECT state AS account, COUNT(*) AS n FROM file WHERE TRUE ${folder} GROUP BY folder_id, state`,
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
