import { expect, test } from 'vitest';
import { exportQuerySchema } from '../../../../src-main/contract/verbs/tasks.ts';
import { exportInsights } from '../../../../src-main/core/exports/export-insights.ts';
import { exportTasks } from '../../../../src-main/core/exports/export-tasks.ts';
import { insightsOf } from '../../../../src-main/core/insights/insights.ts';
import { recordTask } from '../../../../src-main/core/ledger/tasks/tasks.ts';
import { detailsOf } from '../../../support/service-model/model-task.ts';
import { Setting } from '../tracking/support/setting.ts';

/** 120 Tasks, the oldest decided against with a hostile name. */
function manyTasks(): Setting {
  const s = new Setting();
  const tasks = Array.from({ length: 120 }, (_, index) =>
    s.create('processing', s.service.tasks.micros() + index),
  );
  const [first] = tasks;
  if (first === undefined) throw new Error('no Task');
  Object.assign(first, { name: '=HYPERLINK("x")', external_id: '0042' });
  s.service.tasks.move(first, 'completed', {
    verdicts: [
      { code: '73721', approved: false, issues: [0, 9] },
      { code: '99213', approved: true, issues: [] },
    ],
    verdict_summaries: [{ code: '73721', conclusion: 'Not yet.' }],
    issues: [{ key: 'task.llm.other', message: '@once; "more"' }],
  });
  s.clock.forward(1000);
  recordTask(s.ledger, detailsOf(first), { mine: true, seenAt: s.clock.now(), asked: s.clock.now() });
  return s;
}

async function exported(s: Setting, query: object, format: 'csv' | 'json') {
  let text = '';
  let tasks = 0;
  for await (const part of exportTasks(s.ledger, exportQuerySchema.parse(query), format)) {
    text += part.text;
    tasks += part.tasks;
  }
  return { text, tasks };
}

test('an export has each Task once, in the order of the query, also while Tasks are added and change', async () => {
  using s = manyTasks();
  const parts: string[] = [];
  for await (const { text } of exportTasks(s.ledger, exportQuerySchema.parse({ order_by: 'name' }), 'json')) {
    parts.push(text);
    const task = s.create('processing');
    recordTask(s.ledger, { ...detailsOf(task), name: 'AAA' }, { mine: true, seenAt: s.clock.now() });
  }
  const rows: { uuid: string; name: string }[] = JSON.parse(parts.join(''));
  const names = Array.from({ length: 120 }, (_, index) =>
    index === 0 ? '=HYPERLINK("x")' : `Task ${index + 1}`,
  );
  expect(rows.map(({ name }) => name)).toEqual(names.toSorted().toReversed());
});

test('CSV has one line for each Task, and no cell that a spreadsheet program runs; JSON has the texts as they are', async () => {
  using s = manyTasks();
  const csv = await exported(s, { status: ['completed'] }, 'csv');
  expect(csv.tasks).toBe(1);
  const [head, line, ...rest] = csv.text.split('\r\n');
  expect(head).toMatch(/^\ufeff"id","external_id","name",/);
  expect(line).toContain(`,"'0042","'=HYPERLINK(""x"")","prior-auth","completed",`);
  expect(line).toContain(
    `"99213","73721","73721: @once; ""more""; 73721: Reason not supplied by the service",`,
  );
  expect(line).toContain(`,"'@once; ""more""","loaded"`);
  expect(rest).toEqual(['']);
  const json = await exported(s, { status: ['completed'] }, 'json');
  expect(JSON.parse(json.text)).toMatchObject([
    {
      name: '=HYPERLINK("x")',
      verdicts: [
        {
          code: '73721',
          approved: false,
          conclusion: 'Not yet.',
          reasons: [{ message: '@once; "more"' }, { key: null }],
        },
        { code: '99213', approved: true },
      ],
    },
  ]);
  expect(JSON.parse((await exported(s, { search: 'nobody' }, 'json')).text)).toEqual([]);
});

test('the numbers of insights are the same in CSV and in JSON', () => {
  using s = manyTasks();
  const insights = insightsOf(s.ledger, { from: '2026-03-01', to: '2026-03-01' });
  expect(JSON.parse(exportInsights(insights, 'json'))).toEqual(insights);
  expect(exportInsights(insights, 'csv').split('\r\n').slice(1)).toEqual([
    '"created by day","2026-03-01",,,,120,,,,,,',
    '"created by status","processing",,,,119,,,,,,',
    '"created by status","completed",,,,1,,,,,,',
    '"decided by code","73721",,,,,,0,1,0,0,',
    '"decided by code","99213",,,,,,1,0,0,0,',
    '"decided by folder","added by hand",,,,,,1,1,,,',
    '"not approved by reason","no reason given",,,"Reason not supplied by the service",,,,1,,,""',
    `"not approved by reason","task.llm.other",,,"The service gave a remark of its own.",,,,1,,,"1 x @once; ""more"""`,
    '',
  ]);
});
