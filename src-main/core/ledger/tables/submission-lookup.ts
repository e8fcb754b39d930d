import { z } from 'zod';
import { type Ledger, readAll, readOne } from '../db/ledger.ts';
import { type SubmissionRow, submissionSchema } from '../db/rows.ts';
import { countSchema } from './outbox-rows.ts';
import { MAY_BE_TASK } from './perhaps-sent.ts';

const sentSchema = z.object({ sent: z.int().nullable() });
const spoolSchema = z.object({ spool_name: z.string() });

/** The submission of this station, in whatever state, under an external id, or null. */
export function submissionByExternalId(ledger: Ledger, externalId: string): SubmissionRow | null {
  const known = ledger.prepared('SELECT * FROM submission WHERE external_id = ?');
  return readOne(known, submissionSchema, externalId);
}

/**
 * Whether a group of a folder was sent, or may have been, or was only refused; `kept-back` where files of the group stand there that
 * were duplicates or were taken back; else null.
 */
export function groupBefore(
  ledger: Ledger,
  folderId: string,
  groupKey: string,
): 'sent' | 'refused' | 'kept-back' | null {
  const before = readOne(
    ledger.prepared(
      `SELECT MAX(${MAY_BE_TASK}) AS sent FROM submission WHERE folder_id = ? AND group_key = ? AND state <> 'withdrawn'`,
    ),
    sentSchema,
    folderId,
    groupKey,
  );
  if (before !== null && before.sent !== null) return before.sent === 1 ? 'sent' : 'refused';
  return isKeptBack(ledger, folderId, groupKey) ? 'kept-back' : null;
}

function isKeptBack(ledger: Ledger, folderId: string, groupKey: string): boolean {
  const standing = ledger.prepared(
    `SELECT EXISTS (SELECT 1 FROM file INDEXED BY file_group WHERE folder_id = ? AND group_key = ? AND current = 1 AND gone = 0
       AND (state = 'duplicate' OR EXISTS (SELECT 1 FROM submission WHERE id = file.submission_id AND submission.state = 'withdrawn'))) AS count`,
  );
  return readOne(standing, countSchema, folderId, groupKey)?.count === 1;
}

/** Every spool file that a row names. */
export function spoolNamesInUse(ledger: Ledger): Set<string> {
  const rows = readAll(
    ledger.prepared(
      `SELECT spool_name FROM submission_file WHERE spool_name IS NOT NULL
       UNION ALL SELECT spool_name FROM message_file WHERE spool_name IS NOT NULL`,
    ),
    spoolSchema,
  );
  return new Set(rows.map((row) => row.spool_name));
}

/** A submission by its id, or null. */
export function submissionById(ledger: Ledger, id: string): SubmissionRow | null {
  return readOne(ledger.prepared('SELECT * FROM submission WHERE id = ?'), submissionSchema, id);
}
