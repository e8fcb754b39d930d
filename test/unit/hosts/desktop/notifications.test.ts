import { EventEmitter } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { preferencesSchema } from '../../../../src-main/contract/views/settings-view.ts';
import {
  countsOf,
  createNotifier,
  noticeAt,
  noticesOf,
  summaryOf,
} from '../../../../src-main/hosts/desktop/notifications.ts';
import { ATTENTION, CANARY, overview } from './canary-overview.ts';

const wanted = preferencesSchema.parse({ notifyDecided: true });
const texts = (
  before: Parameters<typeof overview>[0],
  now: Parameters<typeof overview>[0],
  preferences = wanted,
) => noticesOf(countsOf(overview(before)), countsOf(overview(now)), preferences).map((notice) => notice.text);

test('what needs a person is told by kind, with counts', () => {
  const now = {
    attention: [ATTENTION.waiting(3), ATTENTION.held(1), ATTENTION.rejected(1), ATTENTION.folder()],
  };
  expect(texts({}, now)).toEqual([
    '3 Tasks are waiting for you',
    '2 files could not be sent',
    '1 folder needs attention',
  ]);
});

test('only what got worse is told: not what stayed, and not what was seen to', () => {
  const waiting = { attention: [ATTENTION.waiting(3)] };
  expect(texts(waiting, waiting)).toEqual([]);
  expect(texts(waiting, { attention: [ATTENTION.waiting(2)] })).toEqual([]);
  expect(texts({ attention: [ATTENTION.waiting(1)] }, waiting)).toEqual(['3 Tasks are waiting for you']);
});

test('the preferences decide', () => {
  const decided = { count: 2, tasks: [], approved: 2, not_approved: 0, ended_badly: 0, not_loaded: 0 };
  const now = { attention: [ATTENTION.waiting(1)], decided_today: decided };
  expect(texts({}, now)).toEqual(['1 Task is waiting for you', '2 Tasks were decided today']);
  expect(texts({}, now, { ...wanted, notifyDecided: false })).toEqual(['1 Task is waiting for you']);
  expect(texts({}, now, { ...wanted, notifyAttention: false })).toEqual(['2 Tasks were decided today']);
});

test('I11: no notice holds a name', () => {
  const now = {
    attention: [ATTENTION.folder(), ATTENTION.secret(), ATTENTION.held(1), ATTENTION.waiting(1)],
  };
  const notices = noticesOf(countsOf(overview()), countsOf(overview(now)), wanted);
  expect(notices).toHaveLength(4);
  expect(JSON.stringify(notices)).not.toContain(CANARY);
});

test('several kinds make one notice with the counts, which leads to the first', () => {
  const now = countsOf(overview({ attention: [ATTENTION.waiting(3), ATTENTION.held(1)] }));
  const notices = noticesOf(countsOf(overview()), now, wanted);
  expect(summaryOf(notices)).toEqual({
    kind: 'several',
    text: '3 Tasks are waiting for you. 1 file could not be sent',
    place: { screen: 'waiting', task: null },
  });
  expect(summaryOf(notices.slice(1))).toEqual(notices[1]);
  expect(summaryOf([])).toBeNull();
});

test('a notice waits for quiet, but not for ever, and not soon after the last', () => {
  expect(noticeAt({ first: 0, last: 0, shown: null }, 10)).toBe(10);
  expect(noticeAt({ first: 0, last: 5, shown: null }, 10)).toBe(15);
  expect(noticeAt({ first: 0, last: 200, shown: null }, 10)).toBe(80);
  expect(noticeAt({ first: 100, last: 100, shown: 90 }, 10)).toBe(240);
});

test('a batch is told once; what comes and goes is told at most once in a while, and only if it stays', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const bodies: (string | undefined)[] = [];
  class Notification extends EventEmitter {
    static isSupported = () => true;
    readonly body: string | undefined;
    constructor({ body }: { body?: string }) {
      super();
      this.body = body;
    }
    show = () => bodies.push(this.body);
    close = () => undefined;
  }
  const ports = { preferences: () => wanted, lead: () => undefined, gatherMs: 10 };
  const notifier = createNotifier({ ...ports, Notification });
  const see = (waiting: number, after: number) => {
    notifier.overview(overview({ attention: waiting === 0 ? [] : [ATTENTION.waiting(waiting)] }));
    vi.advanceTimersByTime(after);
  };
  see(0, 100);
  for (let count = 1; count <= 5; count += 1) see(count, 5);
  vi.advanceTimersByTime(10);
  expect(bodies).toEqual(['5 Tasks are waiting for you']);
  see(0, 20);
  see(1, 20);
  expect(bodies).toHaveLength(1);
  see(0, 200);
  expect(bodies).toHaveLength(1);
  see(1, 20);
  expect(bodies).toEqual(['5 Tasks are waiting for you', '1 Task is waiting for you']);
});
