import { expect, test } from 'vitest';
import { isOver } from '../../../../src-main/hosts/command-line/verbs/tasks/send.ts';

test.each([
  ['processing', null, false],
  ['deferred', null, false],
  // I7: nobody knows that a Task in an unknown status has ended.
  ['paused', null, false],
  ['waiting', null, true],
  ['failed', null, true],
  // I10: the service decides nothing more about a Task that is gone.
  ['processing', '2026-03-01T08:00:00.000Z', true],
])('submit --wait: a Task that is %s, gone since %s, is over: %s', (status, gone, over) => {
  expect(isOver({ status, gone_since: gone })).toBe(over);
});
