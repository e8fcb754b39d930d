import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createRuleOrigins } from '../../../../src-main/core/installation/rule-origins.ts';
import { until } from '../../../support/until.ts';
import { intakeBench, pdf } from '../folders/intake-bench.ts';

const before = async (folder: string) => {
  for (const name of ['a.pdf', 'b.pdf']) await writeFile(`${folder}/${name}`, pdf(name));
};

it('a folder that was set up in practice asks about its files for the real service, whatever its rule says', async () => {
  await using home = await intakeBench({ start: false });
  const rule = { backlog: 'send' } as const;
  const practice = { environment: 'practice', isFromElsewhere: createRuleOrigins(home.folder, 'practice') };
  await using inPractice = await intakeBench({ rule, before, parts: practice });
  await inPractice.submitted(2);
  const { folder } = inPractice;
  const isFromElsewhere = createRuleOrigins(home.folder, 'production');
  await using real = await intakeBench({ rule, folder, parts: { isFromElsewhere } });
  await until(() => real.account().held === 2);
  await real.send('new.pdf');
  expect(real.submissions().map(({ paths }) => paths)).toEqual([['new.pdf']]);
  await real.restart();
  expect(real.account()).toMatchObject({ held: 2, queued: 1 });
  await real.intake.decideBacklog('scans', 'send');
  await real.submitted(3);
});

it('a folder that was set up for the same service follows its rule, and a damaged record asks', async () => {
  await using home = await intakeBench({ start: false });
  const rule = { id: 'scans', path: '/scans' };
  expect(createRuleOrigins(home.folder, 'production')(rule)).toBe(false);
  expect(createRuleOrigins(home.folder, 'production')(rule)).toBe(false);
  expect(createRuleOrigins(home.folder, 'staging')(rule)).toBe(true);
  expect(createRuleOrigins(home.folder, 'staging')({ ...rule, path: '/other' })).toBe(false);
  expect(createRuleOrigins(home.folder, 'staging')({ ...rule, id: 'renamed' })).toBe(true);
  await writeFile(home.at('folders.json'), '{"scans');
  expect(createRuleOrigins(home.folder, 'production')(rule)).toBe(true);
  expect(await readFile(home.at('folders.json'), 'utf8')).toBe('{"scans');
});
