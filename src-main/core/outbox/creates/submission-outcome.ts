import type { Problem } from '../../../contract/problem.ts';
import { appendAudit, PROGRAM } from '../../audit/audit.ts';
import { newId } from '../../ids.ts';
import { followUpOfCorrected } from '../../ledger/tables/corrections.ts';
import { addMessage } from '../../ledger/tables/messages.ts';
import { noteMilestone } from '../../ledger/tables/milestones.ts';
import type { SubmissionRow } from '../../ledger/tables/outbox-rows.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import { type OutboxContext, refOf, releaseCopies } from '../context.ts';
import { isPlausible } from './adoption.ts';
import { forgetNotes } from './create-notes.ts';

/** Accepts the submission and stores its Task in one transaction. `taskType`: the type of the Task if it differs; otherwise null. */
export async function acceptSubmission(
  context: OutboxContext,
  id: string,
  details: TaskDetails,
  taskType: string | null = null,
  milestone: 'queued' | 'found' = 'queued',
): Promise<void> {
  const { ledger, submissions, clock } = context;
  const names = await context.commit(() => {
    if (!submissions.accept(id, details.uuid, clock.now())) return [];
    if (taskType !== null) submissions.changeTaskType(id, taskType, 'accepted');
    const spooled = submissions.spoolNames(id);
    submissions.forgetSpool(id);
    forgetNotes(ledger, id);
    context.recordTask(details, { mine: true });
    followUpCorrected(context, id, details.uuid);
    setReference(context, id, details);
    appendAudit(ledger, {
      ...{ at: clock.now(), actor: PROGRAM, action: 'submission.confirmed', subject: id },
      detail: { task: details.uuid },
    });
    if (context.milestones === true) {
      noteMilestone(ledger, details.uuid, 'queued', submissions.get(id)?.created_at ?? clock.now());
      if (milestone === 'found') noteMilestone(ledger, details.uuid, milestone, clock.now());
    }
    return spooled;
    // With `soon`, nothing waits for the disk. If a power failure loses this commit, the look-up finds the Task after the restart.
  }, 'soon');
  context.quarantine.end(id);
  context.log('submission.ended', { ref: refOf(id), state: 'accepted', code: null });
  await releaseCopies(context, names);
}

/** Marks the follow-up of a corrected Task as done, because the new Task replaces the corrected Task. A person can open the follow-up again. */
function followUpCorrected({ ledger, clock, random }: OutboxContext, id: string, task: string): void {
  const corrected = followUpOfCorrected(ledger, id);
  if (corrected === null) return;
  const now = clock.now();
  const payload = { kind: 'cleared', cleared: true } as const;
  addMessage(
    ledger,
    { id: newId(clock, random), taskUuid: corrected, payload, actor: PROGRAM, files: [] },
    now,
  );
  const detail = { kind: payload.kind, corrected_by: task };
  appendAudit(ledger, { at: now, actor: PROGRAM, action: 'edit.added', subject: corrected, detail });
}

/** Queues an edit that gives the Task the external_id that a person chose, if a person chose one (docs/service.md 4.5). */
function setReference(
  { ledger, submissions, clock, random }: OutboxContext,
  id: string,
  task: TaskDetails,
): void {
  const externalId = submissions.get(id)?.reference ?? null;
  if (externalId === null || task.external_id === externalId) return;
  const now = clock.now();
  const payload = { kind: 'external-id', externalId } as const;
  addMessage(
    ledger,
    { id: newId(clock, random), taskUuid: task.uuid, payload, actor: PROGRAM, files: [] },
    now,
  );
  const detail = { kind: payload.kind, chosen_for: id };
  appendAudit(ledger, { at: now, actor: PROGRAM, action: 'edit.added', subject: task.uuid, detail });
}

/** Accepts the submission if the found Task may be made of its documents. Otherwise marks it as rejected with `service.conflict` (I2). */
export async function settleFound(
  context: OutboxContext,
  row: SubmissionRow,
  task: TaskDetails,
): Promise<void> {
  const { submissions } = context;
  const { id, task_type: asked } = row;
  const other = task.task_type === asked ? null : task.task_type;
  if (isPlausible(row, submissions.files(id), task))
    await acceptSubmission(context, id, task, other, 'found');
  else rejectSubmission(context, id, { code: 'service.conflict', detail: other });
}

/** Rejects the submission. The spool copies are kept, so that a person can retry the submission. */
export function rejectSubmission(context: OutboxContext, id: string, problem: Problem): void {
  if (!context.submissions.reject(id, problem, context.clock.now())) return;
  context.quarantine.end(id);
  context.log('submission.ended', { ref: refOf(id), state: 'rejected', code: problem.code });
}
