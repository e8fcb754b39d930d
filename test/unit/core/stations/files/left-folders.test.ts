import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type FolderRule, folderRuleSchema } from '../../../../../src-main/contract/settings.ts';
import { systemClock } from '../../../../../src-main/core/clock.ts';
import { submissionTable } from '../../../../../src-main/core/ledger/tables/submissions.ts';
import { clockWithWaits } from '../../../../support/clock.ts';
import { hungFile } from '../../../../support/hung-file.ts';
import { needing, needs } from '../../../../support/machine.ts';
import { testDir } from '../../../../support/test-dir.ts';
import { until } from '../../../../support/until.ts';
import { FAST, type IntakeBench, intakeBench, pdf } from '../../folders/intake-bench.ts';

const QUEUED = 5;
const leaseSchema = z.object({ id: z.string(), beat: z.int() });

const ruleOf = (path: string, id = 'scans') =>
  folderRuleSchema.parse({ id, path, taskType: 't', quietSeconds: 0.15, backlog: 'send' });

const mayCreate = ({ intake }: IntakeBench, seq = 1) => intake.guard.mayCreate({ folder_id: 'scans', seq });
const statesOf = (bench: IntakeBench) => new Set(bench.submissions().map(({ state }) => state));

/** The lease as it stands; one that is being passed on is looked for again. */
const leaseOf = (folder: string): Promise<{ generation: number; id: string; beat: number }> =>
  until(async () => {
    const names = (await readdir(`${folder}/.clearfolder`)).filter((name) => name.startsWith('lease-'));
    const generation = Math.max(...names.map((name) => Number(name.slice('lease-'.length))));
    const text = await readFile(`${folder}/.clearfolder/lease-${generation}`, 'utf8');
    return { generation, ...leaseSchema.parse(JSON.parse(text)) };
  });

/** Twice as long as a station may stand still before another takes over, in the beats of whoever holds the lease. */
async function beats(folder: string): Promise<void> {
  const before = await leaseOf(folder);
  await until(async () => {
    const now = await leaseOf(folder);
    const since = now.generation === before.generation ? before.beat : 0;
    return now.beat > since + 2 * FAST.missedBeats;
  });
}

/** Two stations on one folder; the first has queued what lies in it, and goes by the rules that it is given. */
async function twoStations() {
  const dir = testDir();
  const [folder, elsewhere] = [dir.at('scans'), dir.at('elsewhere')];
  await mkdir(elsewhere);
  let rules: readonly FolderRule[] = [ruleOf(folder)];
  const parts = {
    get rules() {
      return rules;
    },
  };
  const one = await intakeBench({ station: 'station-1', folder, parts });
  const two = await intakeBench({ station: 'station-2', folder, parts: { rules: [ruleOf(folder)] } });
  for (let n = 0; n < QUEUED; n++) await one.put(`${n}.pdf`);
  await one.submitted(QUEUED);
  await until(() => two.account().settling === QUEUED && !two.intake.busy());
  return {
    one,
    two,
    folder,
    elsewhere,
    /** The rules of the first change while it does not run, and the other has the folder meanwhile. */
    changeWhileStopped: async (next: readonly FolderRule[]) => {
      await one.intake.stop();
      await two.submitted(QUEUED);
      rules = next;
      await one.restart();
    },
  };
}

