import { assertNever } from '../../contract/assert-never.ts';
import { failureOf } from '../../contract/result.ts';
import { say } from '../../contract/say.ts';
import type { AuditAction } from '../../contract/views/audit.ts';
import { appendAudit } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';
import { diskFull } from '../disk-full.ts';
import { isDue, LONGEST_UNDO_MS } from '../due.ts';
import type { Intake } from '../folders/folders.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import {
  addRequest,
  type EngineRequest,
  endRequest,
  openRequests,
  type RequestOutcome,
  type RequestRow,
  requestOutcome,
} from '../ledger/tables/engine-requests.ts';
import { createFiles } from '../ledger/tables/files.ts';
import { describeError } from '../log/describe-error.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { PlainError } from '../plain-error.ts';
import { inTime } from '../share-io/time-limit.ts';
import { noteFailedPlan } from './planned-requests.ts';

export const NOT_UNDERSTOOD = {
  ok: false,
  error: failureOf(
    'request.not-understood',
    say('folders.runningAnotherVersionNot'),
    say('folders.restartBothProgramsSame'),
  ),
} as const satisfies RequestOutcome;

// A request that `carryOutNew` starts without waiting for its end. Requests with the same `line` run one after another. A request with a
// null `line` waits for no other request.
interface Flight {
  readonly line: string | null;
}

/** Carries out the requests in the ledger. */
export interface FollowedRequests {
  /** Stores a request as a row (I5). The caller must then call `carryOutNew`. `ended` resolves once the outcome is stored. */
  add(asked: EngineRequest, actor: string): { readonly ended: Promise<RequestOutcome> };
  /**
   * Carries out new requests in order, and stores their outcomes. A request that reads a folder is only started (I8). Resolves to true
   * while a started request is still running, or while a planned request waits for its time. The caller must call this function after each
   * new row, and again while the result is true. Rejects if an outcome could not be stored. The next call then carries out the request of
   * that outcome again.
   */
  carryOutNew(): Promise<boolean>;
  /** Starts no further request, and waits a few seconds for the running requests. The next start carries out unfinished requests. */
  stop(): Promise<void>;
}

export function followRequests(targets: RequestTargets): FollowedRequests {
  const { ledger, clock, outbox } = targets;
  const underWay = new Map<number, Promise<void>>();
  const lines = new Map<string, Promise<void>>();
  const faults: unknown[] = [];
  const awaited = new Map<number, (outcome: RequestOutcome) => void>();
  let stopped = false;

  function tellOutcome(seq: number): void {
    const tell = awaited.get(seq);
    const outcome = tell === undefined || !ledger.db.open ? null : requestOutcome(ledger, seq);
    if (outcome === null) return;
    awaited.delete(seq);
    tell?.(outcome);
  }

  async function carryOut({ seq, asked, actor, isPlanned }: DueRequest, onDone: () => void): Promise<void> {
    // Stores that the request has ended, in the transaction of the change. Otherwise the next start after a kill would make the change a
    // second time.
    const done = () => {
      endRequest(ledger, seq, { ok: true }, clock.now());
      onDone();
      // The outcome counts only after the commit, and the commit comes before the next turn of the event loop.
      setImmediate(() => tellOutcome(seq));
    };
    const outcome =
      asked === null ? NOT_UNDERSTOOD : await attempt(() => carryOutNow(asked, targets, actor, done));
    if (requestOutcome(ledger, seq) === null)
      ledger.transaction(() => {
        endRequest(ledger, seq, outcome, clock.now());
        if (isPlanned && !outcome.ok) noteFailedPlan(ledger, seq, outcome.error);
      });
    tellOutcome(seq);
  }

  function begin(request: DueRequest, { line }: Flight): void {
    // `ended` resolves once the change of the request is stored. The next request of the same line then starts, without waiting for the
    // scan that follows the change.
    const ended = Promise.withResolvers<void>();
    const before = line === null ? undefined : lines.get(line);
    if (line !== null) {
      lines.set(line, ended.promise);
      void ended.promise.then(() => {
        if (lines.get(line) === ended.promise) lines.delete(line);
      });
    }
    const fly = async () => {
      try {
        if (before !== undefined) await before;
        if (!stopped) await carryOut(request, ended.resolve);
      } catch (error) {
        faults.push(error);
      } finally {
        underWay.delete(request.seq);
        ended.resolve();
      }
    };
    underWay.set(request.seq, fly());
  }

  return {
    add: (asked, actor) => {
      const { promise, resolve } = Promise.withResolvers<RequestOutcome>();
      awaited.set(addRequest(ledger, asked, actor, clock.now()), resolve);
      return { ended: promise };
    },
    carryOutNew: async () => {
      if (faults.length > 0) throw faults.shift();
      let waits = false;
      for (const row of openRequests(ledger)) {
        if (stopped) break;
        if (underWay.has(row.seq)) continue;
        const request = dueRequest(row, outbox.dueTime());
        if (request === null) {
          waits = true;
          continue;
        }
        const flight = flightOf(ledger, request.asked);
        if (flight === null) await carryOut(request, () => undefined);
        else begin(request, flight);
      }
      return waits || underWay.size > 0 || faults.length > 0;
    },
    stop: async () => {
      stopped = true;
      await inTime(clock, Promise.all(underWay.values()));
    },
  };
}

