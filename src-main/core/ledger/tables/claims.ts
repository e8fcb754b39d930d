import { z } from 'zod';
import { jsonColumn, type Ledger, readAll, readNumber, readOne } from '../db/ledger.ts';
import { OPEN } from './outbox-rows.ts';
import { RESTORED_AT } from './perhaps-sent.ts';

const claimRowSchema = z.object({
  external_id: z.string(),
  key: z.string(),
  documents: jsonColumn(z.array(z.string())),
  standing: z.enum(['intended', 'held', 'lost']),
  fence: z.int(),
});
/**
 * A claim of this station in the stations' database. `documents`: the claim keys of the single documents of a group. `fence`: the fencing
 * number. `standing`:
 * - `intended`: the claim is being sent to the database, or the outcome is unknown
 * - `held`: this station has the claim
 * - `lost`: another station took the claim over
 */
export type ClaimRow = z.infer<typeof claimRowSchema>;

const elsewhereSchema = z.object({
  file_id: z.int(),
  folder_id: z.string().nullable(),
  key: z.string(),
  external_id: z.string(),
  station: z.string(),
  fence: z.int(),
});
/** A file of this station whose document another station claimed, and the claim of that station. */
export type ElsewhereRow = z.infer<typeof elsewhereSchema>;

const COLUMNS = 'claim.external_id, claim.key, claim.documents, claim.standing, claim.fence';
const OF = 'FROM claim JOIN submission ON submission.external_id = claim.external_id';
const IS_OPEN = `submission.state IN ('queued', 'sending', 'unconfirmed')`;

