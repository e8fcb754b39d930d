import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProblemCode } from '../../contract/problem.ts';
import { say } from '../../contract/say.ts';
import { type Earlier, findSentSince, releaseDuplicates } from '../ledger/tables/duplicates.ts';
import type {
  MessageProgress,
  MessageRow,
  SentFileRow,
  SubmissionRow,
} from '../ledger/tables/outbox-rows.ts';
import { doubtOne, isPerhapsSent } from '../ledger/tables/perhaps-sent.ts';
import { NOT_KEPT } from '../ledger/tables/retention.ts';
import { PlainError } from '../plain-error.ts';
import { needsAttention } from './attention.ts';
import { type Elsewhere, type OutboxContext, refOf, releaseCopies } from './context.ts';
import { allowedTaskTypes } from './creates/allowed-task-types.ts';

const ROWS_AT_A_TIME = 100;

/** A withdrawn row. `kind`: the kind of a message; null for a submission. `names`: the names of the spool copies of the row. */
interface Withdrawn {
  readonly id: string;
  readonly kind: MessageRow['payload']['kind'] | null;
  readonly names: readonly string[];
}

/** Creates the commands that a person can give for rows of the outbox. A command for an unknown or unsuitable row throws PlainError. */
export function createCommands(context: OutboxContext) {
  const { submissions, messages, ledger, clock, dueTime, quarantine } = context;

  function retrySubmission(row: SubmissionRow): boolean {
    const { id, state } = row;
    if (elsewhere(row) !== null) {
      if (!doubtOne(ledger, id, clock.now())) return false;
      quarantine.begin(id);
      return true;
    }
    if (state === 'queued' || state === 'unconfirmed')
      return submissions.reopen(id, state, state, clock.now());
    if (state !== 'rejected' || findSentSince(ledger, row) !== null) return false;
    return submissions.reopen(
      id,
      'rejected',
      isPerhapsSent(ledger, id) ? 'unconfirmed' : 'queued',
      clock.now(),
    );
  }

  function retryMessage(row: MessageRow): boolean {
    const { id, state } = row;
    if (state === 'queued' || state === 'unconfirmed') return messages.reopen(id, state, state, clock.now());
    if (state !== 'rejected' || hasLostContent(row)) return false;
    const next = row.progress.outcomeUnknown === true ? 'unconfirmed' : 'queued';
    if (!messages.reopen(id, 'rejected', next, clock.now())) return false;
    // `answer.frozen`: the service redirected the message to another Task. The retry begins at the original Task again, unless a Task may
    // already have a part of the message.
    if (row.problem_code === 'answer.frozen' && !hasBegun(row.progress)) messages.saveProgress(id, {});
    else if (row.lane === 'answers') {
      // If another person made the Task resume meanwhile, the retry must not take the resumption for its own effect.
      const { stood: _, ...kept } = row.progress;
      messages.saveProgress(id, kept);
    }
    return true;
  }

  const hasLostContent = (row: MessageRow) => isNotKept(row, messages.files(row.id));

  const findRow = (id: string) => {
    const submission = submissions.get(id);
    if (submission !== null) return { submission, message: null };
    const message = messages.get(id);
    if (message !== null) return { submission: null, message };
    throw new PlainError('outbox.unknown-id', say('documents.outboxNoItemId'), say('common.findId'));
  };

  // Must be called in a transaction. @throws PlainError, before any change, if the row cannot be withdrawn
  function withdrawRow(id: string): Withdrawn {
    const { submission, message } = findRow(id);
    if (submission !== null) {
      if (!submissions.withdraw(id, clock.now())) throw perhapsSent();
      context.vouched.delete(id);
      releaseDuplicates(ledger, submission);
      const names = submissions.spoolNames(id);
      submissions.forgetSpool(id);
      return { id, kind: null, names };
    }
    const partly = message.state === 'queued' && hasBegun(message.progress);
    if (partly || !messages.withdraw(id, clock.now())) throw perhapsSent();
    const names = messages.spoolNames(id);
    messages.forgetSpool(id);
    return { id, kind: message.payload.kind, names };
  }

  function note({ id, kind }: Withdrawn): void {
    const ended = { ref: refOf(id), state: 'withdrawn', code: null } as const;
    if (kind === null) context.log('submission.ended', ended);
    else context.log('message.ended', { ...ended, kind });
  }

  return {
    retry(id: string, taskType: string | null): void {
      const { submission, message } = findRow(id);
      const hasEnded = message?.state === 'rejected' || message?.state === 'withdrawn';
      if (hasEnded && hasLostContent(message)) throw notKept();
      const done = ledger.transaction(() => {
        if (submission === null) return taskType === null && retryMessage(message);
        if (taskType !== null && !submissions.changeTaskType(id, taskType)) return false;
        const row = submissions.get(id) ?? submission;
        const twin = row.state === 'rejected' ? findSentSince(ledger, row) : null;
        if (twin !== null) throw alreadySent(twin);
        return retrySubmission(row);
      });
      if (!done) {
        throw new PlainError(
          'outbox.not-possible',
          taskType === null
            ? say('documents.cannotRetryItemNow')
            : say('documents.rejectedSubmissionRetriedAnother'),
          say('documents.checkState'),
        );
      }
      const why = submission === null ? null : elsewhere(submission);
      // For `station.asks`, a person answers a question about the whole folder, so a retry of a single submission does not count.
      if (submission === null || why === null || why === 'station.asks') return;
      // By a retry, a person promises that no other station sends the documents. On the first day of the wait, the retry does not count,
      // because the other station probably still sends the documents. If the folder is gone (`station.gone`), the retry counts at once.
      if (why === 'station.gone' || needsAttention(submission, clock.now())) context.vouched.set(id, why);
    },
    /**
     * Retries every row that was rejected or waits after a failure, and returns their number. Paused lanes stay paused.
     * Leaves out rows that need a person: a repeat may make a second Task, or undo a later change of the Task.
     */
    retryAll(): number {
      const now = dueTime();
      return ledger.transaction(() => {
        const some = (ids: readonly string[], retry: (id: string) => boolean) => ids.filter(retry).length;
        const submission = (id: string) => {
          const row = submissions.get(id);
          if (row === null || (row.state === 'rejected' && needsDecision(row))) return false;
          return (waitsForTrouble(row, now) || elsewhere(row) !== null) && retrySubmission(row);
        };
        const message = (id: string) => {
          const row = messages.get(id);
          if (row === null) return false;
          if (row.state === 'rejected' && (needsDecision(row) || messages.replaced(row))) return false;
          return waitsForTrouble(row, now) && retryMessage(row);
        };
        return (
          some([...submissions.openIds(), ...submissions.rejectedIds()], submission) +
          some([...messages.openIds(), ...messages.rejectedIds()], message)
        );
      });
    },
    retryAllAs(refused: string, instead: string): number {
      const retryAs = (id: string) => {
        const row = submissions.get(id);
        if (row?.task_type !== refused || row.problem_code !== 'service.task-type') return false;
        if (!allowedTaskTypes(row.problem_detail ?? '', refused).includes(instead)) return false;
        if (!submissions.changeTaskType(id, instead)) return false;
        const changed = submissions.get(id);
        if (changed !== null && retrySubmission(changed)) return true;
        submissions.changeTaskType(id, refused);
        return false;
      };
      return ledger.transaction(() => submissions.rejectedIds().filter(retryAs).length);
    },
    /**
     * Withdraws a queued or rejected row. If an earlier attempt of a submission may have made a Task, the ledger still treats the withdrawn
     * submission as perhaps sent. `kept` runs in the transaction of the withdrawal.
     */
    async withdraw(id: string, kept: () => void): Promise<void> {
      const withdrawn = ledger.transaction(() => {
        kept();
        return withdrawRow(id);
      });
      note(withdrawn);
      await context.guard.withdrawn?.();
      await releaseCopies(context, withdrawn.names);
    },
    /** Withdraws the rows that can be withdrawn, and returns their ids. `keepCopies`: the spool copies stay, because a drop needs them. */
    async withdrawAll(
      ids: readonly string[],
      kept: (id: string) => void,
      keepCopies = false,
    ): Promise<string[]> {
      const done: string[] = [];
      for (let from = 0; from < ids.length; from += ROWS_AT_A_TIME) {
        const slice = ids.slice(from, from + ROWS_AT_A_TIME);
        const withdrawn = ledger.transaction(() =>
          slice.flatMap((id) => {
            try {
              const row = withdrawRow(id);
              kept(id);
              return [row];
            } catch (error) {
              // If a row cannot be withdrawn, for instance because the row is being sent, `withdrawRow` throws a PlainError before any
              // change. The other rows are still withdrawn.
              if (error instanceof PlainError) return [];
              throw error;
            }
          }),
        );
        for (const row of withdrawn) {
          note(row);
          done.push(row.id);
        }
        await releaseCopies(context, keepCopies ? [] : withdrawn.flatMap((row) => row.names));
        await nextTurn();
      }
      if (done.length > 0) await context.guard.withdrawn?.();
      return done;
    },
    /** Makes an unconfirmed row due again. The service may get the row twice. The caller writes the audit entry. */
    sendAgainAnyway(id: string): void {
      const { submission, message } = findRow(id);
      const done = ledger.transaction(() => {
        if (submission !== null) return submissions.reopen(id, 'unconfirmed', 'queued', clock.now());
        const { outcomeUnknown: _, ...progress } = message.progress;
        if (message.state === 'unconfirmed') messages.saveProgress(id, progress);
        return messages.reopen(id, 'unconfirmed', 'queued', clock.now());
      });
      if (!done) {
        throw new PlainError(
          'outbox.not-possible',
          say('documents.itemStateNotConfirmed'),
          say('documents.checkStateItem'),
        );
      }
      quarantine.end(id);
    },
  };
}

