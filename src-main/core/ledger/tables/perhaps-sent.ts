import { type Ledger, readOne } from '../db/ledger.ts';
import { countSchema } from './outbox-rows.ts';

/** Key of station_state: when the ledger was last put back from an older copy. */
export const RESTORED_AT = 'ledger.restored-at';
/** Key of station_state, with the id of a folder behind: when another station last had that folder. */
export const ELSEWHERE = 'folder.elsewhere.';

const stateAt = (key: string) => `(SELECT CAST(value AS INTEGER) FROM station_state WHERE key = ${key})`;

/** In SQL: whether another station had the folder at this time or later. */
export const elsewhereSince = (folderId: string, at: string) =>
  `COALESCE(${at} <= ${stateAt(`'${ELSEWHERE}' || ${folderId}`)}, 0)`;

/**
 * Of a submission that ended without a Task, in SQL: its end is no end any more. An older copy of the ledger remembers it, and it
 * may have been tried again; or another station had its folder.
 */
const MAY_HAVE_GONE_SINCE = `(COALESCE(submission.ended_at <= ${stateAt(`'${RESTORED_AT}'`)}, 0)
  OR ${elsewhereSince('submission.folder_id', 'submission.ended_at')})`;
/** The documents may have arrived by an attempt of this station, or of a station that had the folder since. */
const MAY_HAVE_ARRIVED = `(submission.perhaps_sent = 1 OR ${MAY_HAVE_GONE_SINCE})`;
/** Another station may have what was taken back here. */
const UNTOLD = `(submission.state = 'withdrawn' AND submission.problem_code IS 'station.untold')`;

/** Of a submission without a Task, in SQL: it may have become one, unknown to this ledger (I2). */
export const PERHAPS_SENT = `(${MAY_HAVE_ARRIVED} OR ${UNTOLD})`;

/** In SQL: the submission goes to the service, or went. */
export const GOES = `submission.state NOT IN ('rejected', 'withdrawn')`;

/** In SQL: the submission is in the outbox, and no Task of it is known. */
export const WAITS = `submission.state IN ('queued', 'sending', 'unconfirmed')`;

/** Whether the documents of a submission may already be a Task (I2), in SQL. */
export const MAY_BE_TASK = `(${GOES} OR ${PERHAPS_SENT})`;

const is = (ledger: Ledger, condition: string, id: string): boolean =>
  readOne(
    ledger.prepared(`SELECT COUNT(*) AS count FROM submission WHERE id = ? AND ${condition}`),
    countSchema,
    id,
  )?.count === 1;

/** See PERHAPS_SENT. */
export function isPerhapsSent(ledger: Ledger, id: string): boolean {
  return is(ledger, PERHAPS_SENT, id);
}

/** See MAY_HAVE_ARRIVED. Each submission that was just taken back from a shared folder is still to be told there, which says nothing of the service. */
export function mayHaveArrived(ledger: Ledger, id: string): boolean {
  return is(ledger, MAY_HAVE_ARRIVED, id);
}

/** See MAY_HAVE_GONE_SINCE. */
export function mayHaveGoneSince(ledger: Ledger, id: string): boolean {
  return is(ledger, MAY_HAVE_GONE_SINCE, id);
}
