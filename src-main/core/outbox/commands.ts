import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProblemCode } from '../../contract/problem.ts';
import { type Earlier, findSentSince, releaseDuplicates } from '../ledger/tables/duplicates.ts';
import type { MessageProgress, MessageRow, SubmissionRow } from '../ledger/tables/outbox-rows.ts';
import { doubtOne, isPerhapsSent } from '../ledger/tables/perhaps-sent.ts';
import { PlainError } from '../plain-error.ts';
import { needsAttention } from './attention.ts';
import { type Elsewhere, type OutboxContext, refOf, releaseCopies } from './context.ts';
import { allowedTaskTypes } from './creates/allowed-task-types.ts';
import { noteJudged } from './judged.ts';
import { isNotKept, notKept } from './not-kept.ts';

const ROWS_AT_A_TIME = 100;

/** What was taken back; `kind` is that of a message, null for a submission. */
interface Taken {
  readonly id: string;
  readonly kind: MessageRow['payload']['kind'] | null;
  readonly names: readonly string[];
}

/** What a person may ask of one row. Each throws a PlainError when the row is not in a state that allows it. */
export function createCommands(context: OutboxContext) {
  const { submissions, messages, ledger, clock, quarantine } = context;

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
    if (row.problem_code === 'service.perhaps-there') noteJudged(ledger, id);
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
    // Nothing of it was taken where a frozen Task led: it goes to its own Task again, and where that leads by now.
    if (row.problem_code === 'answer.frozen' && !hasBegun(row.progress)) messages.saveProgress(id, {});
    return true;
  }

  const hasLostContent = (row: MessageRow) => isNotKept(row, messages.files(row.id));

  const findRow = (id: string) => {
    const submission = submissions.get(id);
    if (submission !== null) return { submission, message: null };
    const message = messages.get(id);
    if (message !== null) return { submission: null, message };
    throw new PlainError(
      'outbox.unknown-id',
      'The outbox has no item with this id.',
      'Find the id with: clearfolder outbox',
    );
  };

  /** To be called in a transaction. @throws PlainError before anything was changed */
  function takeBack(id: string): Taken {
    const { submission, message } = findRow(id);
    if (submission !== null) {
      if (!submissions.withdraw(id, clock.now())) throw perhapsSent();
      // Should it go on one day, that is for another reason.
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

  function note({ id, kind }: Taken): void {
    const ended = { ref: refOf(id), state: 'withdrawn', code: null } as const;
    if (kind === null) context.log('submission.ended', ended);
    else context.log('message.ended', { ...ended, kind });
  }

  return {
    /**
     * Tries it now, as if nothing had gone wrong before; a refused one goes again under the same external_id, and as another
     * task type where one is given.
     */
    retry(id: string, taskType: string | null): void {
      const { submission, message } = findRow(id);
      if (message !== null && hasEnded(message) && hasLostContent(message)) throw notKept();
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
            ? 'Clearfolder cannot retry this item now: the item is being sent, or was accepted or withdrawn.'
            : 'Only a rejected submission can be retried with another task type. Nothing was changed.',
          'Check the state with: clearfolder outbox',
        );
      }
      const why = submission === null ? null : elsewhere(submission);
      // Whether another station uses the folder is to be said of the folder, not of each document.
      if (submission === null || why === null || why === 'station.asks') return;
      // A station that was there today sends its documents itself. What waits for a day, a person has to look after.
      if (why === 'station.gone' || needsAttention(submission, clock.now())) context.vouched.set(id, why);
    },
    /**
     * Tries everything that waits or was refused; gives how many. A pause that the service asked for still holds. What another
     * station may have to send is looked up alone: that it has not, only a person can know, and says of each, never of all at once.
     * So with what the service named a Task for and then denied, or may have under another id: each try may make one Task more. So
     * with an answer or a change where somebody else's, or a later one, is there: it would be sent beside that one, or undo it.
     */
    retryAll(): number {
      const now = clock.now();
      return ledger.transaction(() => {
        const some = (ids: readonly string[], one: (id: string) => boolean) => ids.filter(one).length;
        const submission = (id: string) => {
          const row = submissions.get(id);
          if (row === null || (row.state === 'rejected' && isForOne(row))) return false;
          return (waitsForTrouble(row, now) || elsewhere(row) !== null) && retrySubmission(row);
        };
        const message = (id: string) => {
          const row = messages.get(id);
          if (row === null) return false;
          if (row.state === 'rejected' && (isForOne(row) || messages.replaced(row))) return false;
          return waitsForTrouble(row, now) && retryMessage(row);
        };
        return (
          some([...submissions.openIds(), ...submissions.rejectedIds()], submission) +
          some([...messages.openIds(), ...messages.rejectedIds()], message)
        );
      });
    },
    /** Tries all that was refused as one task type as another, where the refusal allows that one; gives how many. */
    retryAllAs(refused: string, instead: string): number {
      const goes = (id: string) => {
        const row = submissions.get(id);
        if (row === null || row.task_type !== refused || !mayGoAs(row, instead)) return false;
        if (!submissions.changeTaskType(id, instead)) return false;
        const changed = submissions.get(id);
        if (changed !== null && retrySubmission(changed)) return true;
        submissions.changeTaskType(id, refused);
        return false;
      };
      return ledger.transaction(() => submissions.rejectedIds().filter(goes).length);
    },
    /** Takes it back, for as long as no attempt is open; what may be a Task nevertheless says so from then on. */
    async withdraw(id: string, kept: () => void): Promise<void> {
      const taken = ledger.transaction(() => {
        kept();
        return takeBack(id);
      });
      note(taken);
      await context.claims.withdrawn?.();
      await releaseCopies(context, taken.names);
    },
    /** The same for many, some at a time; gives those that were taken back. `kept` is called in the transaction of each. */
    async withdrawAll(ids: readonly string[], kept: (id: string) => void): Promise<string[]> {
      const done: string[] = [];
      for (let from = 0; from < ids.length; from += ROWS_AT_A_TIME) {
        const slice = ids.slice(from, from + ROWS_AT_A_TIME);
        const taken = ledger.transaction(() =>
          slice.flatMap((id) => {
            try {
              const one = takeBack(id);
              kept(id);
              return [one];
            } catch (error) {
              // Too late for this one; nothing of it was changed.
              if (error instanceof PlainError) return [];
              throw error;
            }
          }),
        );
        for (const one of taken) {
          note(one);
          done.push(one.id);
        }
        await releaseCopies(
          context,
          taken.flatMap((one) => one.names),
        );
        await nextTurn();
      }
      if (done.length > 0) await context.claims.withdrawn?.();
      return done;
    },
    /** Sends an unconfirmed one without waiting for proof that it was lost. It may arrive twice; the caller audits that. */
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
          'Only an unconfirmed item can be sent again this way.',
          'Check the state again. Use Retry for a rejected item.',
        );
      }
      quarantine.end(id);
    },
  };
}

