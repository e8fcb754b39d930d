import type { ProblemCode } from '../../../src-main/contract/problem.ts';
import type { OutboxRow } from '../../../src-main/contract/views/outbox.ts';
import { problemText } from '../../strings/problem-text.ts';
import { timeText } from '../../strings/time-text.ts';
import { t } from '../../strings/translate.ts';

/** The problems whose advice is still useful after a person has withdrawn the row. */
const AFTER_WITHDRAWAL: readonly ProblemCode[] = [
  'station.untold',
  'submission.perhaps-sent',
  'message.not-kept',
];

/** Returns the text of the problem of a row, or null. `next` is the advice; null if the advice is no longer useful. */
export function troubleText({ problem, state }: OutboxRow): { message: string; next: string | null } | null {
  if (problem === null) return null;
  const { message, next } = problemText(problem);
  return { message, next: state !== 'withdrawn' || AFTER_WITHDRAWAL.includes(problem.code) ? next : null };
}

export function nextText(row: OutboxRow, now: number): string | null {
  if (row.next_attempt_at === null || (row.state !== 'queued' && row.state !== 'unconfirmed')) return null;
  return t(nextKey(row), { when: whenText(row.next_attempt_at, now) });
}

function nextKey({ state, attempts, problem }: OutboxRow) {
  if (state === 'unconfirmed') return 'outbox.asks';
  return attempts === 0 && problem === null ? 'outbox.goes' : 'outbox.nextTry';
}

export function retryText({ state, attempts, problem }: OutboxRow): string {
  if (state === 'unconfirmed') return t('outbox.askNow');
  return t(state === 'queued' && attempts === 0 && problem === null ? 'outbox.sendNow' : 'outbox.retry');
}

function whenText(iso: string, now: number): string {
  const seconds = Math.ceil((new Date(iso).getTime() - now) / 1000);
  if (seconds <= 1) return t('outbox.soon');
  return seconds < 60 ? t('outbox.in', { count: seconds }) : t('outbox.at', { time: timeText(iso) });
}
