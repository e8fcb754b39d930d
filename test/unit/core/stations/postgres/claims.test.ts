import { expect, it } from 'vitest';
import { systemClock } from '../../../../../src-main/core/clock.ts';
import { claimTable } from '../../../../../src-main/core/ledger/tables/claims.ts';
import { createDatabaseClaims } from '../../../../../src-main/core/stations/postgres/claims.ts';
import { openDatabase } from '../../../../../src-main/core/stations/postgres/database.ts';
import { stationKeys } from '../../../../../src-main/core/stations/postgres/keys.ts';
import { createMembership } from '../../../../../src-main/core/stations/postgres/membership.ts';
import { migrate } from '../../../../../src-main/core/stations/postgres/schema.ts';
import { PASSWORD } from '../../../../support/postgres.ts';
import { testLedger } from '../../../../support/test-dir.ts';
import { PASSPHRASE, postgresForTests } from './support/hospital.ts';

const server = postgresForTests();
const belonging = { environment: 'production', organisation: 'clinic' };

/** The claims of a station, without its folders. */
async function member(url: string, id: string, { leaseMs = 60_000, mayTakeOver = true } = {}) {
  const database = openDatabase({
    url,
    password: () => Promise.resolve(PASSWORD),
    tls: false,
    application: id,
  });
  await migrate(database);
  const all = await stationKeys(PASSPHRASE);
  const ledger = testLedger();
  const table = claimTable(ledger);
  const shared = { database, keys: () => all, table };
  const membership = createMembership({
    ...shared,
    ledger,
    station: { id, name: id },
    belonging: () => belonging,
    version: '0',
    word: id,
    leaseMs,
  });
  const claims = createDatabaseClaims({
    ...shared,
    clock: systemClock,
    stationId: id,
    word: () => id,
    mayTakeOver: () => mayTakeOver,
  });
  await membership.beat();
  const claimOf = (externalId: string) => ({ externalId, station: id, ...belonging });
  return { database, table, membership, claims, claimOf, [Symbol.asyncDispose]: database.close };
}

it('claims a group with all its documents or not at all', async () => {
  const url = server().urlOf(await server().newDatabase());
  await using one = await member(url, 'one');
  await using two = await member(url, 'two');
  expect(await one.claims.claim('group 1', one.claimOf('id-1'), ['a', 'b'])).toBeNull();
  expect(await two.claims.claim('group 2', two.claimOf('id-2'), ['a', 'c'])).toBe('documents-taken');
  expect(await two.claims.read('group 2')).toBeNull();
  expect(await two.claims.read('c')).toBeNull();
  expect(two.table.get('id-2')).toBeNull();
});

it('takes over a claim only from a station whose lease ran out, once, with the next fencing number', async () => {
  const url = server().urlOf(await server().newDatabase());
  await using two = await member(url, 'two');
  await using three = await member(url, 'three');
  await using late = await member(url, 'late', { mayTakeOver: false });
  await using one = await member(url, 'one', { leaseMs: 2000 });
  await one.claims.claim('key', one.claimOf('id-1'));
  const takeBy = async ({ claims }: typeof two) => {
    const found = await claims.read('key');
    if (found === null || found === 'unreadable') throw new Error('no claim');
    return await claims.shared?.takeOver('key', found, []);
  };
  expect(await takeBy(two)).toMatchObject({ elsewhere: { station: 'one', externalId: 'id-1' } });
  await systemClock.sleep(2100);
  expect(await takeBy(late)).not.toBeNull();
  // The station comes back between the look at its lease and the takeover.
  const seen = await two.claims.read('key');
  await one.membership.beat();
  if (seen === null || seen === 'unreadable') throw new Error('no claim');
  expect(await two.claims.shared?.takeOver('key', seen, [])).not.toBeNull();
  await systemClock.sleep(2100);
  const both = await Promise.all([takeBy(two), takeBy(three)]);
  expect(both.filter((outcome) => outcome === null)).toHaveLength(1);
  const taker = both[0] === null ? two : three;
  expect(taker.table.get('id-1')).toMatchObject({ standing: 'held', fence: 2 });
  expect(taker.table.isUnsent('id-1')).toBe(false);
  // The old station cannot change the claim any more, also with a new lease.
  await one.membership.beat();
  await one.claims.withdraw('key', 'id-1', { station: 'one', name: 'one' });
  expect(await two.claims.read('key')).not.toHaveProperty('withdrawn');
});

it('claims nothing without a lease, and knows a claim of unknown outcome to be unsent', async () => {
  const url = server().urlOf(await server().newDatabase());
  await using one = await member(url, 'one', { leaseMs: 50 });
  await systemClock.sleep(100);
  await expect(one.claims.claim('key', one.claimOf('id-1'))).rejects.toMatchObject({ code: 'no lease' });
  await one.database.close();
  await expect(one.claims.claim('key', one.claimOf('id-2'))).rejects.toThrow();
  expect([one.table.isUnsent('id-1'), one.table.isUnsent('id-2')]).toEqual([false, true]);
});
