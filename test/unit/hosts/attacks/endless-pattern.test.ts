import { expect, test } from 'vitest';
import { folderRuleSchema } from '../../../../src-main/contract/settings.ts';
import { createGrouping } from '../../../../src-main/core/folders/group/grouping.ts';
import { createSelection } from '../../../../src-main/core/folders/scan/selection.ts';
import { appBench, pdf } from '../app/support/app-bench.ts';

const ENDLESS = '^(?<key>(\\w+\\s?)+)\\.pdf$';
const SLOW = `${'a'.repeat(60)}!.pdf`;

test('I8: a pattern that takes years on a name elsewhere answers at once, and the name waits visibly', async () => {
  const place = createGrouping({ key: ENDLESS });
  for (let times = 0; times < 1_000; times += 1)
    expect(place(`${times}${SLOW}`)).toEqual({ kind: 'held', code: 'file.no-group-key' });
  expect(place('0815 scan.pdf')).toEqual({ kind: 'group', key: '0815 scan' });

  const bench = await appBench();
  bench.write(`watched/${SLOW}`, pdf('slow'));
  bench.write('watched/0815 scan.pdf', pdf('quick'));
  const rule = bench.rule('watched', { group: { key: ENDLESS } });
  expect(JSON.stringify(await bench.ask('folders.preview', { rule }))).toContain('0815 scan.pdf');
  await bench.ask('folders.save', { rule, replaces: null });
  await bench.ask('app.overview', {});
});

test.each([
  ['(?=4711)(?<key>\\d+)', '`(?=`'],
  ['(?<!x)(?<key>\\d+)', '`(?<!x)(?<key>`'],
  ['(?<key>\\d)\\1', '`\\1`'],
  ['(?<key>\\d{2000})', '`{2000}`'],
  ['(?<key>', '`(?<key>`'],
  [`(?<key>(\\w?){1000})`, 'smaller repeats'],
  [`(?<key>${'a?'.repeat(20_000)})`, 'at most 500 characters'],
  ['(\\d+)', '(?<key>...)'],
])('I8: the settings refuse the key %s, and the message names the reason', (key, reason) => {
  const rule = { id: 'scans', path: '/scans', taskType: 'prior-auth', group: { key } };
  const { error } = folderRuleSchema.safeParse(rule);
  expect(JSON.stringify(error?.issues)).toContain(JSON.stringify(reason).slice(1, -1));
});

const STARS = '*a*a*a*a*a*a*a*a*b';
const LONG = 'a'.repeat(80);

test.each([
  STARS,
  `**/${'*/'.repeat(20)}**/b/**/b`,
  '{a,{a,aa}}'.repeat(20),
  `${'{a,{aa,a*}}'.repeat(40)}b`,
  '?*'.repeat(200),
])('I8: the file pattern %s answers at once for every name', (pattern) => {
  for (const rule of [
    { include: [pattern], exclude: [] },
    { include: ['**/*'], exclude: [pattern] },
  ]) {
    const select = createSelection(
      folderRuleSchema.pick({ include: true, exclude: true, answerFolders: true }).parse(rule),
    );
    for (const name of [LONG, 'a'.repeat(4_000), `${'a/'.repeat(1_000)}a`]) select(name);
  }
});

test('I8: a name that a pattern of many stars does not fit stops no preview and no folder', async () => {
  const bench = await appBench();
  bench.write(`watched/${LONG}`, pdf('long'));
  bench.write(`watched/${LONG}b`, pdf('fits'));
  const rule = bench.rule('watched', { include: [STARS] });
  const preview = JSON.stringify(await bench.ask('folders.preview', { rule }));
  expect(preview).toContain(`"path":"${LONG}","rule":"not-included"`);
  await bench.ask('folders.save', { rule: { ...rule, exclude: [STARS] }, replaces: null });
  await bench.ask('app.overview', {});
});

test.each([
  '!*.pdf',
  '+(a)',
  '(a|b).pdf',
  '[!a]',
  '[[:alpha:]]',
  '[z-a]',
  '**.pdf',
  '{**/a,b}',
  '{1..3}',
  '{a',
  'a\\',
  'a'.repeat(501),
])('the settings refuse the file pattern %s, which other programs read in another way', (pattern) => {
  for (const rule of [{ include: [pattern] }, { exclude: [pattern] }])
    expect(
      folderRuleSchema.pick({ include: true, exclude: true, answerFolders: true }).safeParse(rule).success,
    ).toBe(false);
});
