import type { Ledger } from '../db/ledger.ts';
import { OWNER_KEY, UNPROVEN_KEY } from '../tables/owner.ts';
import type { RequestOutcome } from '../tables/requests.ts';

const BEFORE_RESTORE: RequestOutcome = {
  ok: false,
  error: {
    code: 'request.before-restore',
    message:
      'This request was made before an older copy of the record of what was sent was restored. The request may have been carried out already, so Clearfolder did not carry it out again.',
    next: 'Check the result. Make the request again if you still need it.',
  },
};

/**
 * What a restored ledger takes for unsent may have been sent after the copy was made (docs/architecture.md 7).
 * Submissions and answers are unconfirmed, so the service is asked before anything goes. An edit waits for a
 * person: it may have been overtaken by a newer one that this ledger never saw. Files that were on their way to a
 * submission wait for a decision, as files do that were in a folder before its rule. What was asked of an engine,
 * up to the request `askedUpTo`, is not carried out: it was decided of another state, and most likely was carried
 * out then; once more it would undo what is doubted here. To be called in a transaction.
 */
export function doubtEverythingOpen(ledger: Ledger, now: number, askedUpTo: number): void {
  const run = (sql: string) => {
    const statement = ledger.db.prepare(sql);
    if (sql.includes('@now')) statement.run({ now });
    else statement.run();
  };
  const problem = `problem_code = 'ledger.restored', problem_detail = NULL, problem_since = COALESCE(problem_since, @now)`;
  run(
    `UPDATE submission SET state = 'unconfirmed', unconfirmed_since = COALESCE(unconfirmed_since, @now), next_at = @now,
       misses = 0, ${problem} WHERE state IN ('queued', 'sending', 'unconfirmed')`,
  );
  // An older copy may have lost the organisation under which these creates went (I12).
  run(
    `INSERT INTO station_state (key, value) SELECT '${UNPROVEN_KEY}', 'true'
     WHERE NOT EXISTS (SELECT 1 FROM station_state WHERE key = '${OWNER_KEY}')
       AND EXISTS (SELECT 1 FROM submission WHERE state = 'unconfirmed')
     ON CONFLICT (key) DO NOTHING`,
  );
  // At least one attempt must be assumed: a refusal of the next one proves nothing then (see refused-create.ts).
  // None was refused later than now, whatever the clock said then: what is refused from now on proves that nothing was taken.
  run(
    `UPDATE submission SET attempts = MAX(attempts, 1), ended_at = MIN(ended_at, @now)
     WHERE state IN ('unconfirmed', 'rejected', 'withdrawn')`,
  );
  run(
    `UPDATE message SET state = 'unconfirmed', next_at = @now, ${problem},
       progress = json_set(json_insert(progress, '$.knownItems', json('[]')), '$.outcomeUnknown', json('true'))
     WHERE state IN ('queued', 'sending', 'unconfirmed') AND lane <> 'edits'`,
  );
  run(
    `UPDATE message SET progress = json_set(progress, '$.outcomeUnknown', json('true'))
     WHERE state = 'rejected' AND lane = 'answers'`,
  );
  run(
    `UPDATE message SET state = 'rejected', ended_at = @now, ${problem}
     WHERE state IN ('queued', 'sending', 'unconfirmed') AND lane = 'edits'`,
  );
  run(
    `UPDATE file SET state = 'held', problem_code = 'file.backlog', problem_detail = date(@now / 1000, 'unixepoch')
     WHERE state IN ('settling', 'held') AND folder_id IS NOT NULL`,
  );
  run(`UPDATE folder SET backlog = '"ask"', backlog_listed_at = NULL`);
  ledger
    .prepared(
      'UPDATE request SET outcome = @outcome, ended_at = @now WHERE ended_at IS NULL AND seq <= @askedUpTo',
    )
    .run({ outcome: JSON.stringify(BEFORE_RESTORE), now, askedUpTo });
}
