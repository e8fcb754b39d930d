import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { folderRuleSchema } from '../../../../src-main/contract/settings.ts';
import { openStation, openStationLedger } from '../../../../src-main/core/installation/open-station.ts';
import { createApp } from '../../../../src-main/hosts/app/create-app.ts';
import { systemError } from '../../../endurance/faults/child/wrap.ts';
import { refuseWrites, takeWrites } from '../../../support/refused-writes.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';
import { WILLING } from '../../../support/willing-person.ts';
import { appBench, pdf } from './support/app-bench.ts';
import { choiceOf } from './support/app-place.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Lets syncs of files, or of folders, fail as on a full disk, but for the first few. */
async function syncsFail(of: 'files' | 'folders', butFor: number, place: string): Promise<void> {
  const handle = await open(place);
  const prototype: typeof handle = Object.getPrototypeOf(handle);
  await handle.close();
  const { sync } = prototype;
  let met = 0;
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: typeof handle) {
    if ((await this.stat()).isDirectory() === (of === 'folders')) {
      met += 1;
      if (met > butFor) throw systemError('ENOSPC', 'fsync');
    }
    await sync.call(this);
  });
}

const rule = (id: string, path: string, more: Record<string, unknown> = {}) =>
  folderRuleSchema.parse({ id, path, taskType: 'prior-auth', quietSeconds: 0.1, ...more });

test('settings that need the engine to start again wait for open drops; folders do not', async () => {
  const bench = await appBench();
  const { settings } = await bench.ask('settings.get', {});
  const { id: drop } = await bench.ask('drops.open', {});
  const longer = { ...settings, retention: { days: 30 } };
  // An empty one holds nothing that could be forgotten, but this one does.
  await bench.ask('drops.add-paths', { drop, paths: [bench.write('a.pdf', pdf('a'))] });
  const before = readFileSync(bench.at('data', 'settings.json'), 'utf8');
  expect(await bench.refused('settings.save', { settings: longer })).toBe('settings.drops-open');
  expect(await bench.refused('app.restart-engine', {})).toBe('settings.drops-open');
  expect(readFileSync(bench.at('data', 'settings.json'), 'utf8')).toBe(before);
  mkdirSync(bench.at('scans'));
  await bench.ask('folders.save', { rule: rule('scans', bench.at('scans')), replaces: null });
  expect((await bench.ask('drops.get', { drop })).files).toHaveLength(1);
  await bench.ask('drops.discard', { drop });
  const { settings: now } = await bench.ask('settings.get', {});
  await bench.ask('settings.save', { settings: { ...now, retention: { days: 30 } } });
});

test('folders that could not be kept wholly are watched as before, and can be saved again', async () => {
  const bench = await appBench();
  mkdirSync(bench.at('scans'));
  await bench.ask('folders.save', { rule: rule('scans', bench.at('scans')), replaces: null });
  const taskTypes = async () => (await bench.ask('folders.list', {})).map((view) => view.rule.taskType);
  const station = await openStation(choiceOf(bench.dir));
  const { ledger } = await openStationLedger(station, 'beside');
  refuseWrites(ledger, "INSERT ON audit WHEN NEW.action = 'settings.changed'");
  const other = { rule: rule('scans', bench.at('scans'), { taskType: 'intake' }), replaces: 'scans' };
  expect(await bench.refused('folders.save', other)).toBe('unforeseen');
  expect(await taskTypes()).toEqual(['prior-auth']);
  takeWrites(ledger);
  ledger.close();
  await bench.ask('folders.save', other);
  expect(await taskTypes()).toEqual(['intake']);
});

test.each([
  { of: 'folders', butFor: 0, auditFails: false },
  { of: 'files', butFor: 1, auditFails: true },
] as const)(
  'on a disk that is full for a while what is watched is what the settings file says ($of)',
  async ({ of, butFor, auditFails }) => {
    const bench = await appBench();
    mkdirSync(bench.at('scans'));
    const save = (taskType: string, replaces: string | null) =>
      bench.ask('folders.save', { rule: rule('scans', bench.at('scans'), { taskType }), replaces });
    await save('prior-auth', null);
    const station = await openStation(choiceOf(bench.dir));
    const { ledger } = await openStationLedger(station, 'beside');
    if (auditFails) refuseWrites(ledger, "INSERT ON audit WHEN NEW.action = 'settings.changed'");
    await syncsFail(of, butFor, bench.at('data', 'settings.json'));
    await save('intake', 'scans').catch(() => undefined);
    const [view] = await bench.ask('folders.list', {});
    expect(readFileSync(bench.at('data', 'settings.json'), 'utf8')).toContain(
      `"taskType": "${view?.rule.taskType}"`,
    );
    vi.restoreAllMocks();
    if (auditFails) takeWrites(ledger);
    ledger.close();
    await save('referral', 'scans');
    expect((await bench.ask('folders.list', {})).map((one) => one.rule.taskType)).toEqual(['referral']);
  },
);

