import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { settingsSchema } from '../../../../../src-main/contract/settings.ts';
import type { Overview } from '../../../../../src-main/contract/views/overview.ts';
import { stationsVerdict } from '../../../../../src-main/contract/views/stations.ts';
import { systemClock } from '../../../../../src-main/core/clock.ts';
import { threadedCalls } from '../../../../../src-main/core/share-io/file-calls.ts';
import { allStations } from '../../../../../src-main/core/stations/all-stations.ts';
import { readStationsIn } from '../../../../../src-main/core/stations/files/health-files.ts';
import { sharesWork, writeOwnHealth } from '../../../../../src-main/core/stations/own-health.ts';
import { healthOf } from '../../../../../src-main/core/views/health-view.ts';
import { overviewView } from '../../../../../src-main/core/views/overview/overview-view.ts';
import { accountOf } from '../../../../support/overview-sample.ts';
import { healthOfStation } from '../../../../support/station-health.ts';
import { until } from '../../../../support/until.ts';
import { type IntakeBench, intakeBench } from '../../folders/intake-bench.ts';
import { twoStations } from './support/two-stations.ts';

const HOUR_MS = 3_600_000;

async function publish({ intake, ledger }: IntakeBench, changes = {}) {
  const health = healthOfStation(changes);
  const { isPublished, unpublished } = await intake.publish(health);
  writeOwnHealth(ledger, { health, publishedAt: isPublished ? systemClock.now() : null, unpublished });
}

const seenBy = ({ ledger, rule }: IntakeBench, ownId: string) =>
  allStations({ ledger, clock: systemClock, ownId, ownName: ownId, rules: [rule], address: null });

/** Two stations that know of each other and have published. */
async function twoThatPublished() {
  const { one, two } = await twoStations();
  await until(() =>
    [one, two].every(({ ledger, rule }) =>
      sharesWork(
        ledger,
        settingsSchema.parse({ environment: 'x', environments: { x: 'https://h/public/v1' } }),
        [rule],
      ),
    ),
  );
  await publish(one);
  await publish(two, { name: 'STATION-2' });
  return { one, two, at: (id: string) => one.at('.clearfolder', `health-${id}`) };
}

it('stations on one folder see each other, and together say that everything is out', async () => {
  const { one, two } = await twoThatPublished();
  for (const [station, id] of [
    [one, 'station-1'],
    [two, 'station-2'],
  ] as const) {
    const view = await seenBy(station, id);
    expect(view.stations.map(({ name, own, standing }) => [name, own, standing])).toEqual([
      ['STATION-1', id === 'station-1', 'reports'],
      ['STATION-2', id === 'station-2', 'reports'],
    ]);
    expect(stationsVerdict(view)).toMatchObject({ isEverythingOut: true, all: 2 });
  }
  await publish(two, { everything_out: false });
  expect(stationsVerdict(await seenBy(one, 'station-1'))).toMatchObject({ isEverythingOut: false, open: 1 });
});

it('I10: silence is never good news: a station that stopped, one without a readable report, or a folder that cannot be read', async () => {
  const { one, at } = await twoThatPublished();
  const verdict = async () => stationsVerdict(await seenBy(one, 'station-1'));
  const text = await readFile(at('station-2'));
  const hourAgo = new Date(Date.now() - HOUR_MS);
  await utimes(at('station-2'), hourAgo, hourAgo);
  const silent = await verdict();
  expect(silent).toMatchObject({ isEverythingOut: false, silent: 1 });
  expect(Math.abs(Date.parse(silent.silentSince ?? '') - hourAgo.getTime())).toBeLessThan(HOUR_MS / 10);

  await rm(at('station-2'));
  expect(await verdict()).toMatchObject({ isEverythingOut: false, mute: 1 });
  await writeFile(at('station-2'), '{"name":');
  expect(await verdict()).toMatchObject({ isEverythingOut: false, mute: 1 });
  await writeFile(at('station-2'), text);
  expect(await verdict()).toMatchObject({ isEverythingOut: true });

  await one.intake.stop();
  // The other station may still write into the folder.
  await rm(one.folder, { recursive: true, maxRetries: 5 });
  const view = await seenBy(one, 'station-1');
  expect(view.unread).toEqual(['scans']);
  expect(stationsVerdict(view).isEverythingOut).toBe(false);
});

it('the age of a report does not depend on the clock of the computer', async () => {
  const { one } = await twoThatPublished();
  const ahead = systemClock.now() + HOUR_MS;
  // This station's clock is an hour ahead of the clock of the file server.
  await one.intake.publish(healthOfStation({ at: new Date(ahead).toISOString() }));
  const found = await readStationsIn(one.folder, 'station-1', threadedCalls, ahead);
  for (const { ageMs } of found) expect(ageMs).toBeLessThan(HOUR_MS / 10);
  expect(found).toHaveLength(2);
});

it('a station that cannot write into the folder publishes nothing there and says so', async () => {
  const { one, at } = await twoThatPublished();
  await rm(at('station-1'));
  await mkdir(at('station-1'));
  await publish(one);
  const view = await seenBy(one, 'station-1');
  expect(view.unpublished).toEqual(['scans']);
  expect(stationsVerdict(view).isEverythingOut).toBe(false);
});

it('I11: a record has counts, ids of folders and problem codes, and no name of a file or path', async () => {
  const one = await intakeBench({
    rule: { backlog: 'ask' },
    before: (folder) => writeFile(`${folder}/Maria Doe.pdf`, 'x'),
  });
  await until(() => one.account().held === 1);
  const overview = overviewView({
    ...{ now: systemClock.now(), revision: 0, station: 'front desk', environment: 'production' },
    ...{ rules: [one.rule], copies: null, ledger: one.ledger, engine: null, failure: null, drops: 0 },
  });
  // Nothing is open and no Task was ever followed, so the service need not confirm anything; a Task that is being checked needs it.
  const known = (changes: Partial<Overview>) => ({
    ...overview,
    account: accountOf({ accepted: 1 }),

    folders_unseen: 0,
    attention: [],
    ...changes,
  });
  const isOut = (changes: Partial<Overview>) =>
    healthOf({ ...parts, overview: known(changes) }).everything_out;
  const parts = { overview, ledger: one.ledger, rules: [one.rule], version: '1', lookedThrough: () => true };
  const health = healthOf(parts);
  expect(health).toMatchObject({
    everything_out: false,
    stuck: [{ code: 'file.backlog', count: 1, since: expect.any(String) }],
    folders: [{ id: 'scans', standing: 'ok', found: 1, waits: 0, stuck: 1 }],
  });
  expect(JSON.stringify(health)).not.toMatch(/Maria|watched/);
  expect(isOut({})).toBe(true);
  expect(isOut({ checking: { count: 1, tasks: [] } })).toBe(false);
  const at = new Date().toISOString();
  expect(isOut({ connection: { ...overview.connection, state: 'starting', confirmed_at: at } })).toBe(false);
  expect(isOut({ others_to_send: 3, others_settling: 3, account: accountOf({ settling: 3 }) })).toBe(true);
});

it('I13: a single station, and practice mode, publish nothing', async () => {
  const one = await intakeBench();
  await publish(one);
  expect((await readdir(one.at('.clearfolder'))).filter((name) => name.startsWith('health'))).toEqual([]);
  const practice = settingsSchema.parse({
    environment: 'practice',
    stations: { postgres: 'postgres://s@h:1/d' },
  });
  expect(sharesWork(one.ledger, practice, [one.rule])).toBe(false);
});
