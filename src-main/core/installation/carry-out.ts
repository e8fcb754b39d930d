import { assertNever } from '../../contract/assert-never.ts';
import type { AuditAction } from '../../contract/views/audit.ts';
import { appendAudit } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';
import type { Intake } from '../folders/folders.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import type { EngineRequest } from '../ledger/tables/requests.ts';
import { setDetailsDue } from '../ledger/tasks/tasks.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Tracker } from '../tracking/tracker.ts';

export interface CarryOutParts {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly intake: Pick<
    Intake,
    'rescan' | 'pause' | 'resume' | 'noOtherStation' | 'decideBacklog' | 'decideFile' | 'sendAnyway'
  >;
  readonly outbox: Pick<Outbox, 'retry' | 'retryAll' | 'withdraw' | 'sendAgainAnyway'>;
  readonly tracker: Pick<Tracker, 'lookSoon'>;
}

/**
 * Carries out one request of a person at once, with its entry in the audit; `done` is called in the transaction that keeps
 * both, where there is one. Rejects with what kept it from being done.
 */
export async function carryOutNow(
  asked: EngineRequest,
  parts: CarryOutParts,
  actor: string,
  done: () => void = () => undefined,
): Promise<void> {
  const { ledger, clock, intake, outbox, tracker } = parts;
  /** Called in the transaction of the change itself: neither is there without the other. */
  const kept = () => {
    const entry = auditEntry(asked);
    if (entry !== null) appendAudit(ledger, { at: clock.now(), actor, ...entry });
    done();
  };
  const atOnce = (work: () => unknown) =>
    ledger.transaction(() => {
      work();
      kept();
    });
  switch (asked.verb) {
    case 'decide-backlog':
      return await intake.decideBacklog(asked.folder, asked.decision, kept);
    case 'decide-file':
      return await intake.decideFile(asked.file, asked.decision, actor, kept);
    case 'send-anyway':
      return await intake.sendAnyway(asked.file, kept);
    case 'retry':
      return atOnce(() => outbox.retry(asked.submission, asked.taskType));
    case 'retry-all':
      return atOnce(() => outbox.retryAll());
    case 'withdraw':
      return await outbox.withdraw(asked.submission, kept);
    case 'send-again':
      return atOnce(() => outbox.sendAgainAnyway(asked.submission));
    case 'rescan':
      return await intake.rescan(asked.folder ?? undefined);
    case 'no-other-station':
      return await intake.noOtherStation(asked.folder, kept);
    case 'pause':
      return intake.pause(asked.folder, kept);
    case 'resume':
      return intake.resume(asked.folder, kept);
    case 'look-at':
      setDetailsDue(ledger, asked.task, true);
      tracker.lookSoon();
      return;
    default:
      return assertNever(asked);
  }
}

interface Entry {
  readonly action: AuditAction;
  readonly subject: string | null;
  readonly detail?: Record<string, unknown>;
}

function auditEntry(asked: EngineRequest): Entry | null {
  switch (asked.verb) {
    case 'decide-backlog':
      return {
        action: 'folder.backlog-decided',
        subject: asked.folder,
        detail: { decision: asked.decision },
      };
    case 'decide-file':
      return {
        action: 'file.decided',
        subject: String(asked.file),
        detail: { decision: asked.decision },
      };
    case 'send-anyway':
      return {
        action: 'file.decided',
        subject: String(asked.file),
        detail: { decision: 'send-anyway' },
      };
    case 'retry':
      return {
        action: 'submission.retried',
        subject: asked.submission,
        detail: asked.taskType === undefined ? {} : { task_type: asked.taskType },
      };
    case 'retry-all':
      return { action: 'submission.retried', subject: null };
    case 'withdraw':
      return { action: 'submission.withdrawn', subject: asked.submission };
    case 'send-again':
      return { action: 'submission.sent-again', subject: asked.submission };
    case 'no-other-station':
      return { action: 'folder.no-other-station', subject: asked.folder };
    case 'pause':
      return { action: 'folder.paused', subject: asked.folder };
    case 'resume':
      return { action: 'folder.resumed', subject: asked.folder };
    case 'rescan':
    case 'look-at':
      return null;
  }
}
