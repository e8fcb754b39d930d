import { readdir, rename, rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createCommitter } from '../../../../../src-main/core/ledger/db/group-commit.ts';
import { claimKey, documentKey } from '../../../../../src-main/core/ledger/tables/dedup-keys.ts';
import { submissionTable } from '../../../../../src-main/core/ledger/tables/submissions.ts';
import { until } from '../../../../support/until.ts';
import { expectAccountAddsUp, type IntakeBench, intakeBench, pdf } from '../../folders/intake-bench.ts';
import { SENDS_ALL, twoStations } from './support/two-stations.ts';

const PURPOSE = { taskType: 'prior-auth', requestSpec: {} };
const GROUPS = { ...SENDS_ALL, group: 'folder' };

const groupsOf = (bench: IntakeBench) => bench.submissions().map(({ paths }) => [...paths].sort().join());
const idsOf = (bench: IntakeBench) => bench.submissions().map((one) => one.external_id);

test.each([
  ['got a late page', async (one: IntakeBench) => one.put('p1/c.pdf', pdf('c'))],
  ['lies in a renamed folder', async (one: IntakeBench) => rename(one.at('p1'), one.at('p2'))],
  ['lost a page', async (one: IntakeBench) => rm(one.at('p1/b.pdf'))],
])('I2: a group that the other station sent and that %s waits for a person', async (_, change) => {
  const { one, two } = await twoStations(GROUPS);
  await one.putPacket('p1', ['a', 'b']);
  await one.submitted(1);
  await change(one);
  await one.intake.stop();
  const pages = (await readdir(one.folder, { recursive: true }))
    .filter((name) => /^p.*pdf$/.test(name))
    .sort();
  await until(() => two.held().length === pages.length && !two.intake.busy());
  expect(two.held().sort()).toEqual(pages.map((page) => [page, 'file.claimed-elsewhere']));
  expect(two.submissions()).toEqual([]);
  expectAccountAddsUp(two);

  await two.intake.decideFile(two.rows().find(({ state }) => state === 'held')?.id ?? 0, 'send');
  expect(groupsOf(two)).toEqual([pages.join()]);
});

test('I2: a group that stands as it was claimed is looked up, also if the station stopped before it claimed each document', async () => {
  const { one, two } = await twoStations(GROUPS);
  await one.putPacket('p1', ['a', 'b']);
  await one.putPacket('p2', ['d', 'e']);
  await one.submitted(2);
  const claims = one.at('.clearfolder/claims');
  const documents = one
    .submissions()
    .flatMap(({ sha256s }) => sha256s.map((sha256) => documentKey(PURPOSE, sha256)));
  for (const name of documents.slice(0, 2)) await rm(`${claims}/${name}`);
  await one.intake.stop();
  await two.submitted(2);
  expect(idsOf(two).sort()).toEqual(idsOf(one).sort());
  expect(two.submissions().map(({ state }) => state)).toEqual(['unconfirmed', 'unconfirmed']);
});

test('I2: a page that several groups have in common holds no group of the same station, and one group after a takeover', async () => {
  const { one, two } = await twoStations(GROUPS);
  await one.putPacket('p1', ['cover', 'a']);
  await one.putPacket('p2', ['cover', 'b']);
  await one.submitted(2);
  await one.intake.stop();
  await two.submitted(2);
  await two.putPacket('p3', ['cover', 'c']);
  await two.submitted(3);
  expect(two.submissions().at(-1)?.state).toBe('queued');
  expect(two.held()).toEqual([]);
});

test('I2: a group whose page another group of this station has claimed, and not queued yet, is not held', async () => {
  const claimed = Promise.withResolvers<void>();
  const compared = Promise.withResolvers<void>();
  let commits = 0;
  let submitting = false;
  const bench: IntakeBench = await intakeBench({
    start: false,
    rule: GROUPS,
    spool: {
      onChunk: async (path) => {
        submitting = true;
        if (path.includes('p2')) await claimed.promise;
      },
    },
    parts: {
      commit: async (work, when) => {
        if (submitting) {
          commits += 1;
          (commits === 1 ? claimed : compared).resolve();
          await compared.promise;
        }
        return await createCommitter(bench.ledger)(work, when);
      },
    },
  });
  await bench.putPacket('p1', ['cover', 'a']);
  await bench.putPacket('p2', ['cover', 'b']);
  await bench.intake.start();
  await until(() => bench.account().settling === 0);
  expect(bench.held()).toEqual([]);
  expect(groupsOf(bench)).toEqual(['p1/a.pdf,p1/cover.pdf', 'p2/b.pdf,p2/cover.pdf']);
});

