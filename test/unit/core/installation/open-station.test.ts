import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  openStation,
  openStationLedger,
  rememberRun,
  type StationChoice,
} from '../../../../src-main/core/installation/open-station.ts';
import { testDir } from '../../../support/test-dir.ts';

async function place(settings: Record<string, unknown> = { environment: 'practice' }) {
  const dir = testDir();
  writeFileSync(dir.at('settings.json'), JSON.stringify(settings));
  const choice: StationChoice = {
    data: dir.at('data'),
    settings: dir.at('settings.json'),
    secrets: `file:${dir.at('secrets.json')}`,
    apiSecret: null,
  };
  return { dir, choice };
}

const remote = { environment: 'one', environments: { one: 'https://one.example/public/v1' } };

test('a verb without settings or secrets uses those of the last engine on this data folder', async () => {
  const { choice } = await place(remote);
  const first = await openStation(choice);
  await rememberRun(first, choice);
  const later = { ...choice, settings: null, secrets: null };
  // A start without the options keeps them for the start after it.
  await rememberRun(await openStation(later), later);
  const second = await openStation(later);
  expect(second.settings.environment).toBe('one');
  expect(second.secrets.describe()).toEqual(first.secrets.describe());
});

test('after a ledger was set aside, files that are already there wait for a decision', async () => {
  const { choice } = await place(remote);
  const station = await openStation(choice);
  mkdirSync(station.paths.dir, { recursive: true });
  const { ledger, forceBacklogAsk } = await openStationLedger(station, 'engine');
  ledger.close();
  expect(forceBacklogAsk).toBe(false);
  writeFileSync(station.paths.ledger, Buffer.alloc(4096, 5));
  await expect(openStationLedger(station, 'engine')).rejects.toMatchObject({ code: 'ledger.unreadable' });
  const fresh = await openStationLedger(station, 'engine');
  fresh.ledger.close();
  expect(fresh.forceBacklogAsk).toBe(true);
});

test('what a process left that was killed while it wrote a mark goes at the next start; what another writes now stays', async () => {
  const { choice } = await place(remote);
  const station = await openStation(choice);
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const parts = [`audit.mark.${ended}.part`, `ledger.mark.${process.pid}.part`];
  const running = `audit.mark.${process.ppid}.part`;
  for (const name of [...parts, running]) writeFileSync(join(station.paths.dir, name), '{}');
  const { ledger } = await openStationLedger(station, 'engine');
  ledger.close();
  expect(readdirSync(station.paths.dir).filter((name) => name.endsWith('.part'))).toEqual([running]);
});

test('several that come to a new data folder at once make one key, with which its ledger opens ever after', async () => {
  const { choice } = await place();
  const station = await openStation(choice);
  const modes = ['engine', 'beside', 'beside', 'beside'] as const;
  const opened = await Promise.all(modes.map((mode) => openStationLedger(station, mode)));
  expect(new Set(opened.map(({ key }) => key)).size).toBe(1);
  for (const { ledger } of opened) ledger.close();
  const { ledger } = await openStationLedger(station, 'engine');
  ledger.close();
});
