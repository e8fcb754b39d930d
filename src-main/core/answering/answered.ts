import type { AnsweredWait } from '../ledger/tasks/task-messages.ts';

/**
 * A Task that took an answer goes on at once (docs/service.md 3): one that still waits in a look so long after did
 * not.
 */
const GOES_ON_WITHIN_MS = 60_000;

/**
 * Whether a waiting Task needs nobody now, because it was answered: its newest answer is on its way, or was taken and the
 * service has not said since that the Task waits again. In doubt it does need somebody: a Task that is hidden waits for ever.
 * `asOf` is when the service last told everything. A time of the answer after `now` was noted while the clock was ahead: nothing
 * is known to be later, so the answer proves nothing.
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
      // The Task already held the documents, so they did not make it go on.
      if (answer.problem_code === 'answer.already-there') return false;
      const waitsAgain = answer.waits_since_seen === null || answer.waits_since_seen > answer.created_at;
      if (waitsAgain) return false;
      // What went to the newer Task leaves this one waiting for good, and nothing can be given to it any more.
      if (answer.went_to !== null && answer.went_to !== answer.task) return true;
      if (Math.max(answer.created_at, answer.ended_at ?? 0) > now) return false;
      return asOf === null || answer.ended_at === null || asOf <= answer.ended_at + GOES_ON_WITHIN_MS;
    }
  }
}
