import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { createGrouping } from '../../../../src-main/core/intake/grouping.ts';
import { appBench, pdf } from '../app/support/app-bench.ts';

const ENDLESS = '^(?<key>(\\w+\\s?)+)\\.pdf$';
const SLOW = `${'a'.repeat(60)}!.pdf`;

test('a machine that is busy with other things makes no name look slow', async () => {
  const busy = Array.from({ length: 6 }, () => spawn(process.execPath, ['-e', 'for(;;){}']));
  try {
    for (let index = 0; index < 120; index += 1)
      expect(createGrouping({ key: '^(?<key>\\d+)_' })(`${index}_scan.pdf`)).toEqual({
        kind: 'group',
        key: String(index),
      });
  } finally {
    for (const child of busy) child.kill('SIGKILL');
  }
});

test('I8: a pattern that takes years on a name stops nothing else, and the name waits visibly', async () => {
  const place = createGrouping({ key: ENDLESS });
  for (let times = 0; times < 100; times += 1)
    expect(place(SLOW)).toEqual({ kind: 'held', code: 'file.no-group-key' });
  expect(place('0815 scan.pdf')).toEqual({ kind: 'group', key: '0815 scan' });

  const bench = await appBench();
  bench.write(`watched/${SLOW}`, pdf('slow'));
  bench.write('watched/0815 scan.pdf', pdf('quick'));
  const rule = { id: 'scans', path: bench.at('watched'), taskType: 'prior-auth', group: { key: ENDLESS } };
  expect(JSON.stringify(await bench.ask('folders.preview', { rule }))).toContain('0815 scan.pdf');
  await bench.ask('folders.save', { rule, replaces: null });
  await bench.ask('app.overview', {});
});
