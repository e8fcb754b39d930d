import { expect, test } from 'vitest';
import { changedSubmissions } from '../../../../../src-main/core/ledger/tables/recent-changes.ts';
import { addSubmission } from '../../../../../src-main/core/ledger/tables/submissions.ts';
import { healthOf } from '../../../../../src-main/core/views/health-view.ts';
import { outboxPage } from '../../../../../src-main/core/views/outbox/outbox-page-view.ts';
import { outboxView } from '../../../../../src-main/core/views/outbox/outbox-view.ts';
import { overviewView } from '../../../../../src-main/core/views/overview/overview-view.ts';
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

test('a test of a task type is in no list, headline or count, also where it needs a person; by its id it is found', () => {
  using s = new Setting();
  const { ledger } = s;
  const trouble = { rejected: 'service.invalid', queued: 'service.unreachable', accepted: null };
  for (const [state, code] of Object.entries(trouble)) {
    const test = { ...newSubmission(state, [newFile(`${state}.txt`)]), test: true };
    addSubmission(ledger, test, 0);
    ledger.db
      .prepare(
        `UPDATE submission SET state = @state, problem_code = @code, problem_since = 0, task_uuid = IIF(@code IS NULL, 'task', NULL),
           ended_at = IIF(@state = 'queued', NULL, 0) WHERE id = @state`,
      )
      .run({ state, code });
  }
  const at = { now: 1_000_000_000, revision: 0, station: 'desk', environment: 'practice' };
  const none = { engine: null, failure: null, drops: 0, copies: null };
  const overview = overviewView({ ...at, ...none, rules: [], ledger });
  expect(overview).toMatchObject({ attention: [], sending: { count: 0, rows: [] } });
  const health = healthOf({ overview, ledger, rules: [], version: '1', lookedThrough: () => true });
  expect(health).toMatchObject({ waits: { count: 0, since: null }, stuck: [] });
  for (const search of ['', '.txt'])
    expect(outboxPage(ledger, { states: [], offset: 0, length: 9, search }, [])).toMatchObject({
      count: 0,
      rows: [],
    });
  expect(changedSubmissions(ledger, { seq: 0, ids: ['rejected'] })).toEqual([]);
  expect(outboxView(ledger)).toEqual([]);
  expect(outboxView(ledger, ['rejected'])).toHaveLength(1);
});

test('of Tasks that are named, those that the ledger knows are given', () => {
  using s = new Setting();
  const [task] = [s.create('processing'), s.create('waiting')];
  expect(tasksNamed(s.ledger, [task.uuid, 'unknown']).map(({ uuid }) => uuid)).toEqual([task.uuid]);
});
