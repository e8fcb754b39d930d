import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { openFolderIdentity, rootIdentityOf } from '../../../../../src-main/core/share-io/folder-identity.ts';
import { nextCoordination } from '../../../../../src-main/core/stations/coordination.ts';
import { leaseText } from '../../../../../src-main/core/stations/files/lease-files.ts';
import { until } from '../../../../support/until.ts';
import { ALL_CHANGES, allow, forbid } from '../../../../support/world/forbidden.ts';
import { expectAccountAddsUp, intakeBench, pdf } from '../../folders/intake-bench.ts';

const forbidden: string[] = [];
afterEach(() => {
  for (const folder of forbidden.splice(0)) allow(folder);
});

/** The system lets no station make its control folder, as where the folder cannot be written to. */
async function readOnly(folder: string): Promise<void> {
  forbid(`${folder}/.clearfolder`, { code: 'EROFS', changes: ['mkdir'] });
  forbidden.push(`${folder}/.clearfolder`);
}

/** The system lets no station change anything in the folder. */
async function writeProtected(folder: string): Promise<void> {
  forbid(folder, { code: 'EROFS', changes: ALL_CHANGES });
  forbidden.push(folder);
}

test.each(['file', 'folder'])(
  'I2: two stations that cannot write to a folder send nothing of it before a person was asked: %s',
  async (group) => {
    await using one = await intakeBench({ rule: { backlog: 'send', group }, before: readOnly });
    await using two = await intakeBench({
      rule: { backlog: 'send', group },
      folder: one.folder,
      station: 'station-2',
    });
    await one.put('p1/a.pdf', pdf('a'));
    for (const bench of [one, two]) {
      await bench.problem('folder.read-only');
      expect(bench.rows()).toMatchObject([{ state: 'held' }]);
      await bench.rested();
      expect([bench.folderRow()?.problem_code, bench.sent().flat()]).toEqual(['folder.read-only', []]);
      expectAccountAddsUp(bench, 1);
    }
    const [{ id = 0 } = {}] = one.rows();
    await expect(one.intake.decideFile(id, 'send')).rejects.toMatchObject({ code: 'folder.read-only' });

    let kept = 0;
    await one.intake.noOtherStation('scans', () => {
      kept += 1;
    });
    await until(() => one.sent().flat().join() === 'p1/a.pdf');
    expect([kept, one.folderRow()?.problem_code, two.sent().flat()]).toEqual([1, null, []]);
    expect(await readdir(one.folder)).toEqual(['p1']);

    // Asked once: a start does not ask again.
    await one.restart();
    await one.put('p1/b.pdf', pdf('b'));
    if (group === 'file') await until(() => one.sent().flat().includes('p1/b.pdf'));
    expect(one.folderRow()?.problem_code).toBeNull();
  },
);

test('I2: what a person said of one folder holds for no other, and no longer once another station has the folder', async () => {
  await using bench = await intakeBench({ rule: { backlog: 'send' }, before: readOnly });
  await until(() => bench.folderRow()?.problem_code === 'folder.read-only');
  await bench.intake.noOtherStation('scans');
  await until(() => bench.folderRow()?.problem_code === null);

  allow(bench.at('.clearfolder'));
  const lease = { id: 'station-2', name: 'STATION-2', beat: 1, released: false, word: 'w' };
  await mkdir(bench.at('.clearfolder'));
  const text = leaseText({ ...lease, environment: 'production', organisation: null });
  await writeFile(bench.at('.clearfolder/lease-1'), text);
  await until(() => bench.folderRow()?.handled_by === 'STATION-2');
  expect(await openFolderIdentity(bench.ledger, bench.folder, 'scans').isSoleUser()).toBe(false);
});

test('I2: what a person said of a folder that cannot be written to ends where its stations moved to a database', async () => {
  await using bench = await intakeBench({ rule: { backlog: 'send' }, before: readOnly });
  await until(() => bench.folderRow()?.problem_code === 'folder.read-only');
  await bench.intake.noOtherStation('scans');
  await until(() => bench.folderRow()?.problem_code === null);
  await bench.intake.stop();
  allow(bench.at('.clearfolder'));
  await nextCoordination(bench.folder, 0, { stage: 'database', database: 'd' });
  await readOnly(bench.folder);
  await bench.restart();
  await until(() => bench.folderRow()?.problem_code === 'folder.in-database');
  await bench.put('a.pdf', pdf('a'));
  await bench.counts({ held: 1 });
  expect(bench.sent()).toEqual([]);
});