/** Returns the functions for the ledger's own record of claims. The record proves whether the stations' database lost claims. */
export function claimTable(ledger: Ledger) {
  return {
    /** Must be called before the claim is sent to the database. If the outcome stays unknown, the row proves that no document was sent. */
    intend: (row: Pick<ClaimRow, 'external_id' | 'key' | 'documents'>, now: number): void =>
      ledger.transactionSoon(() => {
        ledger
          .prepared(
            `INSERT INTO claim (external_id, key, documents, standing, unsent, fence, made_at)
             VALUES (@external_id, @key, @documents, 'intended', 1, 0, @now)
             ON CONFLICT (external_id) DO NOTHING`,
          )
          .run({ ...row, documents: JSON.stringify(row.documents), now });
      }),
    forget: (externalId: string): void =>
      ledger.transactionSoon(() => {
        ledger.prepared(`DELETE FROM claim WHERE external_id = ? AND standing = 'intended'`).run(externalId);
      }),
    hold: (externalId: string, fence: number): void =>
      ledger.transactionSoon(() => {
        ledger
          .prepared(`UPDATE claim SET standing = 'held', told = 0, fence = ? WHERE external_id = ?`)
          .run(fence, externalId);
      }),
    /** Stores a claim that this station got from another station. The other station may have sent the documents. */
    adopt: (row: Omit<ClaimRow, 'standing'>, now: number): void =>
      ledger.transaction(() => {
        ledger
          .prepared(
            `INSERT INTO claim (external_id, key, documents, standing, unsent, fence, made_at)
             VALUES (@external_id, @key, @documents, 'held', 0, @fence, @now)
             ON CONFLICT (external_id) DO UPDATE
               SET key = excluded.key, standing = 'held', unsent = 0, told = 0, fence = excluded.fence`,
          )
          .run({ ...row, documents: JSON.stringify(row.documents), now });
      }),
    lose: (externalId: string): void =>
      void ledger
        .prepared(`UPDATE claim SET standing = 'lost', unsent = 0 WHERE external_id = ?`)
        .run(externalId),
    get: (externalId: string): ClaimRow | null =>
      readOne(
        ledger.prepared(`SELECT ${COLUMNS} FROM claim WHERE external_id = ?`),
        claimRowSchema,
        externalId,
      ),
    /**
     * Whether no document was sent under the claim. The caller must know that no submission has the external_id. False for a claim that is
     * older than a restore of the ledger.
     */
    isUnsent: (externalId: string): boolean =>
      readNumber(
        ledger.prepared(
          `SELECT COUNT(*) FROM claim WHERE external_id = ? AND unsent = 1 AND made_at >
             COALESCE((SELECT CAST(value AS INTEGER) FROM station_state WHERE key = '${RESTORED_AT}'), 0)`,
        ),
        externalId,
      ) === 1,
    /** Returns the claims with this standing whose submissions are unfinished. */
    open: (standing: ClaimRow['standing']) =>
      readAll(
        ledger.prepared(`SELECT ${COLUMNS}, submission.id ${OF} WHERE ${IS_OPEN} AND claim.standing = ?`),
        claimRowSchema.extend({ id: z.string() }),
        standing,
      ),
    /**
     * Returns held claims that the database does not yet show as this ledger does. `ended` true: the submission has ended. `ended` false:
     * the submission is open again.
     */
    untold: (ended: boolean, limit: number): ClaimRow[] =>
      readAll(
        ledger.prepared(
          `SELECT ${COLUMNS} ${OF} WHERE claim.standing = 'held' AND claim.told = ? AND ${ended ? 'NOT ' : ''}${IS_OPEN} LIMIT ?`,
        ),
        claimRowSchema,
        ended ? 0 : 1,
        limit,
      ),
    told: (externalIds: readonly string[], ended: boolean): void =>
      ledger.transactionSoon(() => {
        const tell = ledger.prepared('UPDATE claim SET told = ? WHERE external_id = ?');
        for (const id of externalIds) tell.run(ended ? 1 : 0, id);
      }),
    /** Returns the next held claims after `externalId`, in the order of external_id. */
    heldAfter: (externalId: string, limit: number) =>
      readAll(
        ledger.prepared(
          `SELECT ${COLUMNS}, told FROM claim WHERE standing = 'held' AND external_id > ? ORDER BY external_id LIMIT ?`,
        ),
        claimRowSchema.extend({ told: z.int() }),
        externalId,
        limit,
      ),
    newestHeld: (): ClaimRow | null =>
      readOne(
        ledger.prepared(`SELECT ${COLUMNS} FROM claim WHERE standing = 'held' ORDER BY rowid DESC LIMIT 1`),
        claimRowSchema,
      ),
    /** Stores another station's claim of a file. Must be called in the transaction that marks the file as a duplicate. */
    noteElsewhere: (row: Omit<ElsewhereRow, 'folder_id'>): void =>
      void ledger
        .prepared(
          `INSERT INTO claim_elsewhere (file_id, key, external_id, station, fence)
           VALUES (@file_id, @key, @external_id, @station, @fence)
           ON CONFLICT (file_id) DO UPDATE SET key = excluded.key, external_id = excluded.external_id,
             station = excluded.station, fence = excluded.fence`,
        )
        .run(row),
    /** Returns the next files after the id `fileId` whose documents other stations claimed and that are still in their folders. */
    elsewhereAfter: (fileId: number, limit: number): ElsewhereRow[] =>
      readAll(
        ledger.prepared(
          `SELECT claim_elsewhere.*, file.folder_id FROM claim_elsewhere JOIN file ON file.id = file_id
           WHERE file_id > ? AND file.state = 'duplicate' AND file.current = 1 AND file.gone = 0 ORDER BY file_id LIMIT ?`,
        ),
        elsewhereSchema,
        fileId,
        limit,
      ),
    /** Returns the unfinished submission with the number `seq` (`Origin`); null if there is none. */
    submissionAt: (seq: number) =>
      readOne(
        ledger.prepared(
          `SELECT id, external_id, task_type, request_spec, group_key, claim_key FROM submission WHERE seq = ? AND ${OPEN}`,
        ),
        z.object({
          id: z.string(),
          external_id: z.string(),
          task_type: z.string(),
          request_spec: jsonColumn(z.record(z.string(), z.unknown())),
          group_key: z.string().nullable(),
          claim_key: z.string().nullable(),
        }),
        seq,
      ),
  };
}
export type ClaimTable = ReturnType<typeof claimTable>;
