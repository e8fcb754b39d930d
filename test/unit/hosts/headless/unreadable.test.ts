import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCounts } from '../../../../src-main/contract/views/open-counts.ts';
import { createMetrics } from '../../../../src-main/hosts/headless/metrics/metrics.ts';
import { until } from '../../../support/until.ts';
import { appBench, pdf } from '../app/support/app-bench.ts';

/** A path whose last name has a byte that is not valid UTF-8, as a scanner with Latin-1 names writes it. */
const latin1 = (...parts: string[]) => Buffer.from(join(...parts), 'latin1');

/** Makes a path that is too long for the system to open from the root. */
const makeLongPath = (folder: string) =>
  execFileSync('bash', [
    '-c',
    'cd "$0" && name=$(printf "%0200d" 0) && for n in $(seq 21); do mkdir "$name" && cd -P "$name"; done && touch a.pdf',
    folder,
  ]);

/** What keeps a document from being seen, and what a person does about it. */
const CAUSES: readonly [string, (folder: string) => void, (folder: string) => void][] = [
  [
    'an illegible name of a file',
    (folder) => writeFileSync(latin1(folder, 'm\u00fcller.pdf'), pdf('m')),
    (folder) => renameSync(latin1(folder, 'm\u00fcller.pdf'), join(folder, 'mueller.pdf')),
  ],
  [
    'an illegible name of a folder',
    (folder) => mkdirSync(latin1(folder, 'a\u00f1o')),
    (folder) => rmSync(latin1(folder, 'a\u00f1o'), { recursive: true }),
  ],
  [
    'a path that is too long',
    makeLongPath,
    (folder) => execFileSync('bash', ['-c', 'rm -rf "$0"/0*', folder]),
  ],
];

it.each(CAUSES)('I1: %s counts as not out in every number', async (_cause, spoil, mend) => {
  const bench = await appBench();
  bench.write('scans/a.pdf', pdf('a'));
  spoil(bench.at('scans'));
  await bench.watch('scans');
  const overview = () => bench.ask('app.overview', {});
  const sample = async (name: string) => {
    const text = await createMetrics(bench.app.running).text();
    return text.split('\n').find((line) => line.startsWith(`${name} `));
  };
  await until(async () => (await overview()).account.accepted === 1);
  const now = await overview();
  expect(now.account).toMatchObject({ found: 1, unreadable: 1 });
  expect(now.attention).toContainEqual({ kind: 'unreadable', folder: 'scans', count: 1 });
  expect(openCounts(now).unreadable).toBe(1);
  expect(await sample('clearfolder_files_unreadable')).toBe('clearfolder_files_unreadable 1');
  expect(await sample('clearfolder_everything_out')).toBe('clearfolder_everything_out 0');

  mend(bench.at('scans'));
  await bench.ask('folders.rescan', { folder: 'scans' });
  await until(async () => (await overview()).account.unreadable === 0);
  expect((await overview()).attention.map(({ kind }) => kind)).not.toContain('unreadable');
});

it('I1: the unreadable files of a folder count no longer once its rule is removed', async () => {
  const bench = await appBench();
  bench.write('scans/a.pdf', pdf('a'));
  mkdirSync(latin1(bench.at('scans'), 'a\u00f1o'));
  await bench.watch('scans');
  const unreadable = async () => (await bench.ask('app.overview', {})).account.unreadable;
  await until(async () => (await unreadable()) === 1);
  await bench.ask('folders.remove', { folder: 'scans' });
  expect(await unreadable()).toBe(0);
});
