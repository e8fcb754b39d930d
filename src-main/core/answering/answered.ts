import type { AnsweredWait } from '../ledger/tasks/task-messages.ts';

/** A Task that took an answer continues at once (docs/service.md 3). A Task that still waits this much later did not take the answer. */
const GOES_ON_WITHIN_MS = 60_000;

/**
 * Whether a person need not act on a waiting Task now: the newest answer is under way, or the service accepted the answer and has not
 * reported since then that the Task waits again. In doubt the function returns false, because a hidden Task waits forever. `asOf` is the
 * time of the last complete list (milliseconds). An answer with a time after `now` was recorded while the clock was ahead, and proves
 * nothing.
 */
export function isAnswered(answer: AnsweredWait, asOf: number | null, now: number): boolean {
  switch (answer.state) {
    case 'queued':
    case 'sending':
    case 'unconfirmed':
      return true;
    case 'rejected':
    case 'withdrawn':
      return false;
    case 'accepted': {
      // The Task already had the documents, so the answer changed nothing.
      if (answer.problem_code === 'answer.already-there') return false;
      const waitsAgain = answer.waits_since_seen === null || answer.waits_since_seen > answer.created_at;
      if (waitsAgain) return false;
      // The answer went to a newer Task. The old Task waits forever and takes no more answers.
      if (answer.went_to !== null && answer.went_to !== answer.task) return true;
      if (Math.max(answer.created_at, answer.ended_at ?? 0) > now) return false;
      return asOf === null || answer.ended_at === null || asOf <= answer.ended_at + GOES_ON_WITHIN_MS;
    }
  }
}
