import { mkdirSync, readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { appendAudit } from '../../../../src-main/core/audit/audit.ts';
import { proveClock } from '../../../../src-main/core/housekeeping/clock-proof.ts';
import { createExternalCopies } from '../../../../src-main/core/housekeeping/external-copies.ts';
import { createMaintenance } from '../../../../src-main/core/housekeeping/maintenance.ts';
import { copyLedger } from '../../../../src-main/core/ledger/backup/copy-ledger.ts';
import { silentLog } from '../../../../src-main/core/log/events.ts';
import { watchContact } from '../../../../src-main/core/service/http/contact.ts';
import { createTestClock } from '../../../support/clock.ts';
import { TEST_KEY, testDir, testLedger } from '../../../support/test-dir.ts';
import { KEY, ledgerWithOldTasks, NOW } from '../ledger/tasks/old-tasks.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const about = { environment: 'clinic', station: { id: '0123456789ab', name: 'front desk' } };

/** A station in simulated time, and the service that tells its time in each response. */
function stationAt(start: number) {
  const clock = createTestClock(start);
  const contact = watchContact(
    {
      send: async () => ({
        status: 200,
        headers: { date: new Date(clock.trueNow()).toUTCString() },
        body: null,
      }),
      close: () => Promise.resolve(),
    },
    clock,
  );
  onTestFinished(() => clock.end());
  return {
    clock,
    askService: () =>
      contact.send({ method: 'GET', origin: 'https://service.test', path: '/', headers: {}, body: null }),
    clockProof: () => proveClock(clock, contact.serviceTime),
  };
}

type Station = ReturnType<typeof stationAt>;

/** What goes before an hour in which all Tasks are old by the wall clock of the station, and whether their content goes. */
const RETENTION: readonly (readonly [string, number, (station: Station) => Promise<void>, boolean])[] = [
  [
    'stays while the clock is ahead since before the last response',
    NOW - 400 * DAY,
    async ({ clock, askService }) => {
      clock.jump(400 * DAY);
      await askService();
    },
    false,
  ],
  [
    'stays after the clock jumped, without a further response',
    NOW - 400 * DAY,
    async ({ clock, askService }) => {
      await askService();
      clock.jump(400 * DAY);
    },
    false,
  ],
  ['stays while the service has told no time', NOW, async () => undefined, false],
  ['goes when the service has the same time', NOW, async ({ askService }) => void (await askService()), true],
];

test.each(RETENTION)('what is past its retention %s', async (_, start, before, goes) => {
  const { ledger, dir } = await ledgerWithOldTasks();
  const station = stationAt(start);
  await before(station);
  const maintenance = createMaintenance({
    ...{ ledger, ledgerKey: KEY, about, backupsDir: dir.at('backups'), retentionDays: 90 },
    ...{ clock: station.clock, clockProof: station.clockProof, random: () => 0.5, log: silentLog },
  });
  maintenance.start();
  await station.clock.runUntil(() => readdirSync(dir.path).includes('backups'), 2 * HOUR);
  await maintenance.stop();
  const purged = ledger.db.prepare(`SELECT count(*) FROM audit WHERE action = 'retention.purged'`).pluck();
  expect(purged.get()).toBe(goes ? 1 : 0);
});

test('three minutes of a clock that is 400 days ahead cost no copy of before, and make one copy', async () => {
  const dir = testDir();
  const share = dir.at('share');
  mkdirSync(share);
  mkdirSync(dir.at('work'));
  const ledger = testLedger();
  const start = Date.parse('2026-01-01T12:00:00.000Z');
  const { clock, askService, clockProof } = stationAt(start);
  appendAudit(ledger, { at: start, actor: 'erika', action: 'task.viewed', subject: 'a' });
  const keeper = createExternalCopies({
    ...{
      copies: { folder: share, hours: 24, keep: 3 },
      ledger,
      ledgerKey: TEST_KEY,
      workDir: dir.at('work'),
    },
    ...{ about, copy: copyLedger, passphrase: () => Promise.resolve(null), watched: () => [] },
    ...{ clock, clockProof, log: silentLog },
  });
  /** The days of the copies, oldest first by name. */
  const days = () =>
    readdirSync(share)
      .filter((name) => name.endsWith('.backup'))
      .map((name) => name.slice('clearfolder-clinic-01234567-'.length).slice(0, 10))
      .sort();
  keeper.start();
  await askService();
  await clock.advance(3 * DAY - HOUR);
  expect(days()).toEqual(['2026-01-01', '2026-01-02', '2026-01-03']);

  clock.jump(400 * DAY);
  await clock.advance(15 * MINUTE);
  clock.jump(-400 * DAY);
  await clock.advance(HOUR / 2);
  expect(days()).toEqual(['2026-01-01', '2026-01-02', '2026-01-03', '2027-02-08']);
  // By what the copies hold, the copy of the wrong clock is the second newest.
  await clock.advance(DAY);
  expect(days()).toEqual(['2026-01-03', '2026-01-04', '2027-02-08']);
  for (const _ of [5, 6, 7]) await clock.advance(DAY);
  expect(days()).toEqual(['2026-01-05', '2026-01-06', '2026-01-07']);
  await keeper.stop();
});
