import { expect, test } from 'vitest';
import type { EvaluateTask } from '../../../src-main/practice/reading/evaluation.ts';
import type { PracticeService } from '../../../src-main/practice/service.ts';
import { until } from '../../support/until.ts';
import { type Client, uniqueFile } from './conformance/client.ts';
import { FrozenAnswer, type TaskDetails } from './conformance/schemas.ts';
import { evaluation } from './evaluations.ts';
import { clientOf, running } from './running.ts';

// The request_spec says how the round ends and who the patient is.
const bySpec: EvaluateTask = async (_inputs, spec) => {
  const { status, patient } = { status: 'waiting', patient: null, ...(typeof spec === 'object' ? spec : {}) };
  return evaluation({ status: status === 'waiting' ? 'waiting' : 'completed', patientKey: patient });
};

async function settled(client: Client, spec: object, fields = {}): Promise<TaskDetails> {
  const task = await client.created({ request_spec: JSON.stringify(spec), ...fields });
  return until(async () => {
    const now = await client.get(task.uuid);
    return now.status === 'waiting' || now.status === 'completed' ? now : null;
  });
}

const frozenBy = (service: PracticeService, uuid: string): string | null | undefined =>
  service.admin.tasks().find((task) => task.uuid === uuid)?.frozenBy;

test('a newer Task for the same patient freezes the older waiting one: files, data and resuming are refused, metadata changes', async () => {
  const { client } = await running({ evaluate: bySpec });
  const older = await settled(client, { patient: 'p' });
  const newer = await settled(client, { patient: 'p', status: 'completed' });
  for (const answer of [
    await client.upload(older.uuid, [uniqueFile()]),
    await client.update(older.uuid, { new_data_item: { a: 1 } }),
    await client.update(older.uuid, {}, '?should_resume=true'),
  ]) {
    expect(answer.status).toBe(409);
    expect(FrozenAnswer.parse(answer.body).current_task_uuid).toBe(newer.uuid);
  }
  const again = await client.get(older.uuid);
  expect(again).toMatchObject({ status: 'waiting', latest_status_change: older.latest_status_change });
  expect(again.data_items).toHaveLength(older.data_items.length);
  expect((await client.update(older.uuid, { name: 'x' })).status).toBe(200);
});

test.each(['pending', 'processing', 'waiting', 'completed', 'failed', 'invalid'] as const)(
  'a superseded Task is frozen in status %s: files and data get the newer Task, metadata changes',
  async (status) => {
    const { service, client } = await running({ evaluate: bySpec });
    const older = await settled(client, { patient: 'p' });
    const newer = await settled(client, { patient: 'p', status: 'completed' });
    service.admin.forceStatus(older.uuid, status);
    for (const answer of [
      await client.upload(older.uuid, [uniqueFile()]),
      await client.update(older.uuid, { name: 'refused', new_data_item: { a: 1 } }),
    ]) {
      expect(answer.status).toBe(409);
      expect(FrozenAnswer.parse(answer.body).current_task_uuid).toBe(newer.uuid);
    }
    expect((await client.update(older.uuid, { name: 'x', cleared: true })).status).toBe(200);
    expect(await client.get(older.uuid)).toMatchObject({ name: 'x' });
  },
);

test('data and resuming are taken, where it is set up so, and the frozen Task waits as before', async () => {
  const { client } = await running({ evaluate: bySpec, frozenUpdates: 'taken' });
  const older = await settled(client, { patient: 'p' });
  await settled(client, { patient: 'p' });
  const answer = await client.update(older.uuid, { new_data_item: { a: 1 } }, '?should_resume=true');
  expect(answer.status).toBe(200);
  const again = await client.get(older.uuid);
  expect(again).toMatchObject({ status: 'waiting', latest_status_change: older.latest_status_change });
  expect(again.data_items).toHaveLength(older.data_items.length + 1);
  expect((await client.upload(older.uuid, [uniqueFile()])).status).toBe(409);
});

test('every frozen Task names the newest Task of its patient', async () => {
  const { service, client } = await running({ evaluate: bySpec });
  const one = await settled(client, { patient: 'p' });
  const two = await settled(client, { patient: 'p' });
  const three = await settled(client, { patient: 'p' });
  expect([one, two, three].map(({ uuid }) => frozenBy(service, uuid))).toEqual([
    three.uuid,
    three.uuid,
    null,
  ]);
  const answer = await client.upload(one.uuid, [uniqueFile()]);
  expect(FrozenAnswer.parse(answer.body).current_task_uuid).toBe(three.uuid);
});

test.each(['invalid', 'failed'] as const)(
  'a Task whose successor became %s is free again',
  async (status) => {
    const { service, client } = await running({ evaluate: bySpec });
    const one = await settled(client, { patient: 'p' });
    const two = await settled(client, { patient: 'p' });
    service.admin.forceStatus((await settled(client, { patient: 'p' })).uuid, status);
    expect([one, two].map(({ uuid }) => frozenBy(service, uuid))).toEqual([two.uuid, null]);
    service.admin.forceStatus(two.uuid, status);
    expect(frozenBy(service, one.uuid)).toBeNull();
    expect((await client.upload(one.uuid, [uniqueFile()])).status).toBe(200);
  },
);

test('a Task whose successor turns out to be about another patient is free again', async () => {
  let patient = 'p';
  const { service, client } = await running({
    evaluate: async () => evaluation({ status: 'waiting', patientKey: patient }),
  });
  const older = await settled(client, {});
  const newer = await settled(client, {});
  expect(frozenBy(service, older.uuid)).toBe(newer.uuid);
  patient = 'q';
  expect((await client.upload(newer.uuid, [uniqueFile()])).status).toBe(200);
  await until(() => frozenBy(service, older.uuid) === null);
});

test('another patient, type or organisation, or an unknown patient, freezes nothing', async () => {
  const { service, client } = await running({ evaluate: bySpec });
  const older = await settled(client, { patient: 'p' });
  const unknown = await settled(client, {});
  await settled(client, { patient: 'q' });
  await settled(client, {});
  await settled(client, { patient: 'p' }, { task_type: 'intake' });
  const other = service.admin.addOrganisation({ taskTypes: ['prior-auth'] });
  await settled(await clientOf(service, other.apiSecret), { patient: 'p' });
  expect(frozenBy(service, older.uuid)).toBeNull();
  expect(frozenBy(service, unknown.uuid)).toBeNull();
});

test('an older Task that begins to wait only after the newer one was read is frozen at once', async () => {
  let letGo: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let rounds = 0;
  const { service, client } = await running({
    evaluate: async (...given) => {
      rounds += 1;
      if (rounds === 1) await slow;
      return bySpec(...given);
    },
  });
  const older = await client.created({ request_spec: '{"patient":"p"}' });
  await until(() => rounds === 1);
  const newer = await settled(client, { patient: 'p' });
  letGo();
  await until(async () => (await client.get(older.uuid)).status === 'waiting');
  expect(frozenBy(service, older.uuid)).toBe(newer.uuid);
});
