import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { until } from '../../../../support/until.ts';
import { expectAccountAddsUp, intakeBench, pdf } from '../intake-bench.ts';

/** A path whose last name has a byte that is not valid UTF-8, as a scanner with Latin-1 names writes it. */
const latin1 = (...parts: string[]) => Buffer.from(join(...parts), 'latin1');

it('I1: a page whose name is not valid UTF-8 keeps its packet back, also where an event names the page', async () => {
  await using bench = await intakeBench({ rule: { group: 'folder', include: ['**/*.pdf'] } });
  await bench.send('P0/a.pdf');
  await until(() => bench.folderRow()?.watching === 'events');
  await mkdir(bench.at('P1'));
  await bench.put('P1/page1.pdf');
  await until(() => bench.rows().length === 2 && bench.intake.busy());
  await writeFile(latin1(bench.at('P1', 'p\u00e1gina2.pdf')), pdf('2'));
  await bench.problem('file.group-held');
  expect(bench.sent()).toEqual([['P0/a.pdf']]);
  await rename(latin1(bench.at('P1', 'p\u00e1gina2.pdf')), bench.at('P1', 'page2.pdf'));
  await bench.submitted(2);
  expect(bench.sent()[1]).toEqual(['P1/page1.pdf', 'P1/page2.pdf']);
});

it('I1: a subfolder whose name is not valid UTF-8 keeps its packet back, whatever files the rule includes', async () => {
  await using bench = await intakeBench({ rule: { group: 'folder', include: ['**/*.pdf'] } });
  const staged = `${bench.folder}-staged`;
  await mkdir(latin1(staged, 'p\u00e1ginas'), { recursive: true });
  await writeFile(join(staged, 'page1.pdf'), pdf('1'));
  await rename(staged, bench.at('P1'));
  await bench.problem('file.group-held');
  await bench.rested();
  expect(bench.submissions()).toEqual([]);
  await rm(latin1(bench.at('P1', 'p\u00e1ginas')), { recursive: true });
  await bench.submitted(1);
});

it('I1: a file that becomes a folder of the same name counts as removed, and the files of the folder are sent', async () => {
  await using bench = await intakeBench({ rule: { quietSeconds: 0.5 } });
  await bench.put('a.pdf');
  await until(() => bench.rows().length === 1);
  await rm(bench.at('a.pdf'));
  await mkdir(bench.at('a.pdf'));
  await bench.put('a.pdf/inside.pdf');
  await bench.submitted(1);
  await bench.idle();
  expect(bench.row('a.pdf')).toMatchObject({ state: 'withdrawn', problem_code: 'file.vanished' });
  expect(expectAccountAddsUp(bench, 2)).toMatchObject({ queued: 1, withdrawn: 1 });
});

it.each(['events', 'scans'])(
  'I1: a sent file that became a folder is sent anew as a file: %s',
  async (how) => {
    await using bench = await intakeBench(how === 'scans' ? { rule: { watch: 'poll' } } : {});
    await bench.send('a.pdf', pdf('one'));
    await rm(bench.at('a.pdf'));
    await mkdir(bench.at('a.pdf'));
    await bench.rested();
    const gone = () => bench.ledger.db.prepare('SELECT gone FROM file').pluck().all();
    expect(gone()).toEqual([1]);
    await rm(bench.at('a.pdf'), { recursive: true });
    await bench.send('a.pdf', pdf('two'));
  },
);
