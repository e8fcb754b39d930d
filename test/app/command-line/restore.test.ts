import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routes } from '../../support/routes.ts';
import { until } from '../../support/until.ts';
import { faultyStation } from './support/faulty-station.ts';

const PATIENT = { timeoutMs: 120_000, everyMs: 300 };

async function backedUp() {
  const place = await faultyStation();
  const ok = async (...args: string[]) => {
    const { code, stderr } = await place.station.run(...args);
    expect(code, stderr).toBe(0);
  };
  return { ...place, ok, ledger: place.station.dir.at('data', 'test', 'ledger.db') };
}

/**
 * What may become of the ledger before the backup is put back. `knows`: the one from before can be read, so what it knew of
 * the outbox is carried over.
 */
const fates = {
  'is still there': { knows: true, spoil: () => undefined },
  'is damaged': { knows: false, spoil: (path: string) => writeFileSync(path, Buffer.alloc(50_000, 7)) },
} as const;

test.each(Object.entries(fates))(
  'I2: nothing is sent twice after a restore, whatever was accepted, on its way or new since the backup (the ledger %s)',
  async (_name, { knows, spoil }) => {
    await using place = await backedUp();
    const { upstream, service, folder, station, put, counts, ok, ledger } = place;
    const hashes = [put('accepted-before.pdf')];
    const backup = station.dir.at('kept.backup');
    {
      await using running = await station.watch();
      await until(async () => (await counts())['accepted'] === 1, PATIENT);
      // One that is on its way while the backup is made, and arrives at the service although no answer comes.
      service.faults.on(routes.create, { kind: 'dropAfterCommit' }, { times: 1 });
      service.faults.on(routes.get, { kind: 'dropBefore' });
      hashes.push(put('on-its-way.pdf'));
      await until(async () => (await counts())['unconfirmed'] === 1, PATIENT);
      await ok('backup', backup);
      hashes.push(put('accepted-since.pdf'));
      await until(async () => (await counts())['accepted'] === 2, PATIENT);
      await running.stop();
    }
    spoil(ledger);
    await ok('restore', backup);
    service.faults.clear();
    await using again = await station.watch();
    await until(
      async () => (await counts())['accepted'] === 2 && (await counts())['unconfirmed'] === 0,
      PATIENT,
    );
    await until(async () => (await counts())['held'] === 1, PATIENT);
    upstream.oracle.assertExactlyOnce(hashes);
    if (knows) {
      // Even when a person says "send": what was carried over knows it.
      await ok('backlog', 'in', 'send');
      await until(async () => (await counts())['duplicate'] === 1, PATIENT);
    } else {
      expect((await station.run('files', '--state', 'held')).stdout).toContain('may have been sent already');
      // The same bytes as another file, as a scanner or a synchronised drive writes them again: still in doubt.
      writeFileSync(station.dir.at('again.pdf'), readFileSync(folder.at('accepted-since.pdf')));
      renameSync(station.dir.at('again.pdf'), folder.at('accepted-since.pdf'));
    }
    hashes.push(put('new-since-the-restore.pdf'));
    if (!knows) {
      // The list of the service has a Task that the record does not know, so the folder waits for one decision. The service of this test
      // gives no bytes, so the file with the name of that Task's document still waits then.
      await until(async () => (await counts())['held'] === 2, PATIENT);
      await ok('backlog', 'in', 'send');
      await until(async () => (await counts())['held'] === 1, PATIENT);
      expect((await station.run('files', '--state', 'held')).stdout).toContain('accepted-since.pdf');
    }
    await until(async () => (await counts())['accepted'] === 3, PATIENT);
    const { code } = await again.stop();
    expect(code).toBe(0);
    upstream.oracle.assertExactlyOnce(hashes);
  },
  400_000,
);

test('restore needs Clearfolder stopped, and says so; backup does not', async () => {
  await using place = await backedUp();
  const { station, folder, put, counts, ok } = place;
  await using running = await station.watch();
  put('one.pdf');
  await until(async () => (await counts())['accepted'] === 1, PATIENT);
  const backup = station.dir.at('kept.backup');
  await ok('backup', backup);
  for (const verb of [
    ['restore', backup],
    ['ledger', 'rotate-key'],
  ]) {
    const { code, stderr } = await station.run(...verb);
    expect([verb[0], code]).toEqual([verb[0], 1]);
    expect(stderr).toContain('already running');
  }
  const inFolder = await station.run('backup', folder.at('would be sent.pdf'));
  expect(inFolder.stderr).toContain('watched folder');
  expect(readdirSync(folder.path)).not.toContain('would be sent.pdf');
  await running.stop();
  await ok('ledger', 'rotate-key');
  expect(await station.outbox()).toHaveLength(1);
}, 200_000);