test('two windows that save folders at once keep both; many at once end in what the last one said', async () => {
  const bench = await appBench();
  const ids = ['a', 'b', 'c', 'd', 'e'];
  for (const id of ids) mkdirSync(bench.at(id));
  await Promise.all(
    ids.map((id) => bench.ask('folders.save', { rule: rule(id, bench.at(id)), replaces: null })),
  );
  const { settings } = await bench.ask('settings.get', {});
  expect(settings.folders.map(({ id }) => id).sort()).toEqual(ids);
  await Promise.all([
    bench.ask('folders.remove', { folder: 'a' }),
    bench.ask('folders.save', { rule: rule('b', bench.at('b'), { taskType: 'intake' }), replaces: 'b' }),
    bench.ask('folders.remove', { folder: 'c' }),
  ]);
  const left = (await bench.ask('folders.list', {})).map((view) => `${view.id} ${view.rule.taskType}`);
  expect(left).toEqual(['b intake', 'd prior-auth', 'e prior-auth']);
  await Promise.all(
    [1, 2, 3].map((days) =>
      bench.ask('settings.save', { settings: { ...settings, folders: [], retention: { days } } }),
    ),
  );
  expect((await bench.ask('settings.get', {})).settings.retention.days).toBe(3);
  expect(readFileSync(bench.at('data', 'settings.json'), 'utf8')).toContain('"days": 3');
});

test('what was changed in the file by hand meanwhile is not written over', async () => {
  const bench = await appBench();
  const { settings } = await bench.ask('settings.get', {});
  const byHand = JSON.stringify({ environment: 'practice', station: 'by-hand' });
  writeFileSync(bench.at('data', 'settings.json'), byHand);
  expect(await bench.refused('settings.save', { settings: { ...settings, retention: { days: 7 } } })).toBe(
    'settings.changed-elsewhere',
  );
  mkdirSync(bench.at('scans'));
  expect(
    await bench.refused('folders.save', { rule: rule('scans', bench.at('scans')), replaces: null }),
  ).toBe('settings.changed-elsewhere');
  expect(readFileSync(bench.at('data', 'settings.json'), 'utf8')).toBe(byHand);
  await bench.restart();
  const again = await bench.ask('settings.get', {});
  expect(again.settings.station).toBe('by-hand');
  await bench.ask('settings.save', { settings: { ...again.settings, retention: { days: 7 } } });
});

test('the sample packets do not come back by themselves when their folder was removed', async () => {
  const dir = await tempDir('app');
  const choice = { data: dir.at('data'), settings: null, secrets: null, apiSecret: null };
  const start = () => createApp({ choice, host: 'browser', samples: true, person: WILLING });
  let app = await start();
  const folders = async () => {
    const result = await app.call('folders.list', {}, { actor: 'clerk' });
    return result.ok ? result.value : result.error;
  };
  expect(await folders()).toMatchObject([{ id: 'practice' }]);
  expect(await app.call('folders.remove', { folder: 'practice' }, { actor: 'clerk' })).toMatchObject({
    ok: true,
  });
  expect(await folders()).toEqual([]);
  await app.stop();
  app = await start();
  expect(await folders()).toEqual([]);
  await app.stop();
  await dir.remove();
});

test('a rule that watches another place from now on asks about what lies there, as a new one does', async () => {
  const bench = await appBench();
  bench.write('old/one.pdf', pdf('one'));
  bench.write('new/one.pdf', pdf('another one'));
  bench.write('new/two.pdf', pdf('two'));
  await bench.ask('folders.save', {
    rule: rule('scans', bench.at('old'), { backlog: 'send' }),
    replaces: null,
  });
  await until(async () => (await bench.ask('app.overview', {})).account.accepted === 1);
  await bench.ask('folders.save', { rule: rule('scans', bench.at('new')), replaces: 'scans' });
  const held = await until(async () => {
    const [view] = await bench.ask('folders.list', {});
    return view !== undefined && view.backlog_waiting === 2 ? view : null;
  });
  expect(held.counts.accepted).toBe(1);
});
