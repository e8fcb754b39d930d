import { expect, test } from 'vitest';
import type { Evaluation, ReadableInput } from '../../../src-main/practice/reading/evaluation.ts';
import { until } from '../../support/until.ts';
import { expectRefusal, uniqueFile } from './conformance/client.ts';
import { LinkAnswer } from './conformance/schemas.ts';
import { evaluation } from './evaluations.ts';
import { clientOf, running } from './running.ts';

const record = { id: 1, record_type: 'patient-visit', sections: [], timestamp: null, fields: { a: 1 } };

test('what a round concludes stands in the Task', async () => {
  let seen: { inputs: readonly ReadableInput[]; spec: unknown; texts: string[] } | null = null;
  const { client } = await running({
    evaluate: async (inputs, spec) => {
      const bytes = await Promise.all(inputs.map((input) => input.bytes()));
      seen = { inputs, spec, texts: bytes.map((b) => new TextDecoder().decode(b)) };
      return evaluation({
        issues: [{ key: 'task.logic.fail', message: 'No.', code: '1' }],
        verdicts: [{ code: '1', approved: false, issues: [0] }],
        verdictSummaries: [{ code: '1', conclusion: 'Not approved.' }],
        recordsByInput: new Map(inputs.map((input) => [input.uuid, [record]])),
        category: 'imaging',
        name: 'Doe, Jane',
        interceptions: { structured_data: [{ page: 1 }] },
        produced: [
          { group: 'outputs', tag: 'report', name: 'Report', content: { kind: 'text', data: 'Done.' } },
        ],
      });
    },
  });
  const file = uniqueFile();
  const note = { name: 'n.txt', type: 'text/plain', content: 'note' };
  const { uuid } = await client.created({ request_spec: '{"codes":["1"]}' }, [file, note]);
  const task = await until(async () => {
    const now = await client.get(uuid);
    return now.status === 'completed' ? now : null;
  });
  expect(seen).toMatchObject({
    spec: { codes: ['1'] },
    texts: [file.content, 'note'],
    inputs: [{ kind: 'file', tag: 'upload', mediaType: 'application/pdf' }, { kind: 'text' }],
  });
  expect(task).toMatchObject({
    name: 'Doe, Jane',
    category: 'imaging',
    issues: [{ key: 'task.logic.fail', message: 'No.', code: '1' }],
    verdicts: [{ code: '1', approved: false, issues: [0] }],
    verdict_summaries: [{ code: '1', conclusion: 'Not approved.' }],
    interceptions: { structured_data: [{ page: 1 }] },
  });
  const [original] = task.data_items;
  expect(original).toMatchObject({ group: 'inputs', medical_records: [record], alias: null });
  expect(task.data_items.slice(3)).toMatchObject([
    { group: 'documents', tag: 'clinical-notes', alias: `${uuid}/${original?.uuid}` },
    { group: 'outputs', tag: 'report', data: 'Done.' },
  ]);
  const carried = task.data_items[3]?.uuid;
  const link = LinkAnswer.parse(
    (await client.call('GET', `/task/${uuid}/data_item/${carried}/get_link`)).body,
  );
  expect(await (await fetch(link.url)).text()).toBe(file.content);
});

test('a second round replaces what the first produced, and a given name stays', async () => {
  let round = 0;
  const { client } = await running({
    evaluate: async () => {
      round += 1;
      return evaluation({
        status: round === 1 ? 'waiting' : 'completed',
        name: 'Derived',
        produced: [{ group: 'outputs', tag: 'n', name: 'n', content: { kind: 'json', data: { round } } }],
      });
    },
  });
  const { uuid } = await client.created({ name: 'Given' }, []);
  await until(async () => (await client.get(uuid)).status === 'waiting');
  await client.upload(uuid, [uniqueFile()]);
  await until(async () => (await client.get(uuid)).status === 'completed');
  const task = await client.get(uuid);
  expect(task.name).toBe('Given');
  expect(task.data_items).toMatchObject([
    { tag: 'supporting-document' },
    { group: 'outputs', data: { round: 2 } },
  ]);
});

test('a reader that breaks down makes the Task fail, and others go on', async () => {
  let round = 0;
  const { client } = await running({
    evaluate: async () => {
      round += 1;
      if (round === 1) throw new Error('broken');
      return evaluation();
    },
  });
  const bad = await client.created();
  const good = await client.created();
  await until(async () => (await client.get(good.uuid)).status === 'completed');
  expect(await client.get(bad.uuid)).toMatchObject({ status: 'failed', issues: [{ key: 'task.llm.other' }] });
});

