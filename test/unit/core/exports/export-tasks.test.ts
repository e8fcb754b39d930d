import { expect, test } from 'vitest';
import type { Language } from '../../../../src-main/contract/say.ts';
import { exportQuerySchema } from '../../../../src-main/contract/verbs/tasks.ts';
import { exportInsights } from '../../../../src-main/core/exports/export-insights.ts';
import { exportTasks } from '../../../../src-main/core/exports/export-tasks.ts';
import { insightsOf } from '../../../../src-main/core/insights/insights.ts';
import { addCorrection } from '../../../../src-main/core/ledger/tables/corrections.ts';
import { addMessage } from '../../../../src-main/core/ledger/tables/messages.ts';
import { addSubmission } from '../../../../src-main/core/ledger/tables/submissions.ts';
import { assignTask, putAway } from '../../../../src-main/core/ledger/tasks/handling.ts';
import { recordTask } from '../../../../src-main/core/ledger/tasks/tasks.ts';
import { waitingView } from '../../../../src-main/core/views/waiting-view.ts';
import { newFile, newSubmission } from '../../../support/new-submission.ts';
import { detailsOf } from '../../../support/service-model/model-task.ts';
import { Setting } from '../tracking/support/setting.ts';

const DAY = { from: '2026-03-01', to: '2026-03-01' };

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
    at: s.service.tasks.micros() + 90_000_000,
    verdicts: [
      { code: '73721', approved: false, issues: [0, 9] },
      { code: '99213', approved: true, issues: [] },
    ],
    verdict_summaries: [{ code: '73721', conclusion: 'Not yet.' }],
    issues: [{ key: 'task.llm.other', message: '@once; "more"' }],
  });
  s.clock.forward(1000);
  recordTask(s.ledger, detailsOf(first), { mine: true, seenAt: s.clock.now(), asked: s.clock.now() });
  const payload = { kind: 'answer', data: null } as const;
  const answer = { id: 'answer', taskUuid: first.uuid, payload, files: [newFile('card.pdf')], actor: 'Ana' };
  addMessage(s.ledger, answer, s.clock.now());
  s.ledger.db.exec(`UPDATE message SET state = 'accepted', ended_at = 0`);
  return s;
}

async function exported(s: Setting, query: object, format: 'csv' | 'json', language: Language = 'en') {
  let text = '';
  let tasks = 0;
  for await (const part of exportTasks(
    s.ledger,
    exportQuerySchema.parse(query),
    { format, language },
    s.clock.now(),
  )) {
    text += part.text;
    tasks += part.tasks;
  }
  return { text, tasks };
}

