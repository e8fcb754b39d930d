import { z } from 'zod';
import { type Ledger, readAll } from '../db/ledger.ts';
import { readState, writeState } from '../db/station-state.ts';
import { type Purpose, purposeHash } from './dedup-keys.ts';
import { newestSubmission } from './folders.ts';
import { MAY_BE_TASK } from './perhaps-sent.ts';

/*
 * A changed purpose of a folder rule applies to new files. The documents that the folder sent before are offered to a person, who sends them
 * for the new purpose too, or dismisses the offer. Clearfolder never sends these documents for the new purpose by itself.
 */

/** The documents that a person can send for the present purpose of a folder rule, and the documents that a decision about such an offer left out. */
export interface Offer {
  /** The number of documents that are in the folder now and were sent for another purpose only. */
  readonly documents: number;
  /** The number of Tasks that these documents would make: one for each Task of which all documents are still in the folder. */
  readonly tasks: number;
  /** How many documents the decision to send left out, because they were gone, changed or unreadable, or may have been sent already. */
  readonly leftOut: number;
}

/** The key of `station_state` for the last decision about an offer, without the id of the folder rule. */
export const OFFER = 'folder.offer.';
/** `purpose`: the hash of the purpose. `upTo`: the `seq` of the newest submission that the decision covers. */
const decidedSchema = z.object({ purpose: z.string(), upTo: z.int(), leftOut: z.int() });

const offeredSchema = z.object({ id: z.string(), documents: z.int() });

/** A folder rule, as far as an offer depends on the rule. */
type Rule = Purpose & { readonly id: string };

// Accepted submissions of the folder for another purpose, of which all documents are in the folder now, unless each of the documents was
// sent for the present purpose too. An unfinished submission is not offered, because its files must stay bound to it.
const OFFERED = `SELECT submission.id, COUNT(*) AS documents
  FROM submission INDEXED BY submission_purpose CROSS JOIN file ON file.submission_id = submission.id
  WHERE submission.folder_id = @folder AND (submission.purpose < @purpose OR submission.purpose > @purpose) AND submission.seq > @after
    AND submission.state = 'accepted'
    AND file.folder_id = @folder AND file.state = 'bound' AND file.current = 1 AND file.gone = 0
  GROUP BY submission.seq
  HAVING COUNT(*) = (SELECT COUNT(*) FROM submission_file WHERE submission_id = submission.id)
    AND EXISTS (SELECT 1 FROM submission_file AS own WHERE own.submission_id = submission.id AND NOT EXISTS (
      SELECT 1 FROM submission_file AS same JOIN submission ON submission.id = same.submission_id
      WHERE same.sha256 = own.sha256 AND submission.purpose = @purpose AND ${MAY_BE_TASK}))
  ORDER BY submission.seq`;

/** Returns the submissions whose documents are offered for the present purpose of the folder rule, oldest first. */
export function offeredSubmissions(ledger: Ledger, rule: Rule): z.infer<typeof offeredSchema>[] {
  const purpose = purposeHash(rule);
  const after = decidedFor(ledger, rule)?.upTo ?? 0;
  return readAll(ledger.prepared(OFFERED), offeredSchema, { folder: rule.id, purpose, after });
}

/** Returns the offer about a folder; null if there is nothing to decide and nothing was left out. */
export function readOffer(ledger: Ledger, rule: Rule): Offer | null {
  const offered = offeredSubmissions(ledger, rule);
  const leftOut = decidedFor(ledger, rule)?.leftOut ?? 0;
  if (offered.length === 0 && leftOut === 0) return null;
  const documents = offered.reduce((sum, one) => sum + one.documents, 0);
  return { documents, tasks: offered.length, leftOut };
}

/** Ends the offer about a folder for the present purpose of its rule. Documents that are sent for other purposes later make a new offer. */
export function endOffer(ledger: Ledger, rule: Rule, leftOut: number): void {
  writeState(ledger, `${OFFER}${rule.id}`, {
    purpose: purposeHash(rule),
    upTo: newestSubmission(ledger),
    leftOut,
  });
}

function decidedFor(ledger: Ledger, rule: Rule): z.infer<typeof decidedSchema> | null {
  const decided = readState(ledger, `${OFFER}${rule.id}`, decidedSchema);
  return decided?.purpose === purposeHash(rule) ? decided : null;
}
