import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { claimKey, documentKey } from '../../../../../src-main/core/ledger/tables/dedup-keys.ts';
import { until } from '../../../../support/until.ts';
import { expectAccountAddsUp, type IntakeBench, pdf, putPacket } from '../../folders/intake-bench.ts';
import { heldFor } from './support/held-for.ts';
import { SENDS_ALL, twoStations } from './support/two-stations.ts';

const PURPOSE = { taskType: 'prior-auth', requestSpec: {} };
const GROUPS = { ...SENDS_ALL, group: 'folder' };

const groupsOf = (bench: IntakeBench) => bench.submissions().map(({ paths }) => [...paths].sort().join());
const idsOf = (bench: IntakeBench) => bench.submissions().map((one) => one.external_id);

test.each([
  ['got a late page', async (one: IntakeBench) => writeFile(one.at('p1/c.pdf'), pdf('c'))],
  ['lies in a renamed folder', async (one: IntakeBench) => rename(one.at('p1'), one.at('p2'))],
  ['lost a page', async (one: IntakeBench) => rm(one.at('p1/b.pdf'))],
])('I2: a group that the other station sent and that %s waits for a person', async (_, change) => {
  await using stations = await twoStations(GROUPS);
  const { one, two } = stations;
  await putPacket(one, 'p1', ['a', 'b']);
  await until(() => one.submissions().length === 1);
  await change(one);
  await one.intake.stop();
  const pages = (await readdir(one.folder, { recursive: true }))
    .filter((name) => /^p.*pdf$/.test(name))
    .sort();
  await until(() => heldFor(two).length === pages.length && !two.intake.busy());
  expect(heldFor(two).sort()).toEqual(pages.map((page) => [page, 'file.claimed-elsewhere']));
  expect(two.submissions()).toEqual([]);
  expectAccountAddsUp(two);

  const held = two.rows().find(({ state }) => state === 'held');
  await two.intake.decideFile(held?.id ?? 0, 'send');
  expect(groupsOf(two)).toEqual([pages.join()]);
});

test('I2: a group that stands as it was claimed is looked up, also by the claim of an older version', async () => {
  await using stations = await twoStations(GROUPS);
  const { one, two } = stations;
  await putPacket(one, 'p1', ['a', 'b']);
  await putPacket(one, 'p2', ['d', 'e']);
  await until(() => one.submissions().length === 2);
  const claims = one.at('.clearfolder/claims');
  const documents = one
    .submissions()
    .flatMap(({ sha256s }) => sha256s.map((sha256) => documentKey(PURPOSE, sha256)));
  for (const name of documents.slice(0, 2)) await rm(`${claims}/${name}`);
  await one.intake.stop();
  await until(() => two.submissions().length === 2);
  expect(idsOf(two).sort()).toEqual(idsOf(one).sort());
  expect(two.submissions().map(({ state }) => state)).toEqual(['unconfirmed', 'unconfirmed']);
});

test('I2: a page that several groups have in common holds no group of the same station, and one group after a takeover', async () => {
  await using stations = await twoStations(GROUPS);
  const { one, two } = stations;
  await putPacket(one, 'p1', ['cover', 'a']);
  await putPacket(one, 'p2', ['cover', 'b']);
  await until(() => one.submissions().length === 2);
  await one.intake.stop();
  await until(() => two.submissions().length === 2);
  await putPacket(two, 'p3', ['cover', 'c']);
  await until(() => two.submissions().length === 3);
  expect(two.submissions().at(-1)?.state).toBe('queued');
  expect(heldFor(two)).toEqual([]);
});

test('I2: a group with a page that this station itself may have sent says so, and names no other station', async () => {
  await using stations = await twoStations(GROUPS);
  const { one } = stations;
  await putPacket(one, 'p1', ['a', 'b']);
  await until(() => one.submissions().length === 1);
  one.ledger.db.prepare("UPDATE submission SET state = 'rejected', ended_at = 1, perhaps_sent = 1").run();
  await putPacket(one, 'p2', ['a', 'c']);
  await until(() => heldFor(one).length === 2);
  expect(heldFor(one)).toEqual([
    ['p2/a.pdf', 'file.perhaps-sent'],
    ['p2/c.pdf', 'file.perhaps-sent'],
  ]);
});

test('the key of a document is of its bytes and its purpose; of several documents, in any order', () => {
  const plain = { taskType: 'intake', requestSpec: {} };
  const keys = [
    documentKey(plain, 'aa'),
    documentKey(plain, 'bb'),
    documentKey({ ...plain, taskType: 'coverage' }, 'aa'),
    documentKey({ ...plain, requestSpec: { codes: ['1'] } }, 'aa'),
  ];
  expect(new Set(keys).size).toBe(4);
  expect(claimKey('t', null, ['b', 'a'], 0)).toBe(claimKey('t', null, ['a', 'b'], 0));
});
