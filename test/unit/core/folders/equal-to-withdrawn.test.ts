import { utimes, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { releaseDuplicates } from '../../../../src-main/core/ledger/tables/duplicates.ts';
import { submissionById, submissionTable } from '../../../../src-main/core/ledger/tables/submissions.ts';
import { until } from '../../../support/until.ts';
import { expectAccountAddsUp, type IntakeBench, intakeBench, pdf, putPacket } from './intake-bench.ts';

function takeBack({ ledger }: IntakeBench, id: string): void {
  const submission = submissionById(ledger, id);
  if (submission === null) throw new Error('no such submission');
  ledger.transaction(() => {
    submissionTable(ledger).withdraw(id, 1);
    releaseDuplicates(ledger, submission);
  });
}

const codeOf = (bench: IntakeBench, path: string) =>
  bench.rows().find((row) => row.path === path && row.current === 1)?.problem_code;

it('what equals a document that was taken back and changed while the program did not run is told by its bytes', async () => {
  await using bench = await intakeBench();
  await writeFile(bench.at('a.pdf'), pdf('same'));
  await until(() => bench.submissions().length === 1);
  for (const name of ['touched', 'other']) await writeFile(bench.at(`${name}.pdf`), pdf('same'));
  await until(() => bench.account().duplicate === 2);
  takeBack(bench, bench.submissions()[0]?.id ?? '');
  await bench.intake.stop();
  await utimes(bench.at('touched.pdf'), 1, 1);
  await writeFile(bench.at('other.pdf'), pdf('else'));
  await bench.restart();
  await until(() => bench.submissions().length === 2);
  expect(bench.submissions()[1]?.paths).toEqual(['other.pdf']);
  await until(() => !bench.intake.busy());
  expect(codeOf(bench, 'touched.pdf')).toBe('file.duplicate-withdrawn');
  expect(expectAccountAddsUp(bench, 3)).toMatchObject({ withdrawn: 1, held: 1, queued: 1 });
});

it('a group of which one page changed since goes whole, with the page as it is now, when a person sends the others', async () => {
  await using bench = await intakeBench({ rule: { group: 'folder' } });
  const pages = ['one', 'two', 'six'];
  await putPacket(bench, 'x', pages);
  await until(() => bench.submissions().length === 1);
  await putPacket(bench, 'y', pages);
  await until(() => bench.account().duplicate === 3);
  takeBack(bench, bench.submissions()[0]?.id ?? '');
  await writeFile(bench.at('y/six.pdf'), pdf('ten'));
  await until(() => codeOf(bench, 'y/six.pdf') === 'file.group-held');
  const { id = 0 } = bench.rows().find((row) => row.path === 'y/one.pdf') ?? {};
  await bench.intake.decideFile(id, 'send');
  await until(() => bench.submissions().length === 2);
  expect(bench.submissions()[1]?.paths.sort()).toEqual(['y/one.pdf', 'y/six.pdf', 'y/two.pdf']);
  expect(expectAccountAddsUp(bench, 6)).toMatchObject({ withdrawn: 3, queued: 3 });
});
