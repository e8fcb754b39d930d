import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { renameOver } from '../../../../src-main/core/replace-file.ts';
import { openFolderIdentity, rootIdentityOf } from '../../../../src-main/core/share-io/folder-identity.ts';
import { createLeaseRecord } from '../../../../src-main/core/stations/files/lease-record.ts';
import { leaseOf } from '../../../support/lease-of.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';
import { expectAccountAddsUp, type IntakeBench, intakeBench, pdf } from './intake-bench.ts';
import { toldByHand } from './support/late-backlog.ts';

/** Lets the folder count as one that was last seen on another disk, as a share has when it is mounted. */
async function onAnotherDisk(bench: IntakeBench): Promise<void> {
  await bench.intake.stop();
  bench.ledger.db.prepare("UPDATE folder SET root_identity = '999999:1'").run();
}

const gone = (bench: IntakeBench) =>
  bench.ledger.db.prepare('SELECT path FROM file WHERE gone = 1 OR current = 0').pluck().all();

it('leaves nothing behind, and records nothing as removed, under a share that is not mounted', async () => {
  await using bench = await intakeBench();
  await bench.put('held.txt', '');
  await bench.counts({ held: 1 });
  await onAnotherDisk(bench);
  await renameOver(bench.folder, `${bench.folder}-share`);
  await mkdir(bench.folder);
  await bench.restart();
  await until(() => bench.folderRow()?.problem_code === 'folder.emptied');
  expect(await readdir(bench.folder)).toEqual([]);

  // Somebody saves a document there all the same.
  await bench.send('saved-there.pdf', pdf('saved under the share'));
  await bench.intake.rescan();
  await bench.restart();
  await bench.send('and-another.pdf');
  expect(gone(bench)).toEqual([]);
  expect(bench.folderRow()).toMatchObject({
    reachable: 1,
    root_identity: '999999:1',
    problem_detail: expect.stringContaining('folders.differentFolder'),
  });

  // The station still writes to it, so that it may be found not empty.
  await rm(bench.folder, { recursive: true, maxRetries: 20 });
  await renameOver(`${bench.folder}-share`, bench.folder);
  await bench.put('later.pdf');
  await bench.submitted(3);
  await until(() => gone(bench).length === 2);
  expect(bench.folderRow()?.problem_detail).toBeNull();
  expect(expectAccountAddsUp(bench, 4)).toMatchObject({ held: 1, queued: 3 });
});

it('records nothing as removed the second time either, whatever was saved under the share the first time', async () => {
  await using bench = await intakeBench({ rule: { backlog: 'send', include: ['**/*.pdf'] } });
  const [share, mountPoint] = [`${bench.folder}-share`, `${bench.folder}-mount-point`];
  await bench.send('a.pdf');
  await mkdir(mountPoint);
  const names = ['ignored.txt', 'saved-there.pdf'];
  const goneNow = () => gone(bench).sort();
  for (const name of names) await writeFile(`${mountPoint}/${name}`, pdf(name));
  for (const time of ['first', 'second']) {
    await onAnotherDisk(bench);
    await renameOver(bench.folder, share);
    await renameOver(mountPoint, bench.folder);
    await bench.restart();
    await bench.rested();
    await bench.rested();
    expect(goneNow()).toEqual(time === 'first' ? [] : names);
    expect(bench.folderRow()).toMatchObject({
      root_identity: '999999:1',
      problem_detail: expect.stringContaining('folders.differentFolder'),
    });
    await bench.intake.stop();
    await renameOver(bench.folder, mountPoint);
    await renameOver(share, bench.folder);
    await bench.restart();
    expect(goneNow()).toEqual(names);
    expect(bench.folderRow()?.problem_detail).toBeNull();
  }
});

it('lets no event record as removed what lies in the share that is away', async () => {
  const { parts, tell } = toldByHand();
  await using bench = await intakeBench({ rule: { backlog: 'send' }, parts });
  const named = async (path: string) => {
    tell(path);
    await bench.idle();
  };
  await bench.put('held.txt', '');
  await bench.put('a.pdf');
  await named('a.pdf');
  await named('held.txt');
  await until(() => bench.account().held === 1 && bench.submissions().length === 1);
  await onAnotherDisk(bench);
  await renameOver(bench.folder, `${bench.folder}-share`);
  await mkdir(bench.folder);
  await bench.put('saved-there.pdf');
  await bench.restart();
  await bench.submitted(2);
  await rm(bench.at('saved-there.pdf'));
  await named('saved-there.pdf');
  await named('held.txt');
  expect(gone(bench)).toEqual(['saved-there.pdf']);

  // What stands there next no walk has judged yet.
  await renameOver(bench.folder, `${bench.folder}-mount-point`);
  await renameOver(`${bench.folder}-share`, bench.folder);
  await bench.put('b.pdf');
  await named('nothing.pdf');
  await bench.submitted(3);
});

it('knows a share again that is mounted as another device', async () => {
  await using bench = await intakeBench();
  await bench.send('a.pdf');
  await onAnotherDisk(bench);
  await rm(bench.at('a.pdf'));
  await bench.put('b.pdf');
  await bench.restart();
  await bench.submitted(2);
  expect(bench.folderRow()?.root_identity).not.toBe('999999:1');
  expect(gone(bench)).toEqual(['a.pdf']);
});

