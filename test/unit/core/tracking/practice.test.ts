import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { createCommitter } from '../../../../src-main/core/ledger/committer.ts';
import { openLedger } from '../../../../src-main/core/ledger/open-ledger.ts';
import { readTask, recordTask } from '../../../../src-main/core/ledger/tasks.ts';
import { silentLog } from '../../../../src-main/core/log/events.ts';
import { createServiceClient } from '../../../../src-main/core/service/create-service-client.ts';
import { createTracker } from '../../../../src-main/core/tracking/tracker.ts';
import { taskDetailView } from '../../../../src-main/core/views/task-detail-view.ts';
import { tasksView } from '../../../../src-main/core/views/tasks-view.ts';
import { evaluateTask } from '../../../../src-main/practice/reading/evaluate.ts';
import { startPractice } from '../../../../src-main/practice/service.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';
import { MemoryCredentials } from '../service/support/memory-credentials.ts';

function inMemory(secret: string): MemoryCredentials {
  const credentials = new MemoryCredentials();
  credentials.secret = secret;
  return credentials;
}

const base = { clock: systemClock, random: Math.random, log: silentLog };

test('against the practice service over HTTP: each Task is followed to where it waits or ends, with its reasons', async () => {
  await using dir = await tempDir('tracking-practice');
  const pace = { startMs: 30, processMs: 30 };
  const practice = await startPractice({ dataDir: dir.at('service'), evaluate: evaluateTask, pace });
  const client = createServiceClient({
    ...base,
    baseUrl: practice.baseUrl,
    credentials: inMemory(practice.apiSecret),
  });
  const ledger = openLedger({ path: dir.at('ledger.db'), key: 'ab'.repeat(32), now: Date.now });
  const tracker = createTracker({
    ...base,
    ledger,
    commit: createCommitter(ledger),
    client,
    seconds: 0.2,
    scope: 'station',
  });
  const create = async (name: string, content: string, requestSpec: Record<string, unknown>) => {
    writeFileSync(dir.at(name), content);
    const uploads = [
      { spoolPath: dir.at(name), fileName: name, mediaType: 'text/plain', size: Buffer.byteLength(content) },
    ];
    const more = { externalId: `ext-${name}`, name: null, callbackTemplate: null };
    const details = await client.createTask({ taskType: 'prior-auth', uploads, requestSpec, ...more });
    recordTask(ledger, details, { mine: true, seenAt: Date.now() });
    return details.uuid;
  };
  try {
    await tracker.start();
    const visit =
      'Progress note\nPatient: Ada Example\nDate of birth: 1980-02-03\nDate of service: 2026-10-01\nCPT 73721\n';
    const waiting = await create('visit.txt', visit, {
      codes: ['73721'],
      required_data: ['favourite_colour'],
    });
    const invalid = await create('noise.txt', 'zzz qqq', {});
    const status = (uuid: string) => readTask(ledger, uuid)?.status;
    await until(() => status(waiting) === 'waiting' && status(invalid) === 'invalid', {
      what: 'waiting and invalid',
    });
    expect(taskDetailView(ledger, waiting).needs?.data.map((need) => need.property)).toEqual([
      'favourite_colour',
    ]);
    await client.updateTask(waiting, { newDataItem: { favourite_colour: 'green' } }, { shouldResume: true });
    await until(() => status(waiting) === 'completed', { what: 'the resumed Task to be completed' });
    const view = tasksView(ledger, { status: ['completed'] });
    expect(view.as_of).not.toBeNull();
    expect(view.tasks[0]?.verdicts[0]?.code).toBe('73721');
    expect(tracker.status()).toMatchObject({ reachable: true, problem: null });
  } finally {
    await tracker.stop();
    await client.close();
    ledger.close();
    await practice.close();
  }
});
