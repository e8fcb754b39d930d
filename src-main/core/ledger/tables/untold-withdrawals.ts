import { z } from 'zod';
import { type Ledger, readAll } from '../db/ledger.ts';
import { placesAt } from './folder-places.ts';
import { ENDED } from './outbox-rows.ts';

const untoldSchema = z.object({
  id: z.string(),
  folder_id: z.string(),
  claim_key: z.string(),
  external_id: z.string(),
  created_at: z.int(),
  ended_at: z.int(),
});
/** What was taken back, of which the other stations of its folder are yet to be told: until then it keeps its claim. */
export type Untold = z.infer<typeof untoldSchema>;

/** All that came from a path. */
export function untoldAt(ledger: Ledger, path: string): Untold[] {
  const rows = ledger.prepared(
    `SELECT id, folder_id, claim_key, external_id, created_at, ended_at FROM submission INDEXED BY submission_ended
       WHERE ${ENDED} AND state = 'withdrawn' AND claim_key IS NOT NULL AND folder_id = @folderId AND seq > @after AND seq <= @upTo`,
  );
  return placesAt(ledger, path).flatMap(({ folderId, after, upTo }) =>
    readAll(rows, untoldSchema, { folderId, after, upTo }),
  );
}

/** The others were told, or nothing is left to be told; `known`: and none of them can have it. */
export function settleUntold(ledger: Ledger, id: string, known: boolean): void {
  ledger
    .prepared(
      `UPDATE submission SET claim_key = NULL,
         problem_code = CASE WHEN @known = 1 AND problem_code = 'station.untold' THEN NULL ELSE problem_code END
       WHERE id = @id AND state = 'withdrawn'`,
    )
    .run({ id, known: known ? 1 : 0 });
}
