import { execFileSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type FolderRule, folderRuleSchema } from '../../../../src-main/contract/settings.ts';
import { readFolder } from '../../../../src-main/core/ledger/tables/folders.ts';
import type { Log } from '../../../../src-main/core/log/events.ts';
import { needing, needs } from '../../../support/machine.ts';
import { until } from '../../../support/until.ts';
import { intakeBench, pdf } from './intake-bench.ts';

test('rules change while others go on: started, stopped, replaced, or refused before anything changes', async () => {
  const started: string[] = [];
  const log: Log = (event, fields) => {
    if (event === 'lease.changed' && 'folder' in fields) started.push(String(fields.folder));
  };
  await using bench = await intakeBench({ parts: { log } });
  const rule = (id: string, path: string, more: Partial<FolderRule> = {}) =>
    folderRuleSchema.parse({ id, path, taskType: 't', quietSeconds: 0.1, backlog: 'send', ...more });
  const [fax, mail] = [`${bench.folder}-fax`, `${bench.folder}-mail`];
  for (const path of [fax, mail]) await mkdir(path);
  await writeFile(`${fax}/a.pdf`, pdf('a'));
  const sentOf = (paths: string) => bench.submissions().some((one) => one.paths.includes(paths));
  await bench.intake.setRules([bench.rule, rule('fax', fax)]);
  await until(() => sentOf('a.pdf'));

  started.length = 0;
  const overlapping = bench.intake.setRules([rule('other', mail), rule('inner', `${mail}/x`)]);
  await expect(overlapping).rejects.toMatchObject({ code: 'folder.overlap' });
  expect(started).toEqual([]);
  await writeFile(`${fax}/b.pdf`, pdf('b'));
  await until(() => sentOf('b.pdf'));

  await bench.intake.setRules([bench.rule, rule('fax', fax, { taskType: 'u' }), rule('mail', mail)]);
  expect(new Set(started)).toEqual(new Set(['fax', 'mail']));
  await writeFile(`${mail}/c.pdf`, pdf('c'));
  await bench.put('d.pdf');
  await until(() => sentOf('c.pdf') && sentOf('d.pdf'));

  // Removed: nothing new is found, and what it has queued may still be created.
  await bench.intake.setRules([bench.rule]);
  await writeFile(`${fax}/e.pdf`, pdf('e'));
  await expect(bench.intake.rescan('fax')).rejects.toMatchObject({ code: 'folder.unknown' });
  expect(await bench.intake.guard.mayCreate({ folder_id: 'fax', seq: 1 })).toBe(true);
  await bench.put('f.pdf');
  await until(() => sentOf('f.pdf'));
  expect(sentOf('e.pdf')).toBe(false);
  // And taken up again later, where it was left.
  await bench.intake.setRules([rule('fax', fax), bench.rule]);
  await until(() => sentOf('e.pdf'));
  expect(bench.submissions()).toHaveLength(6);
});

test(
  'I2: a folder that a bind mount shows at a second path is refused as a second folder, and asks if the mount comes later',
  needing(needs.root),
  async () => {
    await using bench = await intakeBench({ rule: { backlog: 'send' } });
    const second = `${bench.folder}-second`;
    await mkdir(second);
    const mount = () => execFileSync('mount', ['--bind', bench.folder, second]);
    const unmount = () => execFileSync('umount', ['--lazy', second]);
    const rules = ['', '/inner'].map((below) => [
      bench.rule,
      folderRuleSchema.parse({ ...bench.rule, id: 'second', path: `${second}${below}` }),
    ]);
    mount();
    onTestFinished(() => void unmount());
    for (const both of rules)
      await expect(bench.intake.setRules(both)).rejects.toMatchObject({ code: 'folder.overlap' });

    unmount();
    await bench.intake.setRules(rules[0] ?? []);
    await until(() => readFolder(bench.ledger, 'second')?.last_scan_at !== null);
    mount();
    await bench.put('a.pdf');
    const states = () => ['scans', 'second'].map((id) => readFolder(bench.ledger, id)?.problem_code);
    await until(() => states().includes('folder.twice'));
    expect(['scans', 'second'].map((id) => readFolder(bench.ledger, id)?.handled_by)).toEqual([null, null]);
    await bench.submitted(1);
  },
);

/** A decision to send that waits in the middle; `goOn` lets it end. */
async function decide(at: 'onChunk' | 'syncDir') {
  const [reached, goes] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const wait = () => {
    reached.resolve();
    return goes.promise;
  };
  const before = (folder: string) => writeFile(`${folder}/a.pdf`, pdf('a'));
  const bench = await intakeBench({ spool: { [at]: wait }, before });
  const decided = bench.intake.decideFile(bench.rows()[0]?.id ?? 0, 'send').catch((error: unknown) => error);
  await reached.promise;
  return { bench, decided, goOn: goes.resolve };
}

test('I2: what a person decided to send is not queued where the folder was given up before it was claimed', async () => {
  const { bench, decided, goOn } = await decide('onChunk');
  await using _ = bench;
  await bench.intake.stop();
  goOn();
  expect(await decided).toMatchObject({ code: 'folder.left' });
  expect(bench.submissions()).toEqual([]);
});

test('I2: nor as one of another path, which its rule names by then', async () => {
  const { bench, decided, goOn } = await decide('syncDir');
  await using _ = bench;
  await until(async () => (await readdir(bench.at('.clearfolder', 'claims'))).length === 1);
  const path = bench.at('..', 'not there yet');
  await bench.intake.setRules([folderRuleSchema.parse({ id: 'scans', path, taskType: 'prior-auth' })]);
  goOn();
  expect(await decided).toMatchObject({ code: 'folder.left' });
  expect(bench.submissions()).toEqual([]);
});
