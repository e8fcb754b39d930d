import { expect, test } from 'vitest';
import { parseRetryAfter } from '../../../../src-main/core/service/answer.ts';
import { taskPageSchema } from '../../../../src-main/core/service/schemas.ts';

const DATE = 'Fri, 20 Nov 2026 22:00:00 GMT';
const DAY_MS = 86_400_000;

test.each([
  ['0', 0],
  ['7', 7_000],
  [' 120 ', 120_000],
  ['-5', 0],
  ['999999999', DAY_MS],
  ['Fri, 20 Nov 2026 22:00:30 GMT', 30_000],
  ['Fri, 20 Nov 2026 21:00:00 GMT', 0],
  ['Sun, 20 Nov 2033 21:00:00 GMT', DAY_MS],
  ['Friday, 20-Nov-26 22:00:10 GMT', 10_000],
  ['Fri Nov 20 22:00:20 2026', 20_000],
  ['', null],
  ['soon', null],
  ['2026', 2_026_000],
  ['next 5', null],
])('"%s" means %s ms', (value, ms) => {
  expect(parseRetryAfter(value, DATE, Date.parse('2020-01-01'))).toBe(ms);
});

test('a date counts from the clock of this computer only if the answer has no date', () => {
  const now = Date.parse('2026-11-20T21:59:00Z');
  expect(parseRetryAfter(DATE, undefined, now)).toBe(60_000);
  expect(parseRetryAfter(DATE, 'nonsense', now)).toBe(60_000);
  expect(parseRetryAfter(undefined, DATE, now)).toBeNull();
});

const UUID = '00000000-0000-4000-8000-000000000001';
const row = (latestStatusChange: string) => ({
  uuid: UUID,
  task_type: 'prior-auth',
  status: 'pending',
  name: 'A Task',
  cleared: null,
  created: '2026-03-01T08:00:05Z',
  latest_status_change: latestStatusChange,
});
const pageWith = (date: string) => taskPageSchema.parse({ count: 1, offset: 0, tasks: [row(date)] });

test.each(['2026-03-01T08:00:05Z', '2026-03-01T08:00:05.123456+00:00', '2026-03-01 08:00:05'])(
  'a date-time is read: %s',
  (date) => expect(pageWith(date).tasks).toMatchObject([{ latest_status_change: date }]),
);

test.each(['yesterday', '2026-03-01T08:00:05Z\0x', 'Mar 1 2026 (x)', ' 2026-03-01T08:00:05Z'])(
  'I7: a text that is no whole date-time makes the row unreadable, because the next list begins at this date: %j',
  (date) => expect(pageWith(date)).toMatchObject({ tasks: [], unreadable: [UUID] }),
);
