import { expect, test } from 'vitest';
import { taskPageSchema } from '../../../../src-main/core/service/schemas.ts';

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
  'I7: a text that is no whole date-time makes the row unreadable, since the next list begins at this date: %j',
  (date) => expect(pageWith(date)).toMatchObject({ tasks: [], unreadable: [UUID] }),
);
