import { mkdir, symlink } from 'node:fs/promises';
import { expect, it, test } from 'vitest';
import { type FolderRule, folderRuleSchema } from '../../../../src-main/contract/settings.ts';
import { foldersView } from '../../../../src-main/core/folders/folders-view.ts';
import { readFolder } from '../../../../src-main/core/ledger/tables/folders.ts';
import { until } from '../../../support/until.ts';
import { type IntakeBench, intakeBench } from './intake-bench.ts';

const quick = { quietSeconds: 0.1, groupQuietSeconds: 0.1, backlog: 'send' } as const;
const ruleOf = ({ rule }: IntakeBench, more: Partial<FolderRule>) =>
  folderRuleSchema.parse({ ...rule, ...quick, ...more });
const offerOf = ({ ledger }: IntakeBench, rule: FolderRule) =>
  foldersView(ledger, { folders: [rule], environment: 'production' })[0]?.offer;
const sentAs = ({ ledger, sent }: IntakeBench) => {
  const types = ledger.db.prepare('SELECT task_type FROM submission ORDER BY seq').pluck().all();
  return sent().map((paths, index) => [...paths, types[index]].join(' '));
};

/** Waits until each file has its fate, however many submissions this makes. */
const settled = (bench: IntakeBench, path: string) =>
  until(
    () =>
      bench.rows().some((row) => row.path === path) &&
      bench.rows().every(({ state }) => state !== 'settling') &&
      !bench.intake.busy(),
  );
// A station that takes the lease of its own folder under another path looks its submissions up first, so they may be unconfirmed.
const accept = ({ ledger }: IntakeBench) =>
  ledger.db.exec(
    `UPDATE submission SET state = 'accepted', task_uuid = 'task-' || seq, ended_at = 1, unconfirmed_since = NULL
     WHERE state IN ('queued', 'unconfirmed')`,
  );

/** What happens to the rule of a folder whose documents were sent for another purpose. */
const CHANGES: readonly [string, (bench: IntakeBench) => Promise<FolderRule>][] = [
  ['its name and its task type change', async (bench) => ruleOf(bench, { id: 'intake', taskType: 'intake' })],
  [
    'its name and its request_spec change',
    async (bench) => ruleOf(bench, { id: 'intake', requestSpec: { codes: ['1'] } }),
  ],
  ['only its task type changes', async (bench) => ruleOf(bench, { taskType: 'intake' })],
  [
    'its path is spelled in another way',
    async (bench) => ruleOf(bench, { id: 'intake', taskType: 'intake', path: `${bench.folder}/../watched/` }),
  ],
  [
    'its path leads to the folder by a link',
    async (bench) => {
      await symlink(bench.folder, `${bench.folder}-link`);
      return ruleOf(bench, { id: 'intake', taskType: 'intake', path: `${bench.folder}-link` });
    },
  ],
  [
    'it is removed, and a rule of another name comes later',
    async (bench) => {
      await bench.intake.setRules([]);
      return ruleOf(bench, { id: 'intake', taskType: 'intake' });
    },
  ],
];

// Wine makes no links to folders.
for (const how of ['while the engine runs', 'between two runs'] as const)
  it.each(CHANGES.filter(([what]) => process.platform !== 'win32' || !what.endsWith('by a link')))(
    `I2: what a folder has sent is not sent again ${how} when %s`,
    async (_what, change) => {
      await using bench = await intakeBench({ rule: quick });
      await bench.send('a.pdf');
      await bench.send('b.pdf');
      await bench.put('left-out.exe');
      await until(() => bench.held().length === 1);
      const rule = await change(bench);
      if (how === 'while the engine runs') await bench.intake.setRules([rule]);
      else await bench.restart({ rules: [rule] });
      await bench.put('new.pdf');
      await settled(bench, 'new.pdf');
      await bench.intake.rescan();
      await settled(bench, 'new.pdf');
      expect(sentAs(bench)).toEqual(['a.pdf prior-auth', 'b.pdf prior-auth', `new.pdf ${rule.taskType}`]);
      expect(offerOf(bench, rule)).toBeNull();
      accept(bench);
      expect(offerOf(bench, rule)).toEqual({ documents: 2, tasks: 2, left_out: 0 });
      expect(bench.held().map(([path]) => path)).toEqual(['left-out.exe']);
    },
  );

test('I2: two rules that exchange their names send nothing again, and the decisions of people stay with their folder', async () => {
  await using bench = await intakeBench({ rule: quick });
  const other = `${bench.folder}-other`;
  await mkdir(other);
  const coverage = ruleOf(bench, { id: 'coverage', taskType: 'coverage', path: other });
  await bench.intake.setRules([bench.rule, coverage]);
  await bench.send('a.pdf');
  await bench.put('../watched-other/b.pdf');
  await bench.submitted(2);
  bench.intake.pause('scans');
  await bench.intake.setRules([
    { ...bench.rule, id: 'coverage' },
    { ...coverage, id: 'scans' },
  ]);
  await bench.intake.rescan();
  await bench.idle();
  expect(bench.submissions()).toHaveLength(2);
  expect(['coverage', 'scans'].map((id) => readFolder(bench.ledger, id)?.paused)).toEqual([1, 0]);
});

test('files that came while no rule watched the folder wait for the decision that the new rule asks for', async () => {
  await using bench = await intakeBench({ rule: quick });
  await bench.send('a.pdf');
  await bench.intake.setRules([]);
  await bench.put('meanwhile.pdf');
  await bench.intake.setRules([ruleOf(bench, { id: 'intake', taskType: 'intake', backlog: 'ask' })]);
  await until(() => bench.held().length === 1);
  expect(bench.held()).toEqual([['meanwhile.pdf', 'file.backlog']]);
  expect(bench.submissions()).toHaveLength(1);
});

test.each<[string, (bench: IntakeBench) => Promise<void>]>([
  ['new rules cannot be recorded', (bench) => bench.intake.setRules([ruleOf(bench, { id: 'intake' })])],
  [
    'rows cannot be changed',
    (bench) => bench.intake.restartAfter(() => bench.ledger.db.exec('UPDATE folder SET id = id')),
  ],
])('I1: the folders are watched further if %s, as on a full disk', async (_, change) => {
  await using bench = await intakeBench({ rule: quick });
  await bench.put('first.pdf');
  await bench.submitted(1);
  bench.ledger.db.exec(`CREATE TEMP TRIGGER full BEFORE UPDATE OF id ON folder
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
  await expect(change(bench)).rejects.toThrow('disk is full');
  await bench.put('second.pdf');
  await bench.submitted(2);
  bench.ledger.db.exec('DROP TRIGGER full');
  await bench.intake.setRules([ruleOf(bench, { id: 'intake' })]);
  await bench.put('third.pdf');
  await bench.submitted(3);
});
