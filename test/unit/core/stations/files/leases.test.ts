import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { expect, it, onTestFinished, test } from 'vitest';
import { type Clock, systemClock } from '../../../../../src-main/core/clock.ts';
import { openFolder, readFolder } from '../../../../../src-main/core/ledger/tables/folders.ts';
import type { FolderVerdict } from '../../../../../src-main/core/share-io/folder-identity.ts';
import { leaseText } from '../../../../../src-main/core/stations/files/lease-files.ts';
import { createLeaseRecord } from '../../../../../src-main/core/stations/files/lease-record.ts';
import { shiftedClock } from '../../../../support/clock.ts';
import { leaseIn } from '../../../../support/lease-in.ts';
import { leaseOf } from '../../../../support/lease-of.ts';
import { type TestDir, tempDir } from '../../../../support/temp-dir.ts';
import { testDir, testLedger } from '../../../../support/test-dir.ts';
import { until } from '../../../../support/until.ts';
import { expectAccountAddsUp, type IntakeBench, intakeBench, pdf } from '../../folders/intake-bench.ts';
import { SENDS_ALL } from './support/two-stations.ts';

function lease(root: string, id: string, pace: { heartbeatMs?: number; clock?: Clock } = {}) {
  // The engine hands over the station's own object: what else it holds must not get into the folder.
  const station = { id, name: id.toUpperCase(), dataFolder: '/private'.repeat(100) };
  const made = leaseOf({ root, station, ...pace });
  onTestFinished(() => made.stop(() => false));
  return made;
}

async function beatOf(root: string): Promise<number> {
  return Number(/"beat":(\d+)/.exec(await readFile(`${root}/.clearfolder/lease-1`, 'utf8'))?.[1] ?? 0);
}

it('the lease is held by one; the other takes over at once when it is given back', async () => {
  const dir = testDir();
  const [one, two] = [lease(dir.path, 'a'), lease(dir.path, 'b')];
  await one.start();
  await two.start();
  expect([one.maySubmit, two.maySubmit]).toEqual([true, false]);
  expect(two.state).toEqual({ kind: 'other', name: 'A' });
  await until(async () => (await beatOf(dir.path)) > 12, { what: 'more beats than may be missed' });
  expect([await one.holds(), await two.holds()]).toEqual([true, false]);
  await one.stop(() => false);
  await until(() => two.maySubmit);
  expect(await two.holds()).toBe(true);
});

it('the lease passes on when its holder stands still, and the holder knows before it creates anything', async () => {
  const dir = testDir();
  const frozen = lease(dir.path, 'a', { heartbeatMs: 1_000_000 });
  const two = lease(dir.path, 'b');
  await frozen.start();
  expect(frozen.maySubmit).toBe(true);
  await two.start();
  await until(() => two.maySubmit);
  expect(frozen.maySubmit).toBe(true);
  expect(await frozen.holds()).toBe(false);
  expect(frozen.maySubmit).toBe(false);
  expect(two.state).toMatchObject({ kind: 'mine', generation: 2 });
});

it('I2: the lease is not the lease of the same generation that another station has where the share is mounted late', async () => {
  const dir = testDir();
  const share = dir.at('share');
  const mounted = dir.at('mount');
  await mkdir(share);
  await mkdir(mounted);
  const there = lease(share, 'a');
  const late = lease(mounted, 'b', { heartbeatMs: 1_000_000 });
  await there.start();
  await late.start();
  expect([there.generation, late.generation]).toEqual([1, 1]);
  await rename(mounted, dir.at('mount-point'));
  await symlink(share, mounted);
  expect(await late.holds()).toBe(false);
  expect(late.state).toEqual({ kind: 'other', name: 'A' });
  expect(await there.holds()).toBe(true);
  await until(() => there.othersKnown, { what: 'the mark of the station that came late' });
});

it('the lease is renewed before it is relied on, when its counter has stood still', async () => {
  const dir = testDir();
  const { clock, forward } = shiftedClock();
  const one = lease(dir.path, 'a', { heartbeatMs: 1_000_000, clock });
  await one.start();
  const [file = ''] = (await readdir(dir.at('.clearfolder'))).filter((name) => name.startsWith('lease-'));
  const counter = async () => JSON.parse(await readFile(dir.at('.clearfolder', file), 'utf8')).beat;
  const before = await counter();
  expect(await one.holds()).toBe(true);
  expect(await counter()).toBe(before);
  forward(3_000_000);
  expect(await one.holds()).toBe(true);
  expect(await counter()).toBe(before + 1);
});

