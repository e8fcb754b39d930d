import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../../../../support/until.ts';
import { expectAccountAddsUp, intakeBench, pdf } from '../intake-bench.ts';

const GROUPINGS = [
  { group: { key: '^(?<key>[^_]+)_' }, code: 'file.no-group-key', stray: 'nokey.txt', grouped: '4711_a.txt' },
  { group: 'folder', code: 'file.outside-groups', stray: 'top.txt', grouped: 'p1/a.txt' },
  { group: { folderDepth: 2 }, code: 'file.outside-groups', stray: 'p1/deep.txt', grouped: 'p1/x/a.txt' },
];
const SENT = ['send', { newerThan: '2020-01-01' }] as const;

const before =
  ({ stray, grouped }: (typeof GROUPINGS)[number]) =>
  async (folder: string) => {
    await mkdir(`${folder}/p1/x`, { recursive: true });
    for (const name of [stray, grouped]) await writeFile(`${folder}/${name}`, pdf(name));
  };

for (const grouping of GROUPINGS) {
  const { group, code, stray, grouped } = grouping;
  const held = { state: 'held', problem_code: code };

  test.each(SENT)(
    `I1: a backlog that the rule sends (%j) goes by the grouping ${JSON.stringify(group)}`,
    async (backlog) => {
      await using bench = await intakeBench({ rule: { group, backlog }, before: before(grouping) });
      await until(() => bench.submissions().length > 0);
      await bench.rested();
      expect(bench.sent()).toEqual([[grouped]]);
      expect(bench.row(stray)).toMatchObject(held);
    },
  );

  test.each(SENT)(
    `I1: a backlog that a person sends (%j) goes by the grouping ${JSON.stringify(group)}`,
    async (decision) => {
      await using bench = await intakeBench({ rule: { group }, before: before(grouping) });
      expect(bench.row(stray)).toMatchObject({ state: 'held', problem_code: 'file.backlog' });
      // A start looks at every file that waits, and must not take one out of the decision.
      await bench.restart();
      expect(bench.row(stray)).toMatchObject({ state: 'held', problem_code: 'file.backlog' });
      await bench.intake.decideBacklog('scans', decision);
      await until(() => bench.submissions().length > 0);
      await bench.rested();
      expect(bench.sent()).toEqual([[grouped]]);
      expect(bench.row(stray)).toMatchObject(held);
    },
  );

  test(`I1: a backlog that is left out stays so by the grouping ${JSON.stringify(group)}`, async () => {
    await using bench = await intakeBench({ rule: { group }, before: before(grouping) });
    await bench.restart();
    await bench.intake.decideBacklog('scans', 'skip');
    await bench.rested();
    expect(expectAccountAddsUp(bench, 2).withdrawn).toBe(2);
  });
}

const PAGES = [
  { path: 'old/1.pdf', year: 2019 },
  { path: 'old/2.pdf', year: 2019 },
  { path: 'both/1.pdf', year: 2019 },
  { path: 'both/2.pdf', year: 2024 },
];
const dated = async (folder: string) => {
  for (const { path, year } of PAGES) {
    await mkdir(`${folder}/${dirname(path)}`, { recursive: true });
    await writeFile(`${folder}/${path}`, pdf(path));
    await utimes(`${folder}/${path}`, new Date(year, 5), new Date(year, 5));
  }
};

test.each(['rule', 'person'])(
  'I1: a group of the backlog goes whole by its newest file, or is left out whole: decided by %s',
  async (who) => {
    const newerThan = { newerThan: '2020-01-01' };
    await using bench = await intakeBench({
      rule: { group: 'folder', backlog: who === 'rule' ? newerThan : 'ask' },
      before: dated,
    });
    if (who === 'person') await bench.intake.decideBacklog('scans', newerThan);
    await until(() => bench.submissions().length > 0);
    await bench.rested();
    expect(bench.sent()).toEqual([['both/1.pdf', 'both/2.pdf']]);
    expect(bench.folderRow()?.backlog).toEqual(newerThan);
    expect(expectAccountAddsUp(bench, 4)).toMatchObject({ queued: 2, withdrawn: 2 });
    await bench.restart();
    await bench.rested();
    expect(expectAccountAddsUp(bench, 4)).toMatchObject({ queued: 2, withdrawn: 2 });
  },
);

test('I1: what a person leaves out keeps the other files of its group back no longer', async () => {
  await using bench = await intakeBench({
    rule: { backlog: 'ask', group: 'folder' },
    before: async (folder) => {
      await mkdir(`${folder}/p1`);
      await writeFile(`${folder}/p1/1.pdf`, pdf('1'));
    },
  });
  await bench.put('p1/2.pdf');
  await bench.problem('file.group-held');
  await bench.intake.decideBacklog('scans', 'skip');
  await bench.submitted(1);
  expect(bench.submissions()[0]?.paths).toEqual(['p1/2.pdf']);
});
