import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  dismiss,
  isOpen,
  passTime,
  say,
  sayFailure,
  undoLast,
  useNotices,
} from '../../../src-renderer/state/notices.ts';

const START = Date.parse('2026-03-02T09:00:00Z');
const UNDO_MS = 8000;

beforeEach(() => {
  useNotices.setState(useNotices.getInitialState(), true);
  vi.useFakeTimers({ now: START, toFake: ['Date'] });
});
afterEach(() => vi.useRealTimers());

const texts = () => useNotices.getState().notices.map(({ text }) => text);

/** Says an act with an undo; gives the undos that ran. */
function act(...acts: readonly string[]): string[] {
  const undone: string[] = [];
  for (const text of acts)
    say(text, { until: Date.now() + UNDO_MS, late: `${text}: too late`, run: () => undone.push(text) });
  return undone;
}

function after(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
  passTime();
}

it('a notice about success never pushes a failure away; the oldest of more than five of a kind goes', () => {
  sayFailure({ code: 'x', message: 'Broken.', next: 'Retry.' });
  for (let n = 1; n <= 7; n++) say(`done ${n}`);
  expect(texts()).toEqual(['Broken. Retry.', 'done 3', 'done 4', 'done 5', 'done 6', 'done 7']);
  after(6000);
  expect(texts()).toEqual(['Broken. Retry.']);
});

it('a notice outlives its undo for some seconds and can then undo nothing; Ctrl+Z says how to take the last act back', () => {
  undoLast();
  expect(texts()).toEqual(['There is nothing to undo.']);
  after(6000);
  const undone = act('sent', 'marked');
  after(UNDO_MS);
  const { notices, now } = useNotices.getState();
  expect(notices.map(({ text, undo }) => [text, isOpen(undo, now)])).toEqual([
    ['sent', false],
    ['marked', false],
  ]);
  undoLast();
  after(6000 - 1);
  expect(texts()).toEqual(['sent', 'marked', 'marked: too late']);
  after(1);
  expect(texts()).toEqual([]);
  undoLast();
  expect(texts()).toEqual(['marked: too late']);
  expect(undone).toEqual([]);
});

it('Ctrl+Z undoes the newest act first, also without its notice, and each act once', () => {
  const undone = act('first', 'second');
  undoLast();
  expect(texts()).toEqual(['first']);
  undoLast();
  expect(undone).toEqual(['second', 'first']);
  const alone = act('third');
  for (const { id } of useNotices.getState().notices) dismiss(id);
  undoLast();
  undoLast();
  expect(alone).toEqual(['third']);
  expect(texts()).toEqual(['There is nothing to undo.']);
});