describe('I2: a shared folder that is left with documents of it in the queue', () => {
  test('stays with this station until none is left, and is the other’s then', async () => {
    const { one, two, folder } = await twoStations();
    const { generation } = await leaseOf(folder);
    await one.intake.setRules([]);
    await one.put('new.pdf');
    await beats(folder);
    expect(two.submissions()).toEqual([]);
    expect([await mayCreate(one), await mayCreate(two)]).toEqual([true, false]);
    expect(await leaseOf(folder)).toMatchObject({ id: 'station-1', generation: generation + 1 });
    expect(one.submissions()).toHaveLength(QUEUED);
    const table = submissionTable(one.ledger);
    for (const { id } of one.submissions().slice(1)) table.withdraw(id, systemClock.now());
    await beats(folder);
    expect(two.submissions()).toEqual([]);
    for (const { id } of one.submissions()) table.withdraw(id, systemClock.now());
    // It is told that these were taken back.
    await until(() => two.submissions().length === 1 && two.account().held === QUEUED);
    expect(two.submissions()).toMatchObject([{ paths: ['new.pdf'] }]);
    // One of them that a person tries again later: the other may have sent it meanwhile.
    expect(await mayCreate(one)).toBe(false);
  });

  test('is the other’s when that took it over meanwhile: what waits is looked up, and not sent before it is regained', async () => {
    const { one, two, changeWhileStopped } = await twoStations();
    await changeWhileStopped([]);
    expect(await mayCreate(one)).toBe(false);
    await until(() => statesOf(one).has('unconfirmed') && statesOf(one).size === 1);
    expect(await mayCreate(one)).toBe(false);
    await two.intake.stop();
    await until(() => mayCreate(one));
    expect(statesOf(one)).toEqual(new Set(['unconfirmed']));
  });

  test('is still asked about when its rule names another folder, which is asked about by itself', async () => {
    const { one, two, folder, elsewhere, changeWhileStopped } = await twoStations();
    await one.intake.setRules([ruleOf(elsewhere)]);
    await beats(folder);
    expect([await mayCreate(one), await mayCreate(two)]).toEqual([true, false]);
    await changeWhileStopped([ruleOf(elsewhere)]);
    await writeFile(`${elsewhere}/z.pdf`, pdf('z'));
    await one.submitted(QUEUED + 1);
    expect([await mayCreate(one, QUEUED), await mayCreate(one, QUEUED + 1)]).toEqual([false, true]);
    await until(() => one.submissions().filter(({ state }) => state === 'unconfirmed').length === QUEUED);
    expect(one.submissions().at(-1)?.state).toBe('queued');
  });

  test('has one lease when another rule watches it, and when its own comes back', async () => {
    const { one, two, folder, changeWhileStopped } = await twoStations();
    for (const rules of [[], ['renamed'], ['scans'], ['renamed'], []]) {
      await one.intake.setRules(rules.map((id) => ruleOf(folder, id)));
      await beats(folder);
      const { generation } = await leaseOf(folder);
      await beats(folder);
      expect(await leaseOf(folder)).toMatchObject({ id: 'station-1', generation });
      expect([await mayCreate(one), await mayCreate(two)]).toEqual([true, false]);
    }
    expect(statesOf(one)).toEqual(new Set(['queued']));
    // Whichever rule it is that loses and regains the folder, all that came from there is doubted.
    await changeWhileStopped([ruleOf(folder, 'renamed')]);
    await two.intake.stop();
    await until(() => mayCreate(one));
    expect(statesOf(one)).toEqual(new Set(['unconfirmed']));
  });

  test('that cannot be reached is gone, until it is back or another station has it', async () => {
    const { one, two, folder, changeWhileStopped } = await twoStations();
    const isGone = () => one.intake.guard.whyNot({ folder_id: 'scans', seq: 1 }) === 'station.gone';
    await two.intake.stop();
    await rename(folder, `${folder}-away`);
    await until(async () => !(await mayCreate(one)));
    expect(isGone()).toBe(false);
    await one.intake.setRules([]);
    expect([await mayCreate(one), isGone()]).toEqual([false, true]);
    await rename(`${folder}-away`, folder);
    await until(() => mayCreate(one));
    expect(isGone()).toBe(false);
    await two.intake.start();
    await changeWhileStopped([]);
    expect([await mayCreate(one), isGone()]).toEqual([false, false]);
  });

  describe('that hangs', needing(needs.posix), () => {
    /** A station that left a folder with a document of it in the queue, and waits for nothing as long as in use. */
    async function leftFolder() {
      const dir = testDir();
      let rules: readonly FolderRule[] = [ruleOf(dir.path)];
      const parts = {
        clock: clockWithWaits((ms) => Math.min(ms, 200)),
        get rules() {
          return rules;
        },
      };
      const bench = await intakeBench({ folder: dir.path, parts });
      await bench.send('a.pdf');
      rules = [];
      await bench.intake.setRules(rules);
      await until(() => mayCreate(bench));
      return {
        bench,
        isGone: () => bench.intake.guard.whyNot({ folder_id: 'scans', seq: 1 }) === 'station.gone',
      };
    }

    test('holds up no other create, and no end', async () => {
      const { bench, isGone } = await leftFolder();
      await bench.put('.clearfolder/station-2', '');
      expect(await mayCreate(bench)).toBe(true);
      using _hung = hungFile(bench.at('.clearfolder', 'lease-99'));
      expect(await mayCreate(bench)).toBe(false);
      const asked = await Promise.all([1, 2, 3, 4].map(() => mayCreate(bench)));
      expect(asked).toEqual([false, false, false, false]);
      expect(isGone()).toBe(true);
      await bench.restart();
      expect(await mayCreate(bench)).toBe(false);
      await bench.intake.stop();
    });

    test('holds up nothing at all where no other station was ever seen', async () => {
      const { bench, isGone } = await leftFolder();
      using _hung = hungFile(bench.at('.clearfolder', 'lease-99'));
      expect([await mayCreate(bench), await mayCreate(bench)]).toEqual([true, true]);
      expect([isGone(), bench.intake.guard.refused()]).toEqual([false, []]);
      await bench.restart();
      expect([await mayCreate(bench), await mayCreate(bench), isGone()]).toEqual([true, true, false]);
    });
  });
});