it('the lease is taken for still standing heartbeats alone, each of which counts once, and not for questions or a sleep', async () => {
  const dir = testDir();
  const heartbeatMs = 1_000_000;
  let time = 0;
  const pace = { heartbeatMs, clock: { ...systemClock, monotonic: () => time } };
  const [one, two] = [lease(dir.path, 'a', pace), lease(dir.path, 'b', pace)];
  const asked = async () => {
    const questions = Array.from({ length: 10 }, () => two.holds());
    expect(new Set(await Promise.all(questions))).toEqual(new Set([false]));
    return two.state.kind;
  };
  await one.start();
  await two.start();
  for (let beat = 0; beat < 4; beat++) {
    expect(await asked()).toBe('other');
    time += heartbeatMs;
  }
  expect(await asked()).toBe('other');
  time += 10 * heartbeatMs;
  for (let beat = 0; beat < 5; beat++) {
    expect(await asked()).toBe('other');
    time += heartbeatMs;
  }
  await two.holds();
  expect(two.state).toEqual({ kind: 'mine', generation: 2 });
});

it('the lease is won by exactly one of many that try', async () => {
  const dir = testDir();
  const all = Array.from({ length: 8 }, (_, n) => lease(dir.path, `s${n}`));
  await Promise.all(all.map((one) => one.start()));
  expect(all.filter((one) => one.maySubmit)).toHaveLength(1);
});

it('a folder that cannot be reached holds up no submission of the only station that ever watched it', async () => {
  const dir = testDir();
  await mkdir(dir.at('shared'));
  const alone = lease(dir.at('shared'), 'a');
  await alone.start();
  await rename(dir.at('shared'), dir.at('away'));
  await until(() => alone.state.kind === 'unknown');
  expect([await alone.holds(), await alone.mayCreate()]).toEqual([false, true]);
});

it('a folder that cannot be reached holds them up where another station may have taken over', async () => {
  const dir = testDir();
  await mkdir(dir.at('shared'));
  const [one, two] = [lease(dir.at('shared'), 'a'), lease(dir.at('shared'), 'b')];
  await one.start();
  await two.start();
  expect(await one.holds()).toBe(true);
  await rename(dir.at('shared'), dir.at('away'));
  await until(() => one.state.kind === 'unknown');
  expect(await one.mayCreate()).toBe(false);
});

/** Another station takes the folder over, does what it finds there and gives it back. */
async function passOn(folder: string): Promise<number> {
  const generation = leaseIn(folder).generation + 1;
  const lease = { id: 'station-2', name: 'STATION-2', beat: 1, released: true, word: 'w' };
  await writeFile(
    `${folder}/.clearfolder/half`,
    leaseText({ ...lease, environment: 'production', organisation: null }),
  );
  await rename(`${folder}/.clearfolder/half`, `${folder}/.clearfolder/lease-${generation}`);
  return generation;
}

/** And this one has it again. */
async function handedOver(bench: IntakeBench): Promise<void> {
  const generation = await passOn(bench.folder);
  await until(() => bench.intake.guard.mayCreate({ folder_id: 'scans', seq: 1 }));
  expect(leaseIn(bench.folder).generation).toBe(generation + 1);
}

/** A document of which the claim is up, and which is not queued before `goOn`. */
async function claimed(backlog: 'send' | 'ask') {
  const goes = Promise.withResolvers<void>();
  const before = (folder: string) => writeFile(`${folder}/a.pdf`, pdf('a'));
  const bench = await intakeBench({ rule: { backlog }, spool: { syncDir: () => goes.promise }, before });
  const decided =
    backlog === 'send' ? null : bench.intake.decideFile(bench.rows()[0]?.id ?? 0, 'send').catch((e) => e);
  const claims = bench.at('.clearfolder', 'claims');
  const [name] = await until(async () => {
    // One that is being written is not up: nobody can have read it.
    const names = (await readdir(claims).catch(() => [])).filter((one) => !one.endsWith('.part'));
    return names.length === 0 ? null : names;
  });
  return { bench, decided, goOn: goes.resolve, claim: () => readFile(`${claims}/${name}`, 'utf8') };
}

test('I2: what was claimed before the folder was another station’s for a while is looked up before it is sent', async () => {
  const { bench, goOn, claim } = await claimed('send');
  await using _ = bench;
  await handedOver(bench);
  goOn();
  await bench.submitted(1);
  const [queued] = bench.submissions();
  expect(queued?.state).toBe('unconfirmed');
  expect(JSON.parse(await claim())).toMatchObject({ externalId: queued?.external_id });
});

test('I2: nor is it sent because a person decided so', async () => {
  const { bench, decided, goOn } = await claimed('ask');
  await using _ = bench;
  await handedOver(bench);
  goOn();
  expect(await decided).toMatchObject({ code: 'folder.left' });
  expect(bench.submissions()).toEqual([]);
});

test('I2: while the folder is taken over again it is ours by no lease, so nothing is queued by the one that was lost', async () => {
  const dir = testDir();
  const generations: (number | null)[] = [];
  const lease = leaseOf({
    root: dir.path,
    record: { markUnconfirmed: () => void generations.push(lease.generation) },
    onChange: () => generations.push(lease.generation),
  });
  await lease.check();
  await passOn(dir.path);
  await lease.check();
  expect(generations).toEqual([1, null, 3]);
});

