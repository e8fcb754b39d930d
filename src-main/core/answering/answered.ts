import type { AnsweredWait } from '../ledger/tasks/task-messages.ts';

/** A Task that accepts an answer resumes at once (docs/service.md 3). A Task that still waits after this time did not accept the answer. */
const GOES_ON_WITHIN_MS = 60_000;

/**
 * Whether a waiting Task needs nothing of a person now: the newest answer is on its way, or the service accepted the answer and has
 * reported no new wait since. In doubt the result is false, because a Task that nobody sees waits forever. `asOf` is the start of the last
 * complete cycle of tracking, in milliseconds since the epoch. The result is also false for an accepted answer with a time after `now`,
 * which comes from a wall clock that was ahead.
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
      if (answer.problem_code === 'answer.already-there') return false;
      const waitsAgain = answer.waits_since_seen === null || answer.waits_since_seen > answer.created_at;
      if (waitsAgain) return false;
      // The answer went to a newer Task. The old Task is frozen and keeps its status.
      if (answer.went_to !== null && answer.went_to !== answer.task) return true;
      if (Math.max(answer.created_at, answer.ended_at ?? 0) > now) return false;
      return asOf === null || answer.ended_at === null || asOf <= answer.ended_at + GOES_ON_WITHIN_MS;
    }
  }
}
