import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { claimKey } from '../../../../../src-main/core/ledger/tables/dedup-keys.ts';
import { openFolder } from '../../../../../src-main/core/ledger/tables/folders.ts';
import { markUnconfirmed } from '../../../../../src-main/core/ledger/tables/perhaps-sent.ts';
import { bench, benchForEachTest, QUARANTINE_MS } from '../support/bench.ts';
import { failing, only } from '../support/fates.ts';

const DAY_MS = 86_400_000;

benchForEachTest();
beforeEach(async () => {
  for (const id of ['scans', 'letters']) openFolder(bench.ledger, id, `/${id}`, 0);
  await bench.start();
});

async function refusedOf(folderId: string): Promise<string> {
  bench.service.fate = only('create', failing(400, "Allowed task types: 'intake'"));
  const id = bench.submit({ folderId });
  await bench.end(60_000);
  expect(bench.row(id)).toMatchObject({ state: 'rejected', problem_code: 'service.task-type' });
  return id;
}

/** Another station had the folder, and this one has it again. The service takes by now what it refused. */
function comesBack(): void {
  bench.service.recover();
  markUnconfirmed(bench.ledger, '/scans', bench.clock.now());
}

describe('I2: what was refused before another station had its folder', () => {
  test.each([
    ['by itself', (id: string) => bench.outbox.retry(id)],
    ['with all', () => bench.outbox.retryAll()],
  ])(
    'is looked up when it is tried again %s, and not sent where the other station sent it',
    async (_how, retry) => {
      const id = await refusedOf('scans');
      comesBack();
      expect(bench.row(id)).toMatchObject({ state: 'rejected', problem_code: 'service.task-type' });
      bench.addTask({ external_id: id });
      retry(id);
      await bench.endAccepted(60_000, id);
      expect(bench.service.count('create')).toBe(1);
    },
  );

  test('goes out after the quarantine where the service has none', async () => {
    const id = await refusedOf('scans');
    comesBack();
    expect(bench.outbox.retryAll()).toBe(1);
    await bench.clock.advance(QUARANTINE_MS - 1_000);
    expect(bench.service.count('create')).toBe(1);
    await bench.end(60_000);
    expect(bench.row(id)).toMatchObject({ state: 'accepted', attempts: 2 });
    expect(bench.service.tasks.all).toHaveLength(1);
  });

  test('is not sent as another task type where the other station sent it', async () => {
    const [mine, others] = [await refusedOf('scans'), await refusedOf('scans')];
    comesBack();
    bench.addTask({ external_id: others, task_type: 'intake' });
    expect(bench.outbox.retryAllAs('prior-auth', 'intake')).toBe(2);
    await bench.end(3_600_000);
    for (const id of [mine, others]) {
      expect(bench.row(id)).toMatchObject({ state: 'accepted', task_type: 'intake' });
      expect(bench.service.tasks.withExternalId(id)).toHaveLength(1);
    }
  });

  test.each([
    ['is looked up', (id: string) => bench.outbox.retry(id, 'intake')],
    ['is looked up with all', () => bench.outbox.retryAllAs('prior-auth', 'intake')],
    [
      'is refused as one that the service has',
      (id: string) => {
        // As from a ledger that knows of no other station.
        bench.ledger.db.prepare(`DELETE FROM station_state WHERE key GLOB 'folder.elsewhere.*'`).run();
        bench.service.fate = only('create', failing(422, 'external_id is already taken'));
        bench.outbox.retry(id, 'intake');
      },
    ],
  ])(
    'and tried as another task type %s, is the Task that the other station made by the same claim',
    async (_how, retry) => {
      const id = await refusedOf('scans');
      const sha256s = bench.ledger.db.prepare('SELECT sha256 FROM submission_file').pluck().all();
      bench.ledger.db
        .prepare('UPDATE submission SET claim_key = ?')
        .run(
          claimKey({ taskType: 'prior-auth', requestSpec: {} }, null, z.array(z.string()).parse(sha256s), 1),
        );
      const { payload_hash: hash } = bench.row(id);
      comesBack();
      bench.addTask({ external_id: id });
      retry(id);
      await bench.end(60_000);
      expect(bench.row(id)).toMatchObject({ state: 'accepted', task_type: 'prior-auth', payload_hash: hash });
      expect(bench.service.tasks.all).toHaveLength(1);
    },
  );

  test('is looked up also where it was refused by a clock that was ahead', async () => {
    const id = await refusedOf('scans');
    bench.ledger.db.prepare('UPDATE submission SET ended_at = ended_at + ?').run(DAY_MS);
    comesBack();
    bench.addTask({ external_id: id });
    bench.outbox.retry(id);
    await bench.endAccepted(60_000, id);
    expect(bench.service.count('create')).toBe(1);
  });

  test('is asked for once more where it was never sent from here, and the service refuses it as one that it has', async () => {
    const id = bench.submit({ folderId: 'scans' });
    bench.crash();
    const copy = join(bench.spoolDir, `${id}-0`);
    const bytes = readFileSync(copy);
    rmSync(copy);
    await bench.start();
    expect(bench.row(id)).toMatchObject({ state: 'rejected', attempts: 0, problem_code: 'spool.missing' });
    comesBack();
    writeFileSync(copy, bytes);
    bench.service.fate = ({ call }) => {
      if (call !== 'create') return { do: 'answer' };
      bench.addTask({ external_id: id });
      return failing(422, 'external_id is already taken');
    };
    bench.outbox.retry(id);
    await bench.endAccepted(180_000, id);
    expect(bench.service.count('create')).toBe(1);
  });
});

test('what was refused of another folder, or since the folder is back, goes at once', async () => {
  const other = await refusedOf('letters');
  comesBack();
  await bench.clock.advance(1_000);
  const since = await refusedOf('scans');
  bench.service.recover();
  for (const id of [other, since]) bench.outbox.retry(id);
  await bench.end(1_000);
  expect([other, since].map((id) => bench.row(id).state)).toEqual(['accepted', 'accepted']);
  // One look for each refusal, and one before each retry.
  expect(bench.service.count('get')).toBe(4);
});
