import type { SubmitDecision } from '../folders/submit/submitter.ts';
import type { Committer } from '../ledger/db/committer.ts';
import { findKnown, perhapsOf } from '../ledger/tables/earlier.ts';
import type { FileRow } from '../ledger/tables/files.ts';
import { purposeHash } from '../ledger/tables/payload.ts';
import { submissionById } from '../ledger/tables/submission-lookup.ts';
import { PlainError } from '../plain-error.ts';
import { newId } from '../spool/ids.ts';
import { type FrozenFile, SourceChanged, type Spool } from '../spool/spool.ts';
import { addDropSubmission, type QueueParts } from './queue-drop.ts';

export interface ResendParts extends QueueParts {
  readonly spool: Spool;
  readonly commit: Committer;
}

/**
 * Sends dropped files that were duplicates as a new Task, of the kind of the submission they are duplicates of; unless decided
 * otherwise, not what may already be a Task by another submission: such files are duplicates of that one then, and false is given.
 * `kept` is called in the transaction that queues the files.
 *
 * @throws PlainError where retention removed what the earlier submission was for; SourceChanged when a file is not what was dropped any more; nothing is queued then
 */
export async function resendDrop(
  parts: ResendParts,
  rows: readonly FileRow[],
  earlierId: string,
  decided: SubmitDecision,
  kept: () => void,
): Promise<boolean> {
  const { ledger, files, spool, commit, clock, random } = parts;
  const earlier = submissionById(ledger, earlierId);
  if (earlier === null) throw new Error('a duplicate names a submission that is not there');
  const purpose = { taskType: earlier.task_type, requestSpec: earlier.request_spec };
  if (earlier.purpose !== purposeHash(purpose)) throw purposeNotKept();
  const frozen: { path: string; row: FileRow; frozen: FrozenFile }[] = [];
  let keep = false;
  try {
    for (const row of rows) {
      frozen.push({ path: row.path, row, frozen: await spool.freeze(row.path) });
    }
    await spool.sync();
    keep = await commit(() => {
      for (const { row, frozen: copy } of frozen) {
        const same = copy.sha256 === row.sha256 && files.byId(row.id)?.state === row.state;
        if (!same) throw new SourceChanged('not the document that was dropped');
      }
      const work = {
        ...purpose,
        name: earlier.name,
        callbackTemplate: earlier.callback_template,
      };
      const sha256s = frozen.map((one) => one.frozen.sha256);
      const known = decided === 'again' ? null : findKnown(ledger, work, sha256s);
      if (known !== null && (perhapsOf(known) === null || decided !== 'after-all')) {
        for (const [index, { sha256, of }] of known.entries()) {
          const row = rows[index];
          if (row !== undefined) files.markDuplicate(row.id, sha256, of.id, rows[0]?.id);
        }
        return false;
      }
      kept();
      const id = newId(clock, random);
      addDropSubmission(ledger, id, frozen, work, clock.now());
      const binding = { to: 'submission', id, move: false } as const;
      for (const { row, frozen: copy } of frozen) files.bind(row.id, copy.sha256, binding, clock.now());
      return true;
    });
    return keep;
  } finally {
    if (!keep) await spool.remove(frozen.map((one) => one.frozen.spoolName));
  }
}

function purposeNotKept(): PlainError {
  return new PlainError(
    'file.purpose-not-kept',
    'What the same document was sent for is no longer kept here, so nothing was sent.',
    'Add the file again, say what it is to go for, and choose to send duplicates too.',
  );
}