test('another station is known where it was seen, by any rule, and not where a rule went from there', () => {
  const ledger = testLedger();
  const known = (path: string, id?: string) => createLeaseRecord(ledger, systemClock, path, id).othersKnown;
  openFolder(ledger, 'scans', '/share', 1);
  expect(known('/share', 'scans')).toBe(false);
  createLeaseRecord(ledger, systemClock, '/share', 'scans').sawOther();
  openFolder(ledger, 'scans', '/here', 1);
  expect([known('/share'), known('/share/', 'new'), known('/here', 'scans')]).toEqual([true, true, false]);
  createLeaseRecord(ledger, systemClock, '/here', 'scans').sawOther();
  expect([known('/share'), known('/here')]).toEqual([true, true]);
});

/** A station that was there before its share was mounted, and what the share's mark says. */
async function mountedLate(dir: TestDir) {
  const [root, share, mountPoint] = [dir.at('root'), dir.at('share'), dir.at('mount-point')];
  await mkdir(root);
  await mkdir(share);
  let verdict: FolderVerdict = 'known';
  let word: string | null = null;
  const station = () =>
    leaseOf({
      root,
      heartbeatMs: 1_000_000,
      record: { othersKnown: true },
      identity: {
        now: async () => verdict,
        get knownWord() {
          return word;
        },
      },
    });
  const lease = station();
  await lease.check();
  await rename(root, mountPoint);
  await rename(share, root);
  await lease.check();
  word = await lease.word();
  return {
    station,
    lease,
    leases: async () => (await readdir(`${root}/.clearfolder`)).filter((name) => name.startsWith('lease-')),
    unmount: async () => {
      await rename(root, share);
      await rename(mountPoint, root);
      verdict = 'unsure';
    },
    mount: async () => {
      await rename(root, mountPoint);
      await rename(share, root);
    },
  };
}

test('I2: its own lease on the empty mount point is not the one that it has in the share', async () => {
  await using dir = await tempDir('mount-point');
  const { lease, leases, unmount, mount } = await mountedLate(dir);
  expect([lease.generation, await lease.holds()]).toEqual([1, true]);
  await unmount();
  expect(await leases()).toEqual(['lease-1']);
  expect(await lease.holds()).toBe(false);
  expect(lease.state).toEqual({ kind: 'unknown' });
  expect(await lease.mayCreate()).toBe(false);
  expect(await leases()).toEqual(['lease-1']);
  await mount();
  await lease.check();
  expect(await lease.holds()).toBe(true);
});

test('I2: nor does a station that starts before the share is mounted take it, and it knows the share by its mark', async () => {
  await using dir = await tempDir('mount-point');
  const { station, leases, unmount, mount } = await mountedLate(dir);
  await unmount();
  const later = station();
  await later.check();
  expect(later.state).toEqual({ kind: 'unknown' });
  expect(await leases()).toEqual(['lease-1']);
  await mount();
  await later.check();
  expect(later.state).toEqual({ kind: 'mine', generation: 2 });
});

test('I2: a computer whose disk was copied is another station to its copy, though both have one station id', async () => {
  await using one = await intakeBench({ rule: SENDS_ALL });
  await one.send('a.pdf');
  await using copy = await intakeBench({ rule: SENDS_ALL, folder: one.folder });
  const folderOf = ({ ledger }: typeof one) => readFolder(ledger, 'scans');
  await until(() => folderOf(one)?.problem_detail?.includes('folders.sameStationId'));
  expect([folderOf(one)?.handled_by, folderOf(copy)?.handled_by]).toEqual(['STATION-1', null]);
  const from = { folder_id: 'scans', seq: 1 };
  expect([await one.intake.guard.mayCreate(from), await copy.intake.guard.mayCreate(from)]).toEqual([
    false,
    true,
  ]);
  await copy.submitted(1);
  expect(copy.submissions()).toMatchObject([
    { state: 'unconfirmed', external_id: one.submissions()[0]?.external_id },
  ]);

  // The first one takes over like any other station: what it has in its queue may have been sent.
  await copy.intake.stop();
  await until(() => one.submissions()[0]?.state === 'unconfirmed');
  await until(() => folderOf(one)?.problem_detail === null);
  expectAccountAddsUp(one, 1);
  await one.restart();
  expect(await one.intake.guard.mayCreate(from)).toBe(true);
});

test('a lease of this station that its record does not know is waited for, and taken over', async () => {
  await using bench = await intakeBench({ rule: SENDS_ALL });
  await bench.send('a.pdf');
  await bench.intake.stop();
  bench.ledger.db
    .prepare("UPDATE station_state SET value = '[\"older\"]' WHERE key LIKE 'lease.words.%'")
    .run();
  await bench.restart();
  await until(() => bench.submissions()[0]?.state === 'unconfirmed');
});
