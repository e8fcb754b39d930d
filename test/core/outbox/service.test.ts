import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { type Clock, systemClock } from '../../../src-main/core/clock.ts';
import { messageTable } from '../../../src-main/core/ledger/messages.ts';
import { addMessage } from '../../../src-main/core/ledger/new-message.ts';
import { addSubmission, type NewFile } from '../../../src-main/core/ledger/new-submission.ts';
import { openLedger } from '../../../src-main/core/ledger/open-ledger.ts';
import type { MessagePayload } from '../../../src-main/core/ledger/rows.ts';
import { submissionTable } from '../../../src-main/core/ledger/submissions.ts';
import { type Log, silentLog } from '../../../src-main/core/log/events.ts';
import { createOutbox } from '../../../src-main/core/outbox/outbox.ts';
import { createServiceClient } from '../../../src-main/core/service/create-service-client.ts';
import { startFaultService } from '../../support/fault-service.ts';
import { seededRandom } from '../../support/random.ts';
import { routes } from '../../support/routes.ts';
import { startSimpleUpstream } from '../../support/simple-upstream.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { MemoryCredentials } from '../service/support/memory-credentials.ts';

const SPEED = 20;

/** Real time, only faster: the outbox's waits become short while the network stays real. */
const fastClock: Clock = {
  now: () => Math.round(systemClock.now() + systemClock.monotonic() * (SPEED - 1)),
  monotonic: () => systemClock.monotonic() * SPEED,
  sleep: (ms, signal) => systemClock.sleep(ms / SPEED, signal),
};

async function station(upstream: { baseUrl: string; apiSecret: string }, log: Log = silentLog) {
  const dir = await tempDir('outbox-service');
  const service = await startFaultService({ upstream: upstream.baseUrl });
  const credentials = new MemoryCredentials();
  credentials.secret = upstream.apiSecret;
  const client = createServiceClient({
    baseUrl: service.baseUrl,
    credentials,
    clock: systemClock,
    random: seededRandom(3),
    log: silentLog,
    idleTimeoutMs: 2_000,
  });
  const ledger = openLedger({ path: dir.at('ledger.db'), key: 'b'.repeat(64), now: () => fastClock.now() });
  mkdirSync(dir.at('spool'));
  const recorded: string[] = [];
  const outbox = createOutbox({
    ledger,
    client,
    spool: {
      pathOf: (name) => dir.at('spool', name),
      remove: async (names) => {
        for (const name of names) rmSync(dir.at('spool', name));
      },
    },
    claims: { mayCreate: async () => true },
    recordTask: ({ uuid }) => void recorded.push(uuid),
    clock: fastClock,
    random: seededRandom(5),
    log,
    concurrency: 4,
    idleTimeoutMs: 2_000 * SPEED,
  });
  onTestFinished(async () => {
    await outbox.stop();
    await client.close();
    ledger.close();
    await service.close();
    await dir.remove();
  });
  const freeze = (id: string, fileName: string): NewFile => {
    const bytes = Buffer.from(`%PDF ${id} ${fileName}`);
    writeFileSync(dir.at('spool', `${id}-${fileName}`), bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const common = { path: fileName, fileName, mediaType: 'application/pdf', size: bytes.length };
    return { ...common, sha256, spoolName: `${id}-${fileName}` };
  };
  return {
    service,
    credentials,
    ledger,
    outbox,
    recorded,
    spool: dir.at('spool'),
    submit(id: string): string {
      const file = freeze(id, 'scan.pdf');
      const submission = {
        id,
        origin: 'drop' as const,
        folderId: null,
        groupKey: null,
        claimKey: null,
        taskType: 'prior-auth',
        requestSpec: {},
        name: null,
        callbackTemplate: null,
        externalId: id,
        files: [file],
        perhapsSent: false,
      };
      ledger.transaction(() => addSubmission(ledger, submission, fastClock.now()));
      return file.sha256;
    },
    say(id: string, taskUuid: string, payload: MessagePayload): void {
      addMessage(ledger, { id, taskUuid, payload, files: [], actor: 'clerk' }, fastClock.now());
      outbox.wake();
    },
  };
}

test('I2, I8: over a real network that fails in every way, each submission becomes one Task', async () => {
  const upstream = await startSimpleUpstream();
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
  service.faults.on(
    routes.create,
    { kind: 'malformed', body: '{}', contentType: 'application/json', commit: true },
    once,
  );
  service.faults.on(routes.create, { kind: 'status', status: 429, headers: { 'retry-after': '1' } }, once);
  service.faults.on(routes.get, { kind: 'status', status: 500 }, { times: 3 });
  const ids = Array.from({ length: 24 }, (_, index) => `01SERVICE${String(index).padStart(17, '0')}`);
  const hashes = ids.map(submit);
  await outbox.start();
  await until(() => outbox.settled(), { timeoutMs: 50_000, what: 'all settled' });
  await service.settled();
  upstream.oracle.assertExactlyOnce(hashes);
  const table = submissionTable(ledger);
  expect(ids.map((id) => table.get(id)?.state)).toEqual(ids.map(() => 'accepted'));
  expect(new Set(recorded).size).toBe(24);
  expect(readdirSync(spool)).toEqual([]);
}, 60_000);

test('I8: a task type that is refused says which are allowed; a rotated secret stops everything with one message', async () => {
  const upstream = await startSimpleUpstream({ taskTypes: ['coverage'] });
  onTestFinished(() => upstream.close());
  const paused: unknown[] = [];
  const { submit, outbox, ledger, credentials, service } = await station(upstream, (event, fields) => {
    if (event === 'lane.paused') paused.push(fields);
  });
  const table = submissionTable(ledger);
  submit('01REFUSED');
  await outbox.start();
  await until(() => table.get('01REFUSED')?.state === 'rejected', { what: 'the refusal' });
  expect(table.get('01REFUSED')).toMatchObject({ problem_code: 'service.task-type' });
  expect(table.get('01REFUSED')?.problem_detail).toContain("'coverage'");

  const good = credentials.secret;
  credentials.secret = 'clinic:user:wrong';
  credentials.token = null;
  await outbox.credentialsChanged();
  const exchanges = () => service.log.exchanges('token').length;
  const before = exchanges();
  for (let index = 0; index < 6; index += 1) submit(`01ROTATED${index}`);
  outbox.wake();
  await until(() => outbox.settled() && outbox.lanes().length === 1, { what: 'the pause' });
  expect(outbox.lanes()).toMatchObject([{ lane: 'all', problem: { code: 'auth.refused' } }]);
  expect(paused).toHaveLength(1);
  expect(exchanges() - before).toBe(1);
  expect(table.get('01ROTATED5')?.state).toBe('queued');

  credentials.secret = good;
  await outbox.credentialsChanged();
  await until(() => table.get('01ROTATED5')?.state === 'rejected', { what: 'sending to go on' });
});

test('I5: edits and events for a Task that is gone are refused one by one, and none waits for ever', async () => {
  const upstream = await startSimpleUpstream();
  onTestFinished(() => upstream.close());
  const { say, outbox, ledger } = await station(upstream);
  await outbox.start();
  const gone = '8f14e45f-ceea-467f-a0f4-000000000000';
  say('01EDIT', gone, { kind: 'answer', data: { member_id: 'M-1' } });
  await until(() => messageTable(ledger).get('01EDIT')?.state === 'rejected', { what: 'the refusal' });
  expect(messageTable(ledger).get('01EDIT')).toMatchObject({ problem_code: 'service.not-found' });
});
