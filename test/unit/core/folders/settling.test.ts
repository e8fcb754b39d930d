import { appendFile, open, rename, rm } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { heldAttention } from '../../../../src-main/core/views/overview/attention.ts';
import { until } from '../../../support/until.ts';
import { expectAccountAddsUp, intakeBench } from './intake-bench.ts';

it('waits for a slow writer and sends the final bytes once', async () => {
  await using bench = await intakeBench();
  const handle = await open(bench.at('scan.pdf'), 'w');
  await handle.write('%PDF-1.4\npage 1\n%%EOF\n');
  for (let page = 2; page <= 4; page++) {
    await new Promise((resolve) => setTimeout(resolve, 70));
    expect(bench.submissions()).toHaveLength(0);
    await handle.write(`page ${page}\n%%EOF\n`);
  }
  const { size } = await handle.stat();
  await handle.close();
  await bench.submitted(1);
  expect(bench.ledger.db.prepare('SELECT size FROM submission_file').pluck().all()).toEqual([size]);
});

it('I1: a file that never rests is held as changing and counted, and goes out by itself once the file rests', async () => {
  await using bench = await intakeBench();
  await bench.put('log.txt', 'line\n');
  const writing = setInterval(() => void appendFile(bench.at('log.txt'), 'line\n'), 40);
  onTestFinished(() => clearInterval(writing));
  await bench.problem('file.changing');
  expect(expectAccountAddsUp(bench, 1).held).toBe(1);
  expect(heldAttention(bench.ledger)).toMatchObject([{ count: 1, problem: { code: 'file.changing' } }]);
  clearInterval(writing);
  await bench.submitted(1);
  expect(expectAccountAddsUp(bench, 1)).toMatchObject({ held: 0, queued: 1 });
});

it('holds a pre-allocated file until its end is written, however still it stands', async () => {
  await using bench = await intakeBench();
  const handle = await open(bench.at('scan.pdf'), 'w');
  await handle.truncate(50_000);
  await handle.write('%PDF-1.4\n', 0);
  await bench.problem('file.unfinished');
  expect(bench.submissions()).toHaveLength(0);
  expectAccountAddsUp(bench, 1);
  await handle.write('%%EOF\n', 50_000 - 6);
  await handle.close();
  await bench.submitted(1);
  expect(expectAccountAddsUp(bench, 1).queued).toBe(1);
});

it('holds an empty file visibly and goes on by itself when it is filled', async () => {
  await using bench = await intakeBench();
  await bench.put('a.txt', '');
  await bench.problem('file.empty');
  expect(expectAccountAddsUp(bench, 1).held).toBe(1);
  await bench.send('a.txt', 'text');
});

it('takes a file renamed into place, and ignores the temporary name with its rule', async () => {
  await using bench = await intakeBench();
  await bench.put('x.pdf.tmp');
  await until(() => bench.rows().some((row) => row.ignored_by === 'partial-download'));
  await rename(bench.at('x.pdf.tmp'), bench.at('x.pdf'));
  await bench.submitted(1);
  expect(bench.submissions()[0]?.paths).toEqual(['x.pdf']);
});

it('accounts for a burst and for a directory moved in', async () => {
  await using bench = await intakeBench();
  await using other = await intakeBench({ start: false });
  for (let n = 0; n < 30; n++) await other.put(`in/a/b/${n}.pdf`);
  await Promise.all(Array.from({ length: 150 }, (_, n) => bench.put(`${n}.pdf`)));
  await rename(other.at('in'), bench.at('in'));
  await bench.submitted(180);
  expect(expectAccountAddsUp(bench, 180).queued).toBe(180);
});

it('withdraws a file that is removed while it settles', async () => {
  await using bench = await intakeBench({ rule: { quietSeconds: 30 } });
  await bench.put('a.pdf');
  await until(() => bench.rows().length === 1);
  await rm(bench.at('a.pdf'));
  await bench.problem('file.vanished');
  expect(expectAccountAddsUp(bench, 1).withdrawn).toBe(1);
  await bench.put('a.pdf');
  await until(() => bench.rows().length === 2);
});
