import { utimes } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { releaseDuplicates } from '../../../../src-main/core/ledger/tables/duplicates.ts';
import { submissionById, submissionTable } from '../../../../src-main/core/ledger/tables/submissions.ts';
import { until } from '../../../support/until.ts';
import { expectAccountAddsUp, type IntakeBench, intakeBench, pdf } from './intake-bench.ts';

function takeBack({ ledger }: IntakeBench, id: string): void {
  const submission = submissionById(ledger, id);
  if (submission === null) throw new Error('no such submission');
  ledger.transaction(() => {
    submissionTable(ledger).withdraw(id, 1);
    releaseDuplicates(ledger, submission);
  });
}

it('what equals a document that was taken back and changed while the program did not run is told by its bytes', async () => {
  await using bench = await intakeBench();
  await bench.send('a.pdf', pdf('same'));
  for (const name of ['touched', 'other']) await bench.put(`${name}.pdf`, pdf('same'));
  await bench.counts({ duplicate: 2 });
  takeBack(bench, bench.submissions()[0]?.id ?? '');
  await bench.intake.stop();
  await utimes(bench.at('touched.pdf'), 1, 1);
  await bench.put('other.pdf', pdf('else'));
  await bench.restart();
  await bench.submitted(2);
  expect(bench.submissions()[1]?.paths).toEqual(['other.pdf']);
  await bench.idle();
  expect(bench.row('touched.pdf')?.problem_code).toBe('file.duplicate-withdrawn');
  expect(expectAccountAddsUp(bench, 3)).toMatchObject({ withdrawn: 1, held: 1, queued: 1 });
});

it('a group of which one page changed since goes whole, with the page as it is now, when a person sends the others', async () => {
  await using bench = await intakeBench({ rule: { group: 'folder' } });
  const pages = ['one', 'two', 'six'];
  await bench.putPacket('x', pages);
  await bench.submitted(1);
  await bench.putPacket('y', pages);
  await bench.counts({ duplicate: 3 });
  takeBack(bench, bench.submissions()[0]?.id ?? '');
  await bench.put('y/six.pdf', pdf('ten'));
  await until(() => bench.row('y/six.pdf')?.problem_code === 'file.group-held');
  const { id = 0 } = bench.row('y/one.pdf') ?? {};
  await bench.intake.decideFile(id, 'send');
  await bench.submitted(2);
  expect(bench.submissions()[1]?.paths.sort()).toEqual(['y/one.pdf', 'y/six.pdf', 'y/two.pdf']);
  expect(expectAccountAddsUp(bench, 6)).toMatchObject({ withdrawn: 3, queued: 3 });
});