it('begins a rule that names another path with what is there, empty or not', async () => {
  await using bench = await intakeBench();
  await bench.put('a.pdf');
  await bench.put('b.pdf');
  await bench.submitted(2);
  await bench.intake.stop();
  bench.ledger.db.prepare("UPDATE folder SET path = '/where/it/was/before'").run();
  await renameOver(bench.folder, `${bench.folder}-before`);
  await mkdir(bench.folder);
  await bench.restart();
  expect(bench.folderRow()).toMatchObject({ reachable: 1, problem_code: null });
  await bench.send('c.pdf');
  expect(bench.account().held).toBe(0);
});

it('does not take one folder for known because another was', async () => {
  await using here = await tempDir('standing');
  await using bench = await intakeBench({ start: false });
  const standing = openFolderIdentity(bench.ledger, here.path, 'scans');
  const identity = await rootIdentityOf(here.path);
  standing.open('999999:1');
  expect(await standing.now()).toBe('unsure');
  standing.walked({ identity: '999999:1', strange: false, recognised: false, lastRowBefore: 0, word: null });
  expect(await standing.now()).toBe('unsure');
  standing.walked({ identity, strange: true, recognised: false, lastRowBefore: 0, word: null });
  expect(await standing.now()).toBe('strange');
  standing.walked({ identity, strange: false, recognised: false, lastRowBefore: 0, word: null });
  expect(await standing.now()).toBe('known');
});

it('waits no longer for the folder that is meant once that is back, if it is empty too', async () => {
  await using bench = await intakeBench({ start: false });
  const standing = openFolderIdentity(bench.ledger, bench.folder, 'scans');
  standing.open('1:1');
  standing.emptied({ identity: '2:1', lastRowBefore: 7 });
  standing.walked({ identity: '2:1', strange: true, recognised: false, lastRowBefore: 9, word: null });
  expect([standing.lastRowBefore, standing.lastSeqBefore]).toEqual([7, 0]);
  standing.emptied({ identity: '1:2', lastRowBefore: 7 });
  expect([standing.lastRowBefore, standing.lastSeqBefore]).toEqual([null, null]);
});

it('I2: asks for no lease under a share that is not mounted when something is to be sent before the first look', async () => {
  await using bench = await intakeBench();
  await bench.send('a.pdf');
  await bench.put('.clearfolder/station-2', '');
  const mayCreate = () => bench.intake.guard.mayCreate({ folder_id: 'scans', seq: 1 });
  expect(await mayCreate()).toBe(true);
  await onAnotherDisk(bench);
  await renameOver(bench.folder, `${bench.folder}-share`);
  await mkdir(bench.folder);
  await bench.restart({ start: false });
  expect(await mayCreate()).toBe(false);
  expect(await readdir(bench.folder)).toEqual([]);
  await rm(bench.folder, { recursive: true });
  await renameOver(`${bench.folder}-share`, bench.folder);
  await until(mayCreate);
});

it.each([true, false])(
  'I2: sends nothing of the share by its own lease where that is away, if others share it: %s',
  async (shared) => {
    await using bench = await intakeBench({ rule: { backlog: 'send' } });
    await bench.send('a.pdf');
    const [share, mountPoint] = [`${bench.folder}-share`, `${bench.folder}-mount-point`];
    const mayCreate = (seq: number) => bench.intake.guard.mayCreate({ folder_id: 'scans', seq });
    const stateOf = (name: string) => bench.submissions().find(({ paths }) => paths.includes(name))?.state;
    if (shared) await bench.put('.clearfolder/station-2', '');
    expect(await mayCreate(1)).toBe(true);
    await onAnotherDisk(bench);
    await renameOver(bench.folder, share);
    await mkdir(bench.folder);
    // As an earlier time that the share was away left it.
    await leaseOf({
      root: bench.folder,
      record: createLeaseRecord(bench.ledger, systemClock, bench.folder),
    }).check();
    await rm(bench.at('.clearfolder', 'station-station-1'));
    await bench.put('saved-there.pdf');
    for (let start = 0; start < 2; start += 1) {
      await bench.restart();
      await until(() => mayCreate(2));
      expect(stateOf('a.pdf')).toBe(shared ? 'unconfirmed' : 'queued');
      expect(await mayCreate(1)).toBe(!shared);
      expect(bench.intake.guard.refused()).toEqual(
        shared ? [{ folderId: 'scans', after: 0, upTo: 1, code: 'station.other' }] : [],
      );
    }
    await bench.intake.stop();
    await renameOver(bench.folder, mountPoint);
    await renameOver(share, bench.folder);
    await bench.restart();
    await until(() => mayCreate(1));
    expect(bench.intake.guard.refused()).toEqual([]);
  },
);

it('I2: does not send from a folder that cannot be written to until a person says that no other station uses it', async () => {
  await using dir = await tempDir('read-only');
  // As the mount point of another user answers.
  const now = () => Promise.reject(Object.assign(new Error('not allowed'), { code: 'EACCES' }));
  const parts = { root: dir.path, identity: { now } };
  const isSoleUser = async () => true;
  const leases = [
    leaseOf(parts),
    leaseOf({ ...parts, record: { othersKnown: true } }),
    leaseOf({ ...parts, identity: { now, isSoleUser } }),
    leaseOf({ root: dir.at('away'), identity: { now, isSoleUser } }),
  ];
  for (const lease of leases) await lease.check();
  expect(leases.map(({ state }) => state.kind)).toEqual(['asks', 'asks', 'alone', 'unknown']);
  const may = await Promise.all(leases.slice(0, 3).map((lease) => lease.mayCreate()));
  expect(may).toEqual([false, false, true]);
});
