import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { until } from '../../../support/until.ts';
import { expectAccountAddsUp, intakeBench, pdf } from './intake-bench.ts';

it('sends nothing from outside when a subfolder is moved away and a link to it left in its place', async () => {
  await using bench = await intakeBench();
  await mkdir(bench.at('ward'));
  await writeFile(bench.at('ward', 'a.pdf'), '');
  await until(() => bench.account().held === 1);
  const outside = `${bench.folder}-outside`;
  await rename(bench.at('ward'), outside);
  await symlink(outside, bench.at('ward'));
  await writeFile(`${outside}/a.pdf`, pdf('of another place'));
  await until(() => bench.rows().some(({ path, state }) => path === 'ward/a.pdf' && state === 'withdrawn'));
  await writeFile(bench.at('b.pdf'), pdf('of this place'));
  await until(() => bench.submissions().length > 0 && !bench.intake.busy());
  expect(bench.submissions().map(({ paths }) => paths)).toEqual([['b.pdf']]);
  expectAccountAddsUp(bench);
});
