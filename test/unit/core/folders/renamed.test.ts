import { mkdir, rename, utimes, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { until } from '../../../support/until.ts';
import { expectAccountAddsUp, type IntakeBench, intakeBench, pdf } from './intake-bench.ts';

const NAMES = ['1.pdf', '2.pdf', '3.pdf'];
const before = async (folder: string) => {
  await mkdir(`${folder}/2019`);
  for (const name of NAMES) await writeFile(`${folder}/2019/${name}`, pdf(name));
};

const paths = (rows: readonly { path: string }[]) => rows.map((row) => row.path).sort();
const waiting = (bench: IntakeBench) =>
  bench.rows().filter((row) => row.state === 'held' && row.problem_code === 'file.backlog');

it('files that only have another name go on waiting for the decision about the backlog, also where their folder is renamed while nobody looks', async () => {
  await using bench = await intakeBench({ before });
  await rename(bench.at('2019'), bench.at('old'));
  await bench.rested();
  expect(bench.submissions()).toEqual([]);
  expect(paths(waiting(bench))).toEqual(NAMES.map((name) => `old/${name}`));
  await bench.intake.stop();
  await rename(bench.at('old'), bench.at('older'));
  await bench.restart();
  await bench.rested();
  expect(bench.submissions()).toEqual([]);
  await bench.intake.decideBacklog('scans', 'send');
  await bench.submitted(NAMES.length);
  expect(expectAccountAddsUp(bench, 9)).toMatchObject({ queued: 3, withdrawn: 6 });
  await rename(bench.at('older'), bench.at('sent'));
  await bench.rested();
  expect(expectAccountAddsUp(bench, 12)).toMatchObject({ queued: 3, duplicate: 3, held: 0 });
});

it('files that only have another name wait for a person where they were left out, and are as left out after that', async () => {
  await using bench = await intakeBench({ before, rule: { backlog: 'skip' } });
  for (const [from, to] of [
    ['2019', 'old'],
    ['old', 'older'],
  ] as const) {
    await rename(bench.at(from), bench.at(to));
    await bench.rested();
    expect(bench.submissions()).toEqual([]);
    expect(paths(waiting(bench))).toEqual(NAMES.map((name) => `${to}/${name}`));
    await bench.intake.decideBacklog('scans', 'skip');
  }
  expect(expectAccountAddsUp(bench, 9)).toMatchObject({ withdrawn: 9 });
});

it('files that only have another name wait for a person where they were taken back, and go out when told to', async () => {
  await using bench = await intakeBench();
  await bench.send('a.pdf');
  bench.ledger.db.exec(`UPDATE submission SET state = 'withdrawn', ended_at = 1`);
  await rename(bench.at('a.pdf'), bench.at('b.pdf'));
  await bench.rested();
  expect(expectAccountAddsUp(bench, 2)).toMatchObject({ withdrawn: 1, held: 1 });
  await bench.intake.decideFile(waiting(bench)[0]?.id ?? 0, 'send');
  expect(bench.sent()).toEqual([['a.pdf'], ['b.pdf']]);
});

it('files that only have another name go out where they were still to, or are written anew', async () => {
  await using bench = await intakeBench({ before, rule: { quietSeconds: 0.3 } });
  await bench.put('new.pdf');
  await until(() => bench.rows().some((row) => row.path === 'new.pdf'));
  await rename(bench.at('new.pdf'), bench.at('newer.pdf'));
  const away = bench.at('..', 'away.pdf');
  await rename(bench.at('2019/1.pdf'), away);
  await utimes(away, 1, 1);
  await rename(away, bench.at('2019/changed.pdf'));
  await bench.rested();
  await bench.submitted(2);
  expect(bench.sent().flat().sort()).toEqual(['2019/changed.pdf', 'newer.pdf']);
  expect(waiting(bench)).toHaveLength(2);
});
