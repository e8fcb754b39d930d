import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../../src-main/core/clock.ts';
import { createFileClaims } from '../../../src-main/core/intake/claims.ts';
import { directCalls } from '../../../src-main/core/intake/file-calls.ts';
import { claimKey } from '../../../src-main/core/ledger/claim-key.ts';
import { readFolder } from '../../../src-main/core/ledger/folders.ts';
import { openLedger } from '../../../src-main/core/ledger/open-ledger.ts';
import { leaseOf } from '../../support/lease-of.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { expectAccountAddsUp, intakeBench, pdf } from './intake-bench.ts';

function lease(root: string, id: string, pace: { heartbeatMs?: number; clock?: Clock } = {}) {
  // The engine hands over the station's own object: what else it holds must not get into the folder.
  const station = { id, name: id.toUpperCase(), dataFolder: '/private'.repeat(100) };
  return leaseOf({ root, station, ...pace });
}

/** How often the first lease was renewed. */
async function beatOf(root: string): Promise<number> {
  const text = await readFile(`${root}/.clearfolder/lease-1`, 'utf8');
  return Number(/"beat":(\d+)/.exec(text)?.[1] ?? 0);
}

describe('the lease', () => {
  it('is held by one; the other takes over at once when it is given back', async () => {
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

  it('passes on when its holder stands still, and the holder knows before it creates anything', async () => {
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

  it('I2: is not the lease of the same generation that another station has where the share is mounted late', async () => {
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

  it('is renewed before it is relied on, when its counter has stood still', async () => {
    await using dir = await tempDir('lease');
    let late = 0;
    const one = lease(dir.path, 'a', {
      heartbeatMs: 1_000_000,
      clock: { ...systemClock, monotonic: () => performance.now() + late },
    });
    await one.start();
    const [file = ''] = (await readdir(dir.at('.clearfolder'))).filter((name) => name.startsWith('lease-'));
    const counter = async () => JSON.parse(await readFile(dir.at('.clearfolder', file), 'utf8')).beat;
    const before = await counter();
    expect(await one.holds()).toBe(true);
    expect(await counter()).toBe(before);
    late = 3_000_000;
    expect(await one.holds()).toBe(true);
    expect(await counter()).toBe(before + 1);
    await one.stop(() => false);
  });

  it('is taken for still standing heartbeats alone, each of which counts once, and not for questions or a sleep', async () => {
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

  it('is won by exactly one of many that try', async () => {
    await using dir = await tempDir('lease');
    const all = Array.from({ length: 8 }, (_, n) => lease(dir.path, `s${n}`));
    await Promise.all(all.map((one) => one.start()));
    expect(all.filter((one) => one.maySubmit)).toHaveLength(1);
    await Promise.all(all.map((one) => one.stop(() => false)));
  });
});

describe('a folder that cannot be reached', () => {
  it('holds up no submission of the only station that ever watched it', async () => {
    await using dir = await tempDir('lease');
    await mkdir(dir.at('shared'));
    const alone = lease(dir.at('shared'), 'a');
    await alone.start();
    await rename(dir.at('shared'), dir.at('away'));
    await until(() => alone.state.kind === 'unknown');
    expect([await alone.holds(), await alone.mayCreate()]).toEqual([false, true]);
    await alone.stop(() => false);
  });

  it('holds them up where another station may have taken over', async () => {
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
});

describe('claims', () => {
  it('are made once, and a claim that was cut off counts for nothing', async () => {
    await using dir = await tempDir('claims');
    const claims = createFileClaims(dir.path, systemClock, () => directCalls);
    const key = claimKey('t', null, ['b', 'a'], 0);
    expect(key).toBe(claimKey('t', null, ['a', 'b'], 0));
    expect(await claims.claim(key, { externalId: 'X', station: 'a' })).toBeNull();
    expect(await claims.claim(key, { externalId: 'Y', station: 'b' })).toEqual({
      externalId: 'X',
      station: 'a',
    });
    const cut = claimKey('t', null, ['c'], 0);
    await writeFile(dir.at('.clearfolder/claims', cut), '{"exter');
    expect(await claims.claim(cut, { externalId: 'Y', station: 'b' })).toBe('unreadable');
  });
});

describe('two stations on one folder', () => {
  it.each(['withdrawn', 'rejected'])(
    'ask for the submission by which a document went, not for one before it that is %s',
    async (state) => {
      await using one = await intakeBench({ station: 'station-1', rule: { backlog: 'send' } });
      await using two = await intakeBench({
        station: 'station-2',
        folder: one.folder,
        rule: { backlog: 'send' },
      });
      await writeFile(one.at('a.pdf'), pdf('same'));
      await until(() => one.submissions().length === 1);
      one.ledger.db.prepare('UPDATE submission SET state = ?, ended_at = 1').run(state);
      await writeFile(one.at('b.pdf'), pdf('same'));
      await until(() => one.submissions().length === 2);
      await one.intake.stop();
      await until(() => two.submissions().length === 1 && !two.intake.busy());
      const idsOf = ({ ledger }: typeof one) =>
        ledger.db.prepare<[], string>('SELECT external_id FROM submission ORDER BY seq').pluck().all();
      expect(idsOf(two)).toEqual(idsOf(one).slice(1));
      expect(two.submissions()).toMatchObject([{ state: 'unconfirmed' }]);
      expectAccountAddsUp(two, 2);
    },
  );

  it('submit nothing twice: what one queued, the other that takes over looks up first', async () => {
    await using one = await intakeBench({ station: 'station-1', rule: { backlog: 'send' } });
    await using two = await intakeBench({
      station: 'station-2',
      folder: one.folder,
      rule: { backlog: 'send' },
    });
    expect(readFolder(two.ledger, 'scans')?.handled_by).toBe('STATION-1');
    expect(readFolder(one.ledger, 'scans')?.handled_by).toBeNull();
    for (let n = 0; n < 20; n++) await writeFile(one.at(`${n}.pdf`), pdf(`${n}`));
    await until(() => one.submissions().length === 20);
    await until(() => two.account().settling === 20 && !two.intake.busy());
    expect(two.submissions()).toHaveLength(0);
    expect(await two.intake.guard.mayCreate({ folder_id: 'scans', seq: 1 })).toBe(false);
    expect(await two.intake.guard.mayCreate({ folder_id: null, seq: 1 })).toBe(true);
    expect(await one.intake.guard.mayCreate({ folder_id: 'scans', seq: 1 })).toBe(true);
    await one.intake.stop();
    await until(() => two.submissions().length === 20);
    expect(two.submissions().every((submission) => submission.state === 'unconfirmed')).toBe(true);
    const ids = (bench: typeof one) =>
      bench
        .submissions()
        .map((submission) => submission.external_id)
        .sort();
    expect(ids(two)).toEqual(ids(one));
    await writeFile(two.at('new.pdf'), pdf('new'));
    await until(() => two.submissions().length === 21);
    expect(two.submissions().at(-1)?.state).toBe('queued');
    expectAccountAddsUp(one, 20);
    expectAccountAddsUp(two, 21);
    // The first one takes the folder again: what it still has in its queue may have been sent by the other.
    expect(one.submissions().every(({ state }) => state === 'queued')).toBe(true);
    await two.intake.stop();
    await one.restart();
    await until(() => one.submissions().filter(({ state }) => state === 'unconfirmed').length === 21);
    expectAccountAddsUp(one, 21);
  });

  it('doubt nothing of their own after a restart in between', async () => {
    await using one = await intakeBench({ station: 'station-1', rule: { backlog: 'send' } });
    await writeFile(one.at('a.pdf'), pdf('a'));
    await until(() => one.submissions().length === 1);
    await one.restart();
    await until(() => one.intake.guard.mayCreate({ folder_id: 'scans', seq: 1 }));
    expect(one.submissions()[0]?.state).toBe('queued');
  });

  it('also as two processes, one of them killed', async () => {
    await using dir = await tempDir('stations');
    const folder = dir.at('watched');
    await mkdir(folder);
    const children: ChildProcess[] = [];
    const start = async (station: string) => {
      await mkdir(dir.at(station));
      const script = new URL('./station-process.ts', import.meta.url).pathname;
      const child = spawn(process.execPath, [script, folder, dir.at(station), station], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.push(child);
      if (child.stdout) await once(child.stdout, 'data');
      return child;
    };
    const externalIds = (station: string, state: string) => {
      const ledger = openLedger({
        path: dir.at(station, 'ledger.db'),
        key: 'ab'.repeat(32),
        now: systemClock.now,
        mode: 'reader',
      });
      try {
        return ledger.db.prepare('SELECT external_id FROM submission WHERE state = ?').pluck().all(state);
      } finally {
        ledger.close();
      }
    };
    try {
      const first = await start('a');
      await start('b');
      for (let n = 0; n < 10; n++) await writeFile(`${folder}/${n}.pdf`, pdf(`${n}`));
      await until(() => externalIds('a', 'queued').length === 10);
      expect(externalIds('b', 'queued')).toEqual([]);
      first.kill('SIGKILL');
      for (let n = 10; n < 15; n++) await writeFile(`${folder}/${n}.pdf`, pdf(`${n}`));
      await until(
        () => externalIds('b', 'queued').length === 5 && externalIds('b', 'unconfirmed').length === 10,
      );
      expect(externalIds('b', 'unconfirmed').sort()).toEqual(externalIds('a', 'queued').sort());
      expect((await readdir(`${folder}/.clearfolder/claims`)).length).toBe(15);
    } finally {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
    }
  });
});
