import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stationLedgerKey } from '../../../../src-main/core/installation/open-station.ts';
import { rotateLedgerKey } from '../../../../src-main/core/installation/rotate-key.ts';
import { opensWith } from '../../../../src-main/core/ledger/backup/copy-ledger.ts';
import { backUpLedger, listBackups } from '../../../../src-main/core/ledger/backup/hourly-backups.ts';
import { stationWithLedger } from './support/station-with-ledger.ts';

const ROWS = 10_000;
/** At so many moments of the work. */
const KILLS = 8;

async function make() {
  const made = await stationWithLedger('rotate');
  onTestFinished(() => made.dir.remove());
  return made;
}

test('a new key opens the ledger and its copies, the old one none of them; a backup from before still opens here', async () => {
  const { say, word, station, backUp, restore, withLedger, dir, takeUp } = await make();
  await say('kept');
  await takeUp();
  const old = await stationLedgerKey(station);
  await withLedger(({ ledger, key }) => backUpLedger(ledger, station.paths.backups, key, 0));
  const file = await backUp('before.backup');
  expect(await rotateLedgerKey(station, { actor: 'test' })).toEqual({
    copies: 1,
    unopened: 0,
  });
  const fresh = await stationLedgerKey(station);
  expect(fresh).not.toBe(old);
  const copy = join(station.paths.backups, listBackups(station.paths.backups, 0)[0] ?? '');
  for (const path of [station.paths.ledger, copy]) {
    expect([opensWith(path, old), opensWith(path, fresh)]).toEqual([false, true]);
  }
  expect(await word()).toBe('kept');
  expect(await takeUp()).toBe(false);
  await say('later');
  await rotateLedgerKey(station, { actor: 'test' });
  await restore(file);
  expect(await word()).toBe('kept');
  expect(readFileSync(dir.at('secrets.json'), 'utf8')).toContain(old);
});

test('who has the ledger open keeps its key from being changed', async () => {
  const { say, word, station, withLedger } = await make();
  await say('kept');
  const key = await stationLedgerKey(station);
  await withLedger(async () => {
    await expect(rotateLedgerKey(station, { actor: 'test' })).rejects.toEqual(
      expect.objectContaining({ code: 'ledger.in-use' }),
    );
  });
  expect(await stationLedgerKey(station)).toBe(key);
  expect(await word()).toBe('kept');
}, 120_000);

test('kill -9 at any step of a change of the key leaves a ledger that opens', async () => {
  const { say, word, check, station, killedAt, withLedger } = await make();
  await say('kept');
  await withLedger(({ ledger, key }) => backUpLedger(ledger, station.paths.backups, key, 0));
  for (const step of ['key-kept', 'encrypted', 'key-taken', 'done']) {
    const before = await stationLedgerKey(station);
    const { signal } = await killedAt('rotate', step);
    expect([step, signal]).toEqual([step, 'SIGKILL']);
    expect([step, await word(), await check()]).toEqual([step, 'kept', 'ok']);
    const after = await stationLedgerKey(station);
    expect([step, after !== before]).toEqual([step, step !== 'key-kept']);
    expect([step, opensWith(station.paths.ledger, after)]).toEqual([step, true]);
  }
  expect(await rotateLedgerKey(station, { actor: 'test' })).toEqual({ copies: 1, unopened: 0 });
  expect(await word()).toBe('kept');
});

test('kill -9 at any moment while the ledger is encrypted anew leaves a ledger that opens', async () => {
  const { say, word, check, killedAt, withLedger } = await make();
  await say('kept');
  await withLedger(({ ledger }) =>
    ledger.transaction(() => {
      const put = ledger.db.prepare('INSERT INTO station_state (key, value) VALUES (?, ?)');
      for (let n = 0; n < ROWS; n += 1) put.run(`row ${n}`, `"${'x'.repeat(900)}"`);
    }),
  );
  let { ms } = await killedAt('rotate', 'key-kept', '', Number.POSITIVE_INFINITY);
  for (let killed = 0; killed < KILLS; ) {
    // How long the work takes changes with what else the machine does: a run that ended before its kill tells how long it takes now.
    const run = await killedAt('rotate', 'key-kept', '', (ms * (killed + 0.5)) / KILLS);
    if (run.signal === 'SIGKILL') killed += 1;
    else ms = run.ms;
    expect([await word(), await check()]).toEqual(['kept', 'ok']);
  }
});
