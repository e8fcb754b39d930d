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

const counted = z.object({
  account: z.enum([...FILE_STATES.filter((state) => state !== 'bound'), ...OUTBOX_STATES]),
  n: z.int(),
});

/** The counts of I1 for one folder, for drops (null), or for everything (undefined). */
export function accountOf(ledger: Ledger, folderId?: string | null): Account {
  const where = folderId === undefined ? '' : 'WHERE folder_id IS @folderId';
  const parameters = folderId === undefined ? {} : { folderId };
  const account: Account = {
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
  return ledger.db.transaction(() => {
    const found = ledger.db.prepare(`SELECT COUNT(*) AS n FROM file ${where}`);
    account.found = readOne(found, z.object({ n: z.int() }), parameters)?.n ?? 0;
    const sums = ledger.db.prepare(
      `SELECT account, COUNT(*) AS n FROM file_account ${where} GROUP BY account`,
    );
    for (const row of readAll(sums, counted, parameters)) account[row.account] = row.n;
    return account;
  })();
}

/** Answers of a person that the service has not taken, and for which its Task still waits. */
export function answersNotOut(ledger: Ledger): number {
  const count = ledger.db.prepare(
    `SELECT COUNT(*) AS n FROM message WHERE lane = 'answers' AND (
       state IN ('queued', 'sending', 'unconfirmed')
       OR state = 'rejected' AND task_uuid IN (SELECT uuid FROM task WHERE status = 'waiting'))`,
  );
  return readOne(count, z.object({ n: z.int() }))?.n ?? 0;
}
