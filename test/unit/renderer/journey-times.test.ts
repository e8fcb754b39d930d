import { expect, test } from 'vitest';
import { journeyTimes } from '../../../src-renderer/features/tasks/journey-times.ts';

const task = (created: string, latest_status_change: string) => ({ created, latest_status_change });

test('lays Tasks out between the first creation and the last change', () => {
  const times = journeyTimes([
    task('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'),
    task('2026-01-03T00:00:00Z', '2026-01-05T00:00:00Z'),
  ]);
  expect(times.from).toBe('2026-01-01T00:00:00.000Z');
  expect(times.to).toBe('2026-01-05T00:00:00.000Z');
  expect(times.stretches).toEqual([
    { start: 0, length: 0.25 },
    { start: 0.5, length: 0.5 },
  ]);
});

test('a change that is dated before the creation does not make a stretch negative', () => {
  const { stretches } = journeyTimes([task('2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z')]);
  expect(stretches).toEqual([{ start: 0, length: 0 }]);
});