const NEEDS_DECISION: readonly (ProblemCode | null)[] = [
  'service.unaccounted',
  'answer.other-data',
  'edit.overtaken',
  'ledger.restored',
  'submission.at-service',
];

// Whether a rejected row may be sent again only by the decision of a person. The reason is that a Task of the submission may exist, or that
// somebody else may have changed the Task of the message.
const needsDecision = ({ problem_code: code }: SubmissionRow | MessageRow) => NEEDS_DECISION.includes(code);

// If the submission is queued and waits because another station may send its documents, returns the problem code that says so. Otherwise
// returns null.
function elsewhere({ state, problem_code: code }: SubmissionRow): Elsewhere | null {
  if (state !== 'queued') return null;
  return code === 'station.other' || code === 'station.gone' || code === 'station.asks' ? code : null;
}

// Whether the row was rejected or waits after a failure. A queued row without an attempt and without a problem only waits for the end of
// its undo time, and does not count.
function waitsForTrouble(row: SubmissionRow | MessageRow, now: number): boolean {
  const untried = row.attempts === 0 && row.problem_code === null && row.state === 'queued';
  return row.state === 'rejected' || (row.next_at > now && !untried);
}

function hasBegun(progress: MessageProgress): boolean {
  return (
    progress.outcomeUnknown === true || progress.filesSent === true || progress.dataItemUuid !== undefined
  );
}

function perhapsSent(): PlainError {
  return new PlainError(
    'outbox.not-possible',
    say('documents.itemCannotWithdrawn'),
    say('documents.waitUntilStateItem'),
  );
}

function alreadySent({ id, goes }: Earlier): PlainError {
  return new PlainError(
    'outbox.already-sent',
    goes
      ? say('documents.sameDocumentsLaterSent', { id })
      : say('documents.sameDocumentsLaterSentSubmission', { id }),
    say('documents.checkSubmissionOutboxSendDocumentsTwice'),
  );
}

// Whether retention deleted the content of the message. A repeat would send empty content: an edit would erase the name of the Task, and an
// answer would resume the Task without the answer.
function isNotKept(
  { problem_code: code }: Pick<MessageRow, 'problem_code'>,
  files: readonly SentFileRow[],
): boolean {
  return code === 'message.not-kept' || files.some(({ path }) => path === NOT_KEPT);
}

function notKept(): PlainError {
  return new PlainError('outbox.not-kept', say('documents.cannotRetryItem'), say('documents.openTask'));
}
