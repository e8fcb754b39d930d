import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { messageTable } from '../../../../src-main/core/ledger/tables/messages.ts';
import { submissionTable } from '../../../../src-main/core/ledger/tables/submissions.ts';
import { evaluateTask } from '../../../../src-main/practice/reading/evaluate.ts';
import { startPractice } from '../../../../src-main/practice/service.ts';
import { routes } from '../../../support/routes.ts';
import { startServiceModel } from '../../../support/service-model/start.ts';
import { testDir } from '../../../support/test-dir.ts';
import { until } from '../../../support/until.ts';
import { CREATE } from '../service/support/client.ts';
import { station } from './support/station.ts';

test('I2, I8: over a real network that fails in every way, each submission becomes one Task', async () => {
  const upstream = await startServiceModel();
  onTestFinished(() => upstream.close());
  const { service, submit, outbox, ledger, recorded, spool } = await station(upstream);
  const once = { times: 1 };
  service.faults.on(routes.create, { kind: 'dropAfterCommit' }, once);
  service.faults.on(routes.create, { kind: 'commitLate', ms: 700 }, once);
  service.faults.on(routes.create, { kind: 'dropBefore' }, once);
  service.faults.on(routes.create, { kind: 'dropAfterRequest' }, once);
  service.faults.on(routes.create, { kind: 'hang', commit: true }, once);
  service.faults.on(routes.create, { kind: 'status', status: 503, body: '<html>' }, once);
  service.faults.on(routes.create, { kind: 'statusAfterCommit', status: 502 }, once);
  service.faults.on(routes.create, { kind: 'cutBody', bytes: 20 }, once);
  service.faults.on(routes.create, { kind: 'statusAfterCommit', status: 200, body: {} }, once);
  service.faults.on(routes.create, { kind: 'status', status: 429, headers: { 'retry-after': '1' } }, once);
  service.faults.on(routes.get, { kind: 'status', status: 500 }, { times: 3 });
  const ids = Array.from({ length: 24 }, (_, index) => `01SERVICE${String(index).padStart(17, '0')}`);
  const hashes = ids.map(submit);
  await outbox.start();
  await until(() => outbox.settled(), { what: 'all settled' });
  await service.settled();
  upstream.oracle.assertExactlyOnce(hashes);
  expect(ids.map((id) => submissionTable(ledger).get(id)?.state)).toEqual(ids.map(() => 'accepted'));
  expect(new Set(recorded).size).toBe(24);
  expect(readdirSync(spool)).toEqual([]);
});

test('I5: edits and events for a Task that is gone are refused one by one, and none waits for ever', async () => {
  const upstream = await startServiceModel();
  onTestFinished(() => upstream.close());
  const { say, outbox, ledger } = await station(upstream);
  await outbox.start();
  say('01EDIT', '8f14e45f-ceea-467f-a0f4-000000000000', { kind: 'answer', data: { member_id: 'M-1' } });
  await until(() => messageTable(ledger).get('01EDIT')?.state === 'rejected', { what: 'the refusal' });
  expect(messageTable(ledger).get('01EDIT')).toMatchObject({ problem_code: 'service.no-task' });
});

test('I5: an answer of data and a document reaches a waiting practice Task once, though both answers are lost', async () => {
  const practice = await startPractice({
    dataDir: testDir().path,
    evaluate: evaluateTask,
    pace: { startMs: 20, processMs: 20 },
  });
  onTestFinished(() => practice.close());
  const { client, say, outbox, ledger, service } = await station(practice);
  const requestSpec = { codes: ['73721'], required_data: ['member_id'], required_records: ['patient-visit'] };
  const { uuid } = await client.createTask({ ...CREATE, requestSpec });
  const status = async () => (await client.getTask({ uuid })).status;
  await until(async () => (await status()) !== 'pending' && (await status()) !== 'processing');
  expect(await status()).toBe('waiting');

  service.faults.on(routes.update, { kind: 'dropAfterCommit' }, { times: 1 });
  service.faults.on(routes.upload, { kind: 'dropAfterCommit' }, { times: 1 });
  await outbox.start();
  const visit =
    'Progress note\nPatient: Ada Example\nDate of birth: 1980-02-03\nDate of service: 2026-10-01\nCPT 73721\n';
  say('01ANSWER', uuid, { kind: 'answer', data: { member_id: 'M-1' } }, { 'visit.txt': visit });
  say('01CLEARED', uuid, { kind: 'cleared', cleared: true });
  await until(() => outbox.settled(), { what: 'both messages' });
  const table = messageTable(ledger);
  expect([table.get('01ANSWER')?.state, table.get('01CLEARED')?.state]).toEqual(['accepted', 'accepted']);
  await until(async () => (await status()) === 'completed', { what: 'the verdict' });
  const items = (await client.getTask({ uuid })).data_items.filter(
    (item) => item.group === 'inputs' && item.tag !== 'request-spec',
  );
  expect(items).toHaveLength(2);
});

test('I2: what waits for the sign-in counts as not sent, so that a crash then makes nothing unconfirmed', async () => {
  const upstream = await startServiceModel();
  onTestFinished(() => upstream.close());
  const { service, submit, say, outbox, ledger, credentials } = await station(upstream);
  const { apiSecret } = upstream;
  credentials.secret = null;
  submit('01WAITED');
  say('02WAITED', '8f14e45f-ceea-467f-a0f4-000000000000', { kind: 'cleared', cleared: true });
  await outbox.start();
  await until(() => outbox.lanes()[0]?.problem.code === 'auth.no-secret', { what: 'the pause' });
  const hung = service.faults.on(routes.token, { kind: 'hang' });
  credentials.secret = apiSecret;
  await outbox.credentialsChanged();
  await until(() => hung.hits > 0, { what: 'the sign-in' });
  const rows = [submissionTable(ledger).get('01WAITED'), messageTable(ledger).get('02WAITED')];
  expect(rows.map((row) => [row?.state, row?.attempts])).toEqual([
    ['queued', 0],
    ['queued', 0],
  ]);
  hung.remove();
  await until(() => submissionTable(ledger).get('01WAITED')?.state === 'accepted', { what: 'the Task' });
  expect(service.log.exchanges('create')).toHaveLength(1);
});
