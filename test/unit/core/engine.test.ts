import { mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { settingsSchema } from '../../../src-main/contract/settings.ts';
import { callbackProblem } from '../../../src-main/core/callbacks.ts';
import { type Clock, systemClock } from '../../../src-main/core/clock.ts';
import { createEngine, type Engine, type EngineParts } from '../../../src-main/core/engine.ts';
import { copyInThread } from '../../../src-main/core/ledger/backup/copy-in-thread.ts';
import { backUpLedger } from '../../../src-main/core/ledger/backup/hourly-backups.ts';
import type { Ledger } from '../../../src-main/core/ledger/db/ledger.ts';
import { openLedger } from '../../../src-main/core/ledger/db/open-ledger.ts';
import { readState } from '../../../src-main/core/ledger/db/station-state.ts';
import { addRequest, requestOutcome } from '../../../src-main/core/ledger/tables/engine-requests.ts';
import { latestSnapshot } from '../../../src-main/core/ledger/tasks/snapshots.ts';
import { readTask } from '../../../src-main/core/ledger/tasks/task-row.ts';
import { noteSummary } from '../../../src-main/core/ledger/tasks/tasks.ts';
import { type Log, silentLog } from '../../../src-main/core/log/events.ts';
import { taskSummarySchema } from '../../../src-main/core/service/schemas.ts';
import { closeServer, listenOnLoopback } from '../../support/loopback.ts';
import { testDir } from '../../support/test-dir.ts';
import { until } from '../../support/until.ts';
import { serviceAndClient } from './service/support/client.ts';
import { type Answerer, json, TASK, TASK_UUID } from './service/support/raw-service.ts';

const KEY = 'ab'.repeat(32);

/** The service with one completed Task that nothing moves any more. */
const oneOldTask: Answerer = (request, response) => {
  const task = { ...TASK, status: 'completed', verdicts: [{ code: '1', approved: true, issues: [] }] };
  if (request.url.includes('/task/list')) json(response, 200, { count: 0, offset: 0, tasks: [] });
  else if (request.url.includes(TASK_UUID)) json(response, 200, task);
  else json(response, 404, { detail: 'No Task matches.' });
};

async function place() {
  const dir = testDir();
  mkdirSync(dir.at('spool'));
  const open = (path = dir.at('ledger.db')): Ledger => {
    const ledger = openLedger({ path, key: KEY, now: systemClock.now });
    onTestFinished(() => ledger.close());
    return ledger;
  };
  const start = async (
    ledger: Ledger,
    log: Log = silentLog,
    listen: string | null = null,
    more: Partial<EngineParts> = {},
  ): Promise<Engine> => {
    const { client } = await serviceAndClient(oneOldTask);
    const engine = await createEngine({
      settings: settingsSchema.parse({
        environment: 'practice',
        tracking: { scope: 'organisation' },
        callbacks: { listen },
      }),
      station: { id: 'station-1', name: 'front desk' },
      ledger,
      ledgerKey: KEY,
      spoolDir: dir.at('spool'),
      documentsDir: dir.at('documents'),
      backupsDir: dir.at('backups'),
      client,
      clock: systemClock,
      random: Math.random,
      log,
      version: '0',
      forceBacklogAsk: false,
      ...more,
    });
    await engine.start();
    onTestFinished(() => engine.stop());
    return engine;
  };
  return { dir, open, start };
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  await closeServer(server);
  return port;
}

test('a Task that somebody opens is asked for, however old; a request of another version stops no other', async () => {
  const { open, start } = await place();
  const ledger = open();
  const summary = taskSummarySchema.parse({ ...TASK, status: 'processing' });
  noteSummary(ledger, summary, { add: 'quietly', seenAt: 0 });
  const engine = await start(ledger);
  const other = open();
  other.db
    .prepare("INSERT INTO request (at, actor, asked) VALUES (0, 'x', ?)")
    .run(JSON.stringify({ verb: 'of-the-future', much: 1 }));
  const seq = addRequest(other, { verb: 'rescan', folder: null }, 'clerk', systemClock.now());
  engine.look(TASK_UUID);
  await until(() => requestOutcome(other, seq) !== null);
  expect(requestOutcome(other, seq - 1)).toMatchObject({ error: { code: 'request.not-understood' } });
  expect(requestOutcome(other, seq)).toEqual({ ok: true });
  await until(() => latestSnapshot(other, TASK_UUID) !== null);
  // An ended Task is asked for by itself too, so the request may cause a second look.
  await until(() => readTask(other, TASK_UUID)?.details_due === 0);
});

test('an engine notices that it works on an older copy of its ledger, and says so', async () => {
  const { dir, open, start } = await place();
  const said: string[] = [];
  const log: Log = (event, fields) => {
    if (event === 'ledger.backup') said.push(JSON.stringify(fields));
  };
  const ledger = open();
  const first = await start(ledger, log);
  expect(said).toEqual([]);
  const copy = await backUpLedger(ledger, dir.at('backups'), KEY, systemClock.now());
  await first.stop();
  await start(open(copy), log);
  expect(said).toEqual([JSON.stringify({ outcome: 'an older copy was put back' })]);
});

test('an engine that cannot start leaves nothing running, and claims no clean end', async () => {
  const { open, start } = await place();
  const ledger = open();
  ledger.db.exec(
    `CREATE TRIGGER broken BEFORE INSERT ON station_state WHEN NEW.key = 'outbox.clean-end' AND NEW.value = 'false'
     BEGIN SELECT RAISE(ABORT, 'broken'); END`,
  );
  const listen = `127.0.0.1:${await freePort()}`;
  await expect(start(ledger, silentLog, listen)).rejects.toThrow('broken');
  expect(readState(ledger, 'outbox.clean-end', z.boolean())).toBeNull();
  await expect(fetch(`http://${listen}/`)).rejects.toThrow();
});

test('a callback port that is taken is told, and keeps nothing from going out (docs/service.md 6.1.5)', async () => {
  const { open, start } = await place();
  const faults: string[] = [];
  const taken = createServer();
  const port = await listenOnLoopback(taken);
  onTestFinished(() => closeServer(taken));
  const log: Log = (event, fields) => {
    if (event === 'engine.fault') faults.push(JSON.stringify(fields));
  };
  const ledger = open();
  noteSummary(ledger, taskSummarySchema.parse(TASK), { add: 'quietly', seenAt: 0 });
  const engine = await start(ledger, log, `127.0.0.1:${port}`);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain('callbacks');
  expect(callbackProblem(ledger)).toEqual({ code: 'callbacks.cannot-listen', detail: `127.0.0.1:${port}` });
  engine.look(TASK_UUID);
  await until(() => latestSnapshot(ledger, TASK_UUID) !== null);
});

test('a thread writes the copies elsewhere, also for a station with parts that no thread can take', async () => {
  const { dir, open, start } = await place();
  mkdirSync(dir.at('copies'));
  const settings = settingsSchema.parse({
    environment: 'clinic',
    environments: { clinic: 'https://clinic.test/public/v1' },
    copies: { folder: dir.at('copies') },
  });
  const station = { id: 'station-1', name: 'front desk', close: () => undefined };
  const clock: Clock = {
    ...systemClock,
    sleep: (ms, signal) => systemClock.sleep(ms === 60_000 ? 10 : ms, signal),
  };
  mkdirSync(dir.at('backups'));
  await start(open(), silentLog, null, { settings, station, clock, copy: copyInThread });
  await until(() => readdirSync(dir.at('copies')).filter((name) => name.endsWith('.backup')).length === 1);
});