test('an export has each Task once, in the order of the query, also while Tasks are added and change', async () => {
  using s = manyTasks();
  const parts: string[] = [];
  for await (const { text } of exportTasks(
    s.ledger,
    exportQuerySchema.parse({ order_by: 'name' }),
    { format: 'json', language: 'en' },
    s.clock.now(),
  )) {
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

test('CSV has one line for each Task, first in words and local times, then for machines, and no cell that a spreadsheet program runs; JSON has the texts as they are', async () => {
  using s = manyTasks();
  const csv = await exported(s, { status: ['completed'] }, 'csv');
  expect(csv.tasks).toBe(1);
  const [head, line, ...rest] = csv.text.split('\r\n');
  expect(head).toMatch(
    /^\ufeff"Name","Status","Codes approved","Codes not approved",.*"Documents","id",.*,"details_state"$/,
  );
  expect(line).toContain(
    `"'=HYPERLINK(""x"")","Decided","99213","73721","73721: @once; ""more""; 73721: Reason not supplied by the service","'@once; ""more""",`,
  );
  expect(line).toMatch(
    /,"2026-03-01 \d\d:\d\d","2026-03-01 \d\d:\d\d",,,,,"card\.pdf","[\w-]+","'0042","prior-auth","completed","2026-03-01T/,
  );
  expect(rest).toEqual(['']);
  const spanish = await exported(s, { status: ['completed'] }, 'csv', 'es');
  expect(spanish.text).toMatch(/^\ufeff"Nombre","Estado",.*,"id","external_id",/);
  expect(spanish.text).toContain(
    `"Decidida","99213","73721","73721: @once; ""more""; 73721: El servicio no indicó el motivo",`,
  );
  const json = await exported(s, { status: ['completed'] }, 'json');
  expect(JSON.parse(json.text)).toMatchObject([
    {
      name: '=HYPERLINK("x")',
      file_names: ['card.pdf'],
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

test('a waiting Task that a person set aside or gave up does not read as waiting, as on the screen Waiting', async () => {
  using s = manyTasks();
  const [aside = '', given = ''] = ['set aside', 'given up', 'waiting'].map((name) => {
    const task = s.create('pending');
    s.clock.forward(1000);
    s.service.tasks.move(task, 'waiting');
    recordTask(s.ledger, { ...detailsOf(task), name }, { mine: true, seenAt: s.clock.now() });
    return task.uuid;
  });
  const deed = { author: 'Ana', at: s.clock.now() };
  putAway(s.ledger, { ...deed, task: aside }, { until: '9999-12-31' });
  putAway(s.ledger, { ...deed, task: given }, { reason: 'The patient moved.' });
  const { text } = await exported(s, { status: ['waiting'], order_by: 'name' }, 'csv');
  const lines = text.split('\r\n').slice(1, 4);
  expect(lines.map((line) => line.split(',').slice(0, 2).join())).toEqual([
    '"waiting","Waiting for you"',
    '"set aside","Set aside until Dec 31',
    '"given up","Given up"',
  ]);
  const { created } = insightsOf(s.ledger, DAY, s.clock.now());
  expect(created.by_status.filter(({ tasks }) => tasks === 1)).toEqual(
    ['completed', 'given-up', 'set-aside', 'waiting'].map((status) => ({ status, tasks: 1 })),
  );
  expect(waitingView(s.ledger, { offset: 0, length: 9 }, s.clock.now()).count).toBe(1);
});

test('CSV names who looks after a Task and the Tasks that correct the Task, but no rejected correction; no two columns have the same name', async () => {
  using s = manyTasks();
  const [old, made] = [s.create(), s.create()];
  assignTask(s.ledger, { task: old.uuid, author: 'Eva', at: 0 }, 'Ana');
  for (const [id, state] of Object.entries({ c1: 'rejected', c2: 'accepted', c3: 'queued' } as const)) {
    addSubmission(s.ledger, newSubmission(id, []), 0);
    s.ledger.db
      .prepare('UPDATE submission SET state = ?, task_uuid = ?, ended_at = ? WHERE id = ?')
      .run(state, state === 'accepted' ? made.uuid : null, state === 'queued' ? null : 0, id);
    addCorrection(s.ledger, id, { corrects: old.uuid, what: 'The right card.' });
  }
  const { text } = await exported(s, { search: old.uuid }, 'csv');
  const [head = '', line] = text.slice(1).split('\r\n');
  expect(line).toContain(`,,"Ana","${made.name} (${made.uuid}); in the outbox",,"","${old.uuid}",`);
  const columns = head.toLowerCase().split(',');
  expect(columns).toEqual([...new Set(columns)]);
  expect(columns.slice(8, 13)).toEqual(
    ['Follow-up done', 'Looked after by', 'Corrected by', 'Folder', 'Documents'].map(
      (name) => `"${name.toLowerCase()}"`,
    ),
  );
});

test('the numbers of insights are the same in CSV and in JSON', () => {
  using s = manyTasks();
  const insights = insightsOf(s.ledger, DAY, s.clock.now());
  const made = (format: 'csv' | 'json') => exportInsights(insights, { format, language: 'en' });
  expect(JSON.parse(made('json').text)).toEqual(insights);
  const [head, ...lines] = made('csv').text.split('\r\n');
  expect(head).toBe(
    '\ufeff"Table","Row","Tasks","Codes approved","Codes not approved","Approval rate","Half of the Tasks within (h:mm:ss)","90% of the Tasks within (h:mm:ss)","Times Tasks waited","What the service says"',
  );
  expect(lines).toEqual([
    '"Tasks created","2026-03-01",120,,,,,,,',
    '"Tasks created","Total",120,,,,,,,',
    '"Where these Tasks are now","Being checked",119,,,,,,,',
    '"Where these Tasks are now","Decided",1,,,,,,,',
    '"Where these Tasks are now","Total",120,,,,,,,',
    '"Tasks decided","A code not approved",1,,,,,,,',
    '"Tasks decided","Total",1,,,,,,,',
    '"Approval by code","73721",,0,1,"0%","0:01:30","0:01:30",,',
    '"Approval by code","99213",,1,0,"100%","0:01:30","0:01:30",,',
    '"Approval by code","Total",1,1,1,"50%","0:01:30","0:01:30",,',
    '"Approval by folder","Added by hand",1,1,1,"50%",,,,',
    '"Approval by folder","Total",1,1,1,"50%",,,,',
    '"Why codes were not approved","Reason not supplied by the service",1,,1,,,,,""',
    `"Why codes were not approved","The service gave a remark of its own.",1,,1,,,,,"'@once; ""more"" (said 1 time)"`,
    '"Why codes were not approved","Total (a code with several reasons counts once)",,,1,,,,,',
    '',
  ]);
  expect(made('csv').rows).toBe(lines.length - 1);
  const { decided } = insights;
  const long = { ...decided, p50_seconds: 59.6, p90_seconds: 93_784, tasks_corrected: 1 };
  const [reason] = decided.by_reason;
  const often = { ...reason, words: [{ message: 'No card', count: 3 }] };
  const { text } = exportInsights(
    { ...insights, decided: { ...long, by_reason: reason === undefined ? [] : [{ ...reason, ...often }] } },
    { format: 'csv', language: 'es' },
  );
  expect(text).toContain('"Tareas corregidas dentro del total",1,');
  expect(text).toContain('"Total",1,1,1,"50%","0:01:00","26:03:04"');
  expect(text).toContain('"No card (dicho 3 veces)"');
});
