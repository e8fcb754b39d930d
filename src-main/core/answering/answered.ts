import type { AnsweredWait } from '../ledger/tasks/task-messages.ts';

// A Task that accepts an answer resumes at once (docs/service.md 3). A Task that still waits this many milliseconds after an accepted
// answer does not count as answered.
const GOES_ON_WITHIN_MS = 60_000;

/**
 * Whether a waiting Task needs nothing of a person: its newest answer is on the way, or the Task has not begun to wait again since then.
 * In doubt the result is false, because a waiting Task that nobody sees waits forever. If the time of the answer is after `now`, a wall
 * clock was wrong.
 */
export function isAnswered(answer: AnsweredWait, now: number): boolean {
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
      // The service redirected the answer to a newer Task. The old Task is frozen and keeps the status `waiting`.
      if (answer.went_to !== null && answer.went_to !== answer.task) return true;
      if (Math.max(answer.created_at, answer.ended_at ?? 0) > now) return false;
      return answer.ended_at === null || answer.checked_at <= answer.ended_at + GOES_ON_WITHIN_MS;
    }
  }
}