test('a Task moved by hand during its round stays where it was put', async () => {
  const open: (() => void)[] = [];
  const { service, client } = await running({
    evaluate: async () => {
      await new Promise<void>((resolve) => open.push(resolve));
      return evaluation();
    },
  });
  const { uuid } = await client.created();
  await until(() => open.length === 1);
  service.admin.forceStatus(uuid, 'waiting', {
    issues: [{ key: 'task.data.missing', message: 'm', property: 'p' }],
  });
  open.pop()?.();
  const next = await client.created();
  await until(() => open.length === 1);
  open.pop()?.();
  await until(async () => (await client.get(next.uuid)).status === 'completed');
  expect(await client.get(uuid)).toMatchObject({ status: 'waiting', issues: [{ property: 'p' }] });
});

test('the outcome of a round that a Task left behind is dropped, even when it is being processed again', async () => {
  const open: (() => void)[] = [];
  const { service, client } = await running({
    evaluate: async () => {
      const name = `round ${open.length + 1}`;
      await new Promise<void>((resolve) => open.push(resolve));
      return evaluation({ name });
    },
  });
  const { uuid } = await client.created();
  await until(() => open.length === 1);
  service.admin.forceStatus(uuid, 'waiting');
  await client.update(uuid, {}, '?should_resume=true');
  await until(() => open.length === 2);
  open[0]?.();
  const other = await client.created();
  await until(() => open.length === 3);
  open[2]?.();
  await until(async () => (await client.get(other.uuid)).status === 'completed');
  expect((await client.get(uuid)).status).toBe('processing');
  open[1]?.();
  await until(async () => (await client.get(uuid)).status === 'completed');
  expect((await client.get(uuid)).name).toBe('round 2');
});

test('a create beyond the pending cap is parked, and everyone is told pending', async () => {
  const { service, client } = await running({ pendingCap: 2, deferredCap: 5 });
  service.admin.holdProcessing();
  const created = [];
  for (let i = 0; i < 4; i += 1) created.push(await client.created());
  expect(service.admin.tasks().map(({ status }) => status)).toEqual([
    'pending',
    'pending',
    'deferred',
    'deferred',
  ]);
  expect(created.map(({ status }) => status)).toEqual(Array(4).fill('pending'));
  expect((await client.get(created[3]?.uuid ?? '')).status).toBe('pending');
  expect((await client.list({ status: 'pending' })).tasks.map(({ status }) => status)).toEqual(
    Array(4).fill('pending'),
  );
  expect((await client.list({ status: 'deferred' })).count).toBe(0);
  expect(created[3]?.latest_status_change).toBe(created[3]?.created);
});

test('a full deferred queue refuses creates with 429 and leaves the Tasks in flight alone, which move on by themselves', async () => {
  const { service, client } = await running({ pendingCap: 1, deferredCap: 1 });
  service.admin.holdProcessing();
  await client.created();
  await client.created();
  expectRefusal(await client.create(), 429);
  expect(service.admin.tasks()).toHaveLength(2);
  const other = service.admin.addOrganisation({ taskTypes: ['prior-auth'] });
  await (await clientOf(service, other.apiSecret)).created();
  service.admin.releaseProcessing();
  await until(() => service.admin.tasks().every(({ status }) => status === 'completed'));
  await client.created();
});

test('no more Tasks are processed at a time than there is capacity', async () => {
  let now = 0;
  let most = 0;
  const open: (() => void)[] = [];
  const evaluate = async (): Promise<Evaluation> => {
    now += 1;
    most = Math.max(most, now);
    await new Promise<void>((resolve) => open.push(resolve));
    now -= 1;
    return evaluation();
  };
  const { service, client } = await running({ capacity: 2, evaluate });
  for (let i = 0; i < 5; i += 1) await client.created();
  await until(() => {
    for (const go of open.length >= 2 ? open.splice(0) : []) go();
    return service.admin.tasks().filter(({ status }) => status === 'completed').length >= 4;
  });
  await until(() => open.length === 1);
  open.pop()?.();
  await until(() => service.admin.tasks().every(({ status }) => status === 'completed'));
  expect(most).toBe(2);
});