const FOR_ONE: readonly (ProblemCode | null)[] = [
  'service.unaccounted',
  'service.perhaps-there',
  'answer.other-data',
  'edit.overtaken',
  'ledger.restored',
];

/**
 * A person has to look at the service before it may go again: for the Task of a submission, or for what somebody else has given to the
 * Task or changed of it since.
 */
const isForOne = ({ problem_code: code }: SubmissionRow | MessageRow) => FOR_ONE.includes(code);

const hasEnded = ({ state }: MessageRow) => state === 'rejected' || state === 'withdrawn';

/** Another station may have it to send, or have sent it: why, or null. */
function elsewhere({ state, problem_code: code }: SubmissionRow): Elsewhere | null {
  if (state !== 'queued') return null;
  return code === 'station.other' || code === 'station.gone' || code === 'station.asks' ? code : null;
}

/** Refused, or set back by a trouble. What was never tried only waits until it cannot be taken back any more. */
function waitsForTrouble(row: SubmissionRow | MessageRow, now: number): boolean {
  const untried = row.attempts === 0 && row.problem_code === null && row.state === 'queued';
  return row.state === 'rejected' || (row.next_at > now && !untried);
}

function mayGoAs(
  { task_type: refused, problem_code: code, problem_detail: detail }: SubmissionRow,
  taskType: string,
) {
  return code === 'service.task-type' && allowedTaskTypes(detail ?? '', refused).includes(taskType);
}

function hasBegun(progress: MessageProgress): boolean {
  return (
    progress.outcomeUnknown === true || progress.filesSent === true || progress.dataItemUuid !== undefined
  );
}

function perhapsSent(): PlainError {
  return new PlainError(
    'outbox.not-possible',
    'This item cannot be withdrawn: the service has the item, or may have it.',
    'Wait until the state is known. If the item became a Task, work with that Task.',
  );
}

function alreadySent({ id, goes }: Earlier): PlainError {
  return new PlainError(
    'outbox.already-sent',
    goes
      ? `The same documents were sent since, or are being sent, as submission ${id}. Sending them again would make a second Task, so nothing was changed.`
      : `The same documents were sent since as submission ${id} and may already be a Task. Sending them again could make a second Task, so nothing was changed.`,
    'Check that submission with: clearfolder outbox. To send the documents twice on purpose, add them again and use: clearfolder decide FILE send-anyway',
  );
}