interface DueRequest extends Omit<RequestRow, 'asked'> {
  readonly asked: EngineRequest | null;
  /** Whether the undo time of the request is over. No program waits for the outcome then. */
  readonly isPlanned: boolean;
}

// Returns the row with the request to carry out now; null for a planned request whose time has not come.
function dueRequest({ asked, ...row }: RequestRow, now: number): DueRequest | null {
  if (asked?.verb !== 'later') return { ...row, asked, isPlanned: false };
  return isDue(asked.due, now, LONGEST_UNDO_MS) ? { ...row, asked: asked.what, isPlanned: true } : null;
}

// Returns how to start a request that reads a folder; null for any other request. Decisions about files of the same folder, or of the same
// drop, have the same line.
function flightOf(ledger: Ledger, asked: EngineRequest | null): Flight | null {
  switch (asked?.verb) {
    case 'rescan':
      return { line: null };
    case 'decide-backlog':
    case 'decide-offer':
    case 'no-other-station':
      return { line: `folder ${asked.folder}` };
    case 'decide-file':
    case 'send-anyway': {
      const file = createFiles(ledger).byId(asked.file);
      if (file === null) return null;
      return { line: file.folder_id === null ? `drop ${file.found_at}` : `folder ${file.folder_id}` };
    }
    default:
      return null;
  }
}

async function attempt(work: () => Promise<void>): Promise<RequestOutcome> {
  try {
    await work();
    return { ok: true };
  } catch (error) {
    const told = error instanceof PlainError ? error : diskFull(error);
    if (told !== null) return { ok: false, error: failureOf(told.code, told.said.message, told.said.next) };
    const message = say('folders.unexpectedErrorOccurred', {
      error: describeError(error),
    });
    return {
      ok: false,
      error: failureOf('unforeseen', message, say('folders.tryAgainReportMessage')),
    };
  }
}

export interface RequestTargets {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly intake: Pick<
    Intake,
    | 'rescan'
    | 'pause'
    | 'resume'
    | 'noOtherStation'
    | 'decideBacklog'
    | 'decideOffer'
    | 'decideFile'
    | 'sendAnyway'
  >;
  readonly outbox: Pick<
    Outbox,
    'dueTime' | 'retry' | 'retryAll' | 'withdraw' | 'sendAgainAnyway' | 'checkAgain'
  >;
  readonly answers: { asTask(id: string, taskType: string | null, kept: () => void): Promise<void> };
}

/**
 * Carries out a person's request. Writes the audit entry and calls `done` in the transaction of the change; `rescan` changes no data and
 * does neither. Rejects if the change failed.
 */
export async function carryOutNow(
  asked: EngineRequest,
  targets: RequestTargets,
  actor: string,
  done: () => void = () => undefined,
): Promise<void> {
  const { ledger, clock, intake, outbox, answers } = targets;
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
    case 'decide-offer':
      return await intake.decideOffer(asked.folder, asked, kept);
    case 'decide-file':
      return await intake.decideFile(asked.file, asked.decision, actor, kept);
    case 'send-anyway':
      return await intake.sendAnyway(asked.file, kept);
    case 'retry':
      atOnce(() => outbox.retry(asked.submission, asked.taskType));
      // A retry is a person's act, so a refused api_secret is tried once more. Otherwise the retried item would never go out.
      return await outbox.checkAgain();
    case 'retry-all':
      atOnce(() => outbox.retryAll());
      return await outbox.checkAgain();
    case 'withdraw':
      return await outbox.withdraw(asked.submission, kept);
    case 'as-task':
      await answers.asTask(asked.answer, asked.taskType ?? null, kept);
      return await outbox.checkAgain();
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
    case 'decide-offer':
      return {
        action: 'folder.offer-decided',
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
    case 'as-task':
      return { action: 'answer.as-task', subject: asked.answer };
    case 'send-again':
      return { action: 'submission.sent-again', subject: asked.submission };
    case 'no-other-station':
      return { action: 'folder.no-other-station', subject: asked.folder };
    case 'pause':
      return { action: 'folder.paused', subject: asked.folder };
    case 'resume':
      return { action: 'folder.resumed', subject: asked.folder };
    case 'rescan':
      return null;
  }
}