test('I8: a document that was queued before its folder became read-only waits for the person who is asked', async () => {
  await using bench = await intakeBench({ rule: { backlog: 'send' } });
  await bench.put('a.pdf', pdf('a'));
  await until(() => bench.sent().flat().join() === 'a.pdf');
  await bench.intake.stop();
  await writeProtected(bench.folder);
  await bench.restart();
  const from = { folder_id: 'scans', seq: 1 };
  await until(() => bench.folderRow()?.problem_code === 'folder.read-only');
  expect([await bench.intake.guard.mayCreate(from), bench.intake.guard.whyNot(from)]).toEqual([
    false,
    'station.asks',
  ]);
  expect(bench.intake.guard.refused()).toMatchObject([{ code: 'station.asks' }]);
  await bench.intake.noOtherStation('scans');
  await until(() => bench.intake.guard.mayCreate(from));
});

test.each(['file', 'folder'])(
  'I2, I8: where a station died in a folder that cannot be written to, a person is asked, and its claims are looked up: %s',
  async (group) => {
    const rule = { backlog: 'send', group };
    await using dead = await intakeBench({ rule });
    await dead.put('p1/a.pdf', pdf('a'));
    await until(() => dead.sent().flat().length === 1);
    const lease = await readFile(dead.at('.clearfolder/lease-1'));
    await dead.intake.stop();
    await dead.put('.clearfolder/lease-1', lease);
    await dead.put('p2/b.pdf', pdf('b'));
    await using two = await intakeBench({
      rule,
      folder: dead.folder,
      station: 'station-2',
      before: writeProtected,
    });
    await until(() => two.folderRow()?.problem_code === 'folder.read-only');
    expect(two.sent().flat()).toEqual([]);
    await two.intake.noOtherStation('scans');
    await until(() => two.sent().flat().length === 2 && two.folderRow()?.problem_code === null);
    const sent = two.submissions().toSorted((one, other) => (one.state < other.state ? 1 : -1));
    const [{ external_id: externalId } = {}] = dead.submissions();
    expect(sent).toMatchObject([
      { paths: ['p1/a.pdf'], state: 'unconfirmed', external_id: externalId },
      { paths: ['p2/b.pdf'], state: 'queued' },
    ]);

    // The answer holds over a restart, and no longer once that lease moves.
    await two.restart();
    await until(() => two.intake.guard.mayCreate({ folder_id: 'scans', seq: 2 }));
    allow(dead.folder);
    await writeFile(dead.at('.clearfolder/lease-1'), lease.toString().replace(/"beat":\d+/, '"beat":999'));
    await until(() => two.folderRow()?.handled_by === 'STATION-1');
  },
);

test('I4: what cannot be moved out of a read-only folder stays there, is not sent again, and the folder says so', async () => {
  const rule = { backlog: 'send', after: 'move' };
  await using bench = await intakeBench({ rule, before: writeProtected });
  await until(() => bench.folderRow()?.problem_code === 'folder.read-only');
  await bench.intake.noOtherStation('scans');
  allow(bench.folder);
  await bench.put('a.pdf', pdf('a'));
  await writeProtected(bench.folder);
  await until(() => bench.sent().flat().length === 1);
  bench.ledger.db.exec("UPDATE submission SET state = 'accepted', task_uuid = 'task', ended_at = 1");
  const remark = () => bench.folderRow()?.problem_detail ?? '';
  await until(() => remark().includes('folders.sentFilesNotMoved'));
  expect(bench.folderRow()?.problem_code).toBeNull();
  await bench.restart();
  await until(() => remark().includes('folders.sentFilesNotMoved'));
  await bench.rested();
  expect(bench.sent().flat()).toEqual(['a.pdf']);

  allow(bench.folder);
  bench.ledger.db.exec('UPDATE file SET move_next_at = 0');
  await until(() => bench.rows()[0]?.move_state === 'moved' && remark() === '');
});

test('a folder that is not asked about keeps what it is, and says so', async () => {
  await using bench = await intakeBench();
  await expect(bench.intake.noOtherStation('scans')).rejects.toMatchObject({ code: 'folder.not-asked' });
  expect(bench.folderRow()?.problem_code).toBeNull();
});

test('what a person said goes along when the same share is mounted again, and not to another folder at its path', async () => {
  await using bench = await intakeBench({ start: false });
  const identity = await rootIdentityOf(bench.folder);
  const walked = { identity, strange: false, lastRowBefore: 0, word: 'w' };
  for (const recognised of [false, true]) {
    const standing = openFolderIdentity(bench.ledger, bench.folder, 'scans');
    standing.open('999999:1');
    standing.saySoleUser('999999:1');
    expect(await standing.isSoleUser()).toBe(false);
    standing.walked({ ...walked, recognised });
    expect(await standing.isSoleUser()).toBe(recognised);
  }
});
