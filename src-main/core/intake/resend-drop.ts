import type { Committer } from '../ledger/committer.ts';
import type { FileRow } from '../ledger/files.ts';
import { submissionById } from '../ledger/submission-lookup.ts';
import { newId } from './ids.ts';
import { addDropSubmission, type QueueParts } from './queue-drop.ts';
import { type FrozenFile, SourceChanged, type Spool } from './spool.ts';

export interface ResendParts extends QueueParts {
  readonly spool: Spool;
  readonly commit: Committer;
}

/**
 * Sends dropped files that were duplicates as a new Task, of the kind of the submission they are duplicates of. `kept` is
 * called in the transaction that queues them.
 *
 * @throws SourceChanged when a file is not what was dropped any more; nothing is queued then
 */
export async function resendDrop(
  parts: ResendParts,
  rows: readonly FileRow[],
  earlierId: string,
  kept: () => void,
): Promise<void> {
  const { ledger, files, spool, commit, clock, random } = parts;
  const earlier = submissionById(ledger, earlierId);
  if (earlier === null) throw new Error('a duplicate names a submission that is not there');
  const frozen: { path: string; row: FileRow; frozen: FrozenFile }[] = [];
  try {
    for (const row of rows) {
      frozen.push({ path: row.path, row, frozen: await spool.freeze(row.path) });
    }
    await spool.sync();
    await commit(() => {
      for (const { row, frozen: copy } of frozen) {
        const same = copy.sha256 === row.sha256 && files.byId(row.id)?.state === 'duplicate';
        if (!same) throw new SourceChanged('not the document that was dropped');
      }
      const id = newId(clock, random);
      const work = {
        taskType: earlier.task_type,
        requestSpec: earlier.request_spec,
        name: earlier.name,
        callbackTemplate: earlier.callback_template,
      };
      addDropSubmission(ledger, id, frozen, work, clock.now());
      const binding = { to: 'submission', id, move: false } as const;
      for (const { row, frozen: copy } of frozen) files.bind(row.id, copy.sha256, binding, clock.now());
      kept();
    });
  } catch (error) {
    await spool.remove(frozen.map((one) => one.frozen.spoolName));
    throw error;
  }
}
