import { utimes } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { expectAccountAddsUp, intakeBench, pdf } from './intake-bench.ts';
import { contentOf, NAMES, put, putAll, WRITTEN_AT } from './support/same-files.ts';

const setTime = (path: string, seconds: number) => utimes(path, seconds, seconds);

const CHANGES: readonly (readonly [string, (path: string, folder: string) => Promise<void>])[] = [
  ['an hour later, as on FAT when summer time ends', (path) => setTime(path, WRITTEN_AT + 3600)],
  ['an hour earlier, as on FAT when summer time begins', (path) => setTime(path, WRITTEN_AT - 3600)],
  ['rounded, as on another server', (path) => setTime(path, WRITTEN_AT - 1.5)],
  ['set to the time of a restore', (path) => setTime(path, Date.now() / 1000)],
  [
    'an hour later and with other inodes, as on FAT after a mount',
    async (path, folder) => {
      await put(path, contentOf(path.slice(folder.length + 1)), folder, WRITTEN_AT + 3600);
    },
  ],
];

describe.each(CHANGES)('I1: the times of files from before the rule become others: %s', (_, change) => {
  it('files that were left out are not sent, and a person is asked', async () => {
    await using bench = await intakeBench({ before: putAll, rule: { backlog: 'skip' } });
    for (const name of NAMES) await change(bench.at(name), bench.folder);
    await bench.rested();
    expect(bench.submissions()).toEqual([]);
    const found = 2 * NAMES.length;
    expect(expectAccountAddsUp(bench, found)).toMatchObject({ held: NAMES.length, withdrawn: NAMES.length });
    await bench.intake.decideBacklog('scans', 'skip');
    expect(expectAccountAddsUp(bench, found)).toMatchObject({ withdrawn: found });
    // A file of another size is another document.
    await bench.send(NAMES[0] ?? '', pdf('a new document under an old name'));
  });

  it('files that wait for the decision go on waiting', async () => {
    await using bench = await intakeBench({ before: putAll, rule: { backlog: 'ask' } });
    for (const name of NAMES) await change(bench.at(name), bench.folder);
    await bench.rested();
    expect(bench.submissions()).toEqual([]);
    expect(expectAccountAddsUp(bench, NAMES.length)).toMatchObject({ held: NAMES.length });
  });
});
