import { readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { openStation, openStationLedger } from '../../../../src-main/core/installation/open-station.ts';
import type { App } from '../../../../src-main/hosts/app/app.ts';
import { systemError } from '../../../endurance/faults/child/wrap.ts';
import { refuseWrites, takeWrites } from '../../../support/refused-writes.ts';
import { until } from '../../../support/until.ts';
import { appBench, pdf } from './support/app-bench.ts';
import { choiceOf, startedApp } from './support/app-place.ts';
import { ask } from './support/ask.ts';

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
  await bench.watch('scans');
  expect((await bench.ask('drops.get', { drop })).files).toHaveLength(1);
  await bench.ask('drops.discard', { drop });
  const { settings: now } = await bench.ask('settings.get', {});
  await bench.ask('settings.save', { settings: { ...now, retention: { days: 30 } } });
});

test.each([
  { full: 'the audit', syncs: null, auditFails: true },
  { full: 'folders', syncs: { of: 'folders', butFor: 0 }, auditFails: false },
  { full: 'files and the audit', syncs: { of: 'files', butFor: 1 }, auditFails: true },
] as const)(
  'on a disk that is full for $full what is watched is what the settings file says, and can be saved again',
  async ({ syncs, auditFails }) => {
    const bench = await appBench();
    const save = (taskType: string, replaces: string | null) =>
      bench.ask('folders.save', { rule: bench.rule('scans', { taskType }), replaces });
    const taskTypes = async () => (await bench.ask('folders.list', {})).map((view) => view.rule.taskType);
    await save('prior-auth', null);
    const { ledger } = await openStationLedger(await openStation(choiceOf(bench.dir)), 'beside');
    if (auditFails) refuseWrites(ledger, "INSERT ON audit WHEN NEW.action = 'settings.changed'");
    if (syncs !== null) await syncsFail(syncs.of, syncs.butFor, bench.at('data', 'settings.json'));
    const saved = await save('intake', 'scans').catch(() => null);
    const [watched] = await taskTypes();
    if (syncs === null) expect([saved, watched]).toEqual([null, 'prior-auth']);
    expect(readFileSync(bench.at('data', 'settings.json'), 'utf8')).toContain(`"taskType": "${watched}"`);
    vi.restoreAllMocks();
    if (auditFails) takeWrites(ledger);
    ledger.close();
    await save('referral', 'scans');
    expect(await taskTypes()).toEqual(['referral']);
  },
);

test('two windows that save folders at once keep both; many at once end in what the last one said', async () => {
  const bench = await appBench();
  const ids = ['a', 'b', 'c', 'd', 'e'];
  await Promise.all(ids.map((id) => bench.watch(id)));
  const { settings } = await bench.ask('settings.get', {});
  expect(settings.folders.map(({ id }) => id).sort()).toEqual(ids);
  await Promise.all([
    bench.ask('folders.remove', { folder: 'a' }),
    bench.ask('folders.save', { rule: bench.rule('b', { taskType: 'intake' }), replaces: 'b' }),
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
  expect(await bench.refused('folders.save', { rule: bench.rule('scans'), replaces: null })).toBe(
    'settings.changed-elsewhere',
  );
  expect(readFileSync(bench.at('data', 'settings.json'), 'utf8')).toBe(byHand);
  await bench.restart();
  const again = await bench.ask('settings.get', {});
  expect(again.settings.station).toBe('by-hand');
  await bench.ask('settings.save', { settings: { ...again.settings, retention: { days: 7 } } });
});

test('the sample packets do not come back by themselves when their folder was removed', async () => {
  const { app, start } = await startedApp();
  const folders = async (of: App) => (await ask(of, 'folders.list', {})).map(({ id }) => id);
  expect(await folders(app)).toEqual(['practice']);
  await ask(app, 'folders.remove', { folder: 'practice' });
  expect(await folders(app)).toEqual([]);
  await app.stop();
  expect(await folders(await start())).toEqual([]);
});

test('a rule that watches another place from now on asks about what lies there, as a new one does', async () => {
  const bench = await appBench();
  bench.write('old/one.pdf', pdf('one'));
  bench.write('new/one.pdf', pdf('another one'));
  bench.write('new/two.pdf', pdf('two'));
  await bench.watch('scans', { path: bench.at('old') });
  await until(async () => (await bench.ask('app.overview', {})).account.accepted === 1);
  const moved = bench.rule('scans', { path: bench.at('new'), backlog: 'ask' });
  await bench.ask('folders.save', { rule: moved, replaces: 'scans' });
  const held = await until(async () => {
    const [view] = await bench.ask('folders.list', {});
    return view !== undefined && view.backlog_waiting === 2 ? view : null;
  });
  expect(held.counts.accepted).toBe(1);
});