test('I2: a group with a page that this station itself may have sent says so, and names no other station', async () => {
  const { one } = await twoStations(GROUPS);
  await one.putPacket('p1', ['a', 'b']);
  await one.submitted(1);
  one.ledger.db.prepare("UPDATE submission SET state = 'rejected', ended_at = 1, perhaps_sent = 1").run();
  await one.putPacket('p2', ['a', 'c']);
  await until(() => one.held().length === 2);
  expect(one.held()).toEqual([
    ['p2/a.pdf', 'file.perhaps-sent'],
    ['p2/c.pdf', 'file.perhaps-sent'],
  ]);
});

test('the key of a document is of its bytes and its purpose; that of several documents too, in any order', () => {
  const plain = { taskType: 'intake', requestSpec: {} };
  const keys = [
    documentKey(plain, 'aa'),
    documentKey(plain, 'bb'),
    documentKey({ ...plain, taskType: 'coverage' }, 'aa'),
    documentKey({ ...plain, requestSpec: { codes: ['1'] } }, 'aa'),
  ];
  expect(new Set(keys).size).toBe(4);
  expect(claimKey(plain, null, ['b', 'a'], 0)).toBe(claimKey(plain, null, ['a', 'b'], 0));
  const more = { ...plain, requestSpec: { codes: ['1'] } };
  expect(claimKey(more, null, ['a'], 0)).not.toBe(claimKey(plain, null, ['a'], 0));
});

const queued = (bench: IntakeBench, count: number) =>
  until(() => bench.submissions().length === count && !bench.intake.busy());

/** It came to nothing here: refused, or taken back, of which no other station was told. */
function ends({ ledger, submissions }: IntakeBench, state: 'rejected' | 'withdrawn'): string {
  const [{ id = '', external_id: externalId = '' } = {}] = submissions();
  const table = submissionTable(ledger);
  // Where it was another's, the service has not got it.
  table.sendAnew(id, Date.now());
  if (state === 'rejected') table.reject(id, { code: 'service.refused', detail: null }, Date.now());
  else table.withdraw(id, Date.now());
  return externalId;
}

describe('I2: a document of which a submission ended without a Task before another station had the folder', () => {
  test.each(['rejected', 'withdrawn'] as const)(
    'goes on as that one, which is looked up first, where it was %s and is put in again',
    async (state) => {
      const { one, two } = await twoStations();
      await one.put('a.pdf', pdf('same'));
      await queued(one, 1);
      await one.intake.stop();
      const externalId = ends(one, state);
      await queued(two, 1);
      expect(two.submissions()).toMatchObject([{ external_id: externalId, state: 'unconfirmed' }]);
      await two.intake.stop();
      await one.restart();
      await one.put('b.pdf', pdf('same'));
      await until(() => one.account().found === 2 && one.account().settling === 0);
      expect(one.submissions()).toMatchObject([
        { external_id: externalId, state: 'unconfirmed', paths: ['b.pdf'] },
      ]);
      expect(await one.claims()).toMatchObject([{ externalId, station: 'station-1' }]);
      expect(expectAccountAddsUp(one, 2).unconfirmed).toBe(2);
      // Of the copies, those are there that it needs.
      expect(await readdir(one.spool.dir)).toHaveLength(1);
    },
  );

  test('so too where it was by the claim of the other station, which may have it to send', async () => {
    const { one, two } = await twoStations();
    await one.put('a.pdf', pdf('same'));
    await queued(one, 1);
    await one.intake.stop();
    await queued(two, 1);
    const externalId = ends(two, 'withdrawn');
    await two.put('b.pdf', pdf('same'));
    await until(() => two.account().found === 2 && two.account().settling === 0);
    expect(two.submissions()).toMatchObject([{ external_id: externalId, state: 'unconfirmed' }]);
    expect(one.submissions()).toMatchObject([{ external_id: externalId, state: 'queued' }]);
  });
});
