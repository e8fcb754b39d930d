import { expect, test } from 'vitest';
import type { Evaluation } from '../../../src-main/practice/reading/evaluation.ts';
import { until } from '../../support/until.ts';
import { expectRefusal } from './conformance/client.ts';
import { evaluation } from './evaluations.ts';
import { clientOf, running } from './running.ts';

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

test('a full deferred queue refuses creates with 429 and leaves the Tasks in flight alone', async () => {
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

test('parked Tasks move on by themselves as capacity frees up', async () => {
  const { service, client } = await running({ pendingCap: 1, capacity: 2 });
  for (let i = 0; i < 12; i += 1) await client.created();
  await until(() => service.admin.tasks().every(({ status }) => status === 'completed'));
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
