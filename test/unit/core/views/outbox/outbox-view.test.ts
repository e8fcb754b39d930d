import { expect, test } from 'vitest';
import { addSubmission } from '../../../../../src-main/core/ledger/tables/submissions.ts';
import { outboxView } from '../../../../../src-main/core/views/outbox/outbox-view.ts';
import { tasksNamed } from '../../../../../src-main/core/views/tasks-view.ts';
import { newFile, newSubmission } from '../../../../support/new-submission.ts';
import { Setting } from '../../tracking/support/setting.ts';

test('of submissions that are named, these alone are given, with their own files', () => {
  using s = new Setting();
  for (const id of ['one', 'two', 'three'])
    addSubmission(s.ledger, newSubmission(id, [newFile(`${id}.txt`)]), s.clock.now());
  const shown = (ids?: string[]) =>
    outboxView(s.ledger, ids).map(({ id, files }) => [id, files.map(({ path }) => path)]);
  expect(shown()).toHaveLength(3);
  expect(shown(['three', 'one', 'unknown'])).toEqual([
    ['one', ['one.txt']],
    ['three', ['three.txt']],
  ]);
  expect(shown([])).toEqual([]);
});

test('of Tasks that are named, those that the ledger knows are given', () => {
  using s = new Setting();
  const [task] = [s.create('processing'), s.create('waiting')];
  expect(tasksNamed(s.ledger, [task.uuid, 'unknown']).map(({ uuid }) => uuid)).toEqual([task.uuid]);
});
