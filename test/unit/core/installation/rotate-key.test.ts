import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { LedgerCipher } from '../../../../src-main/contract/ledger-cipher.ts';
import { stationLedgerKey } from '../../../../src-main/core/installation/open-station.ts';
import { rotateLedgerKey } from '../../../../src-main/core/installation/rotate-key.ts';
import { opensWith } from '../../../../src-main/core/ledger/backup/copy-ledger.ts';
import { backUpLedger, listBackups } from '../../../../src-main/core/ledger/backup/hourly-backups.ts';
import { unlock } from '../../../../src-main/core/ledger/db/cipher.ts';
import { PASSPHRASE, stationWithLedger } from './support/station-with-ledger.ts';

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
    cipher: 'aegis-256',
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

/** The cipher that a file is encrypted with, asked of a copy without its journals. */
function cipherOf(path: string, key: string): LedgerCipher {
  copyFileSync(path, `${path}.look`);
  const db = new Database(`${path}.look`);
  try {
    return unlock(db, key);
  } finally {
    db.close();
  }
}

test('a chosen cipher encrypts the ledger, its copies and its backups, survives starts and restores, and can be changed back', async () => {
  const { say, word, check, backUp, restore, station, withLedger } = await make();
  const { paths } = station;
  await say('from before');
  const before = await backUp('before.backup');
  await withLedger(({ ledger, key }) => backUpLedger(ledger, paths.backups, key, 0));
  await say('kept');
  for (const cipher of ['aes-256', 'aegis-256'] as const) {
    expect(await rotateLedgerKey(station, { actor: 'test', cipher })).toMatchObject({ cipher, unopened: 0 });
    expect([await word(), await check()]).toEqual(['kept', 'ok']);
    expect(await rotateLedgerKey(station, { actor: 'test' })).toMatchObject({ cipher, unopened: 0 });
    const key = await stationLedgerKey(station);
    await withLedger(({ ledger }) => backUpLedger(ledger, paths.backups, key, 1));
    const copies = listBackups(paths.backups, 2).map((name) => join(paths.backups, name));
    expect(copies).toHaveLength(2);
    expect([paths.ledger, ...copies].map((path) => cipherOf(path, key))).toEqual([cipher, cipher, cipher]);
    const file = await backUp(`${cipher}.backup`, PASSPHRASE);
    await restore(before);
    expect([await word(), await withLedger(({ ledger }) => ledger.cipher)]).toEqual(['from before', cipher]);
    await restore(file);
    expect([await word(), await withLedger(({ ledger }) => ledger.cipher)]).toEqual(['kept', cipher]);
    expect(await check()).toBe('ok');
  }
});

test('kill -9 at any step of a change of the cipher leaves a ledger that opens; once chosen, the next start ends the change', async () => {
  const { say, word, check, station, killedAt, withLedger } = await make();
  await say('kept');
  await withLedger(({ ledger, key }) => backUpLedger(ledger, station.paths.backups, key, 0));
  let cipher: LedgerCipher = 'aegis-256';
  for (const step of ['key-kept', 'chosen', 'encrypted', 'key-taken', 'done']) {
    const wanted: LedgerCipher = cipher === 'aes-256' ? 'aegis-256' : 'aes-256';
    const before = await stationLedgerKey(station);
    const { signal } = await killedAt('rotate', step, wanted);
    expect([step, signal]).toEqual([step, 'SIGKILL']);
    expect([step, await word(), await check()]).toEqual([step, 'kept', 'ok']);
    if (step !== 'key-kept') cipher = wanted;
    expect([step, await withLedger(({ ledger }) => ledger.cipher)]).toEqual([step, cipher]);
    const after = await stationLedgerKey(station);
    expect([step, after !== before]).toEqual([step, !['key-kept', 'chosen'].includes(step)]);
    expect([step, cipherOf(station.paths.ledger, after)]).toEqual([step, cipher]);
  }
  expect(await rotateLedgerKey(station, { actor: 'test' })).toMatchObject({ copies: 1, unopened: 0 });
  expect(await word()).toBe('kept');
});
