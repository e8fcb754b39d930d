import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { expect, it, test } from 'vitest';
import { type Clock, systemClock } from '../../../../../src-main/core/clock.ts';
import { leaseText } from '../../../../../src-main/core/stations/files/lease-files.ts';
import { shiftedClock } from '../../../../support/clock.ts';
import { leaseIn } from '../../../../support/lease-in.ts';
import { leaseOf } from '../../../../support/lease-of.ts';
import { tempDir } from '../../../../support/temp-dir.ts';
import { until } from '../../../../support/until.ts';
import { type IntakeBench, intakeBench, pdf } from '../../folders/intake-bench.ts';

function lease(root: string, id: string, pace: { heartbeatMs?: number; clock?: Clock } = {}) {
  // The engine hands over the station's own object: what else it holds must not get into the folder.
  const station = { id, name: id.toUpperCase(), dataFolder: '/private'.repeat(100) };
  return leaseOf({ root, station, ...pace });
}

async function beatOf(root: string): Promise<number> {
  return Number(/"beat":(\d+)/.exec(await readFile(`${root}/.clearfolder/lease-1`, 'utf8'))?.[1] ?? 0);
}

it('the lease is held by one; the other takes over at once when it is given back', async () => {
  await using dir = await tempDir('lease');
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
  await two.stop(() => false);
});

it('the lease passes on when its holder stands still, and the holder knows before it creates anything', async () => {
  await using dir = await tempDir('lease');
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
  await frozen.stop(() => false);
  await two.stop(() => false);
});

it('I2: the lease is not the lease of the same generation that another station has where the share is mounted late', async () => {
  await using dir = await tempDir('lease');
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
  await there.stop(() => false);
  await late.stop(() => false);
});

it('the lease is renewed before it is relied on, when its counter has stood still', async () => {
  await using dir = await tempDir('lease');
  const { clock, forward } = shiftedClock();
  const one = lease(dir.path, 'a', {
    heartbeatMs: 1_000_000,
    clock,
  });
  await one.start();
  const [file = ''] = (await readdir(dir.at('.clearfolder'))).filter((name) => name.startsWith('lease-'));
  const counter = async () => JSON.parse(await readFile(dir.at('.clearfolder', file), 'utf8')).beat;
  const before = await counter();
  expect(await one.holds()).toBe(true);
  expect(await counter()).toBe(before);
  forward(3_000_000);
  expect(await one.holds()).toBe(true);
  expect(await counter()).toBe(before + 1);
  await one.stop(() => false);
});

it('the lease is taken for still standing heartbeats alone, each of which counts once, and not for questions or a sleep', async () => {
  await using dir = await tempDir('lease');
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
  await one.stop(() => false);
  await two.stop(() => false);
});

it('the lease is won by exactly one of many that try', async () => {
  await using dir = await tempDir('lease');
  const all = Array.from({ length: 8 }, (_, n) => lease(dir.path, `s${n}`));
  await Promise.all(all.map((one) => one.start()));
  expect(all.filter((one) => one.maySubmit)).toHaveLength(1);
  await Promise.all(all.map((one) => one.stop(() => false)));
});

it('a folder that cannot be reached holds up no submission of the only station that ever watched it', async () => {
  await using dir = await tempDir('lease');
  await mkdir(dir.at('shared'));
  const alone = lease(dir.at('shared'), 'a');
  await alone.start();
  await rename(dir.at('shared'), dir.at('away'));
  await until(() => alone.state.kind === 'unknown');
  expect([await alone.holds(), await alone.mayCreate()]).toEqual([false, true]);
  await alone.stop(() => false);
});

it('a folder that cannot be reached holds them up where another station may have taken over', async () => {
  await using dir = await tempDir('lease');
  await mkdir(dir.at('shared'));
  const [one, two] = [lease(dir.at('shared'), 'a'), lease(dir.at('shared'), 'b')];
  await one.start();
  await two.start();
  expect(await one.holds()).toBe(true);
  await rename(dir.at('shared'), dir.at('away'));
  await until(() => one.state.kind === 'unknown');
  expect(await one.mayCreate()).toBe(false);
  await one.stop(() => false);
  await two.stop(() => false);
});

/** Another station takes the folder over, does what it finds there and gives it back. */
async function passOn(folder: string): Promise<number> {
  const generation = leaseIn(folder).generation + 1;
  const lease = leaseText({
    id: 'station-2',
    name: 'STATION-2',
    beat: 1,
    released: true,
    word: null,
    environment: null,
    organisation: null,
  });
  await writeFile(`${folder}/.clearfolder/half`, lease);
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
  await using dir = await tempDir('taken-over');
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
