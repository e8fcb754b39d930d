import { chmod, copyFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { expect, it, test } from 'vitest';
import { type FolderRule, folderRuleSchema } from '../../../../src-main/contract/settings.ts';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { submitDrop } from '../../../../src-main/core/drops/submit-drop.ts';
import { foldersView } from '../../../../src-main/core/folders/folders-view.ts';
import { purposeHash } from '../../../../src-main/core/ledger/tables/dedup-keys.ts';
import { seededRandom } from '../../../support/random.ts';
import { until } from '../../../support/until.ts';
import { expectAccountAddsUp, type IntakeBench, intakeBench, pdf } from './intake-bench.ts';

const quick = { quietSeconds: 0.1, groupQuietSeconds: 0.1, backlog: 'send' } as const;
const ACCEPT = `UPDATE submission SET state = 'accepted', task_uuid = 'task-' || seq, ended_at = 1 WHERE state = 'queued'`;
const accept = ({ ledger }: IntakeBench) => ledger.db.exec(ACCEPT);
const changed = ({ rule }: IntakeBench, more: Partial<FolderRule> = {}) =>
  folderRuleSchema.parse({ ...rule, taskType: 'intake', ...more });
const offerOf = ({ ledger }: IntakeBench, rule: FolderRule) =>
  foldersView(ledger, { folders: [rule], environment: 'production' })[0]?.offer;
const decide = (bench: IntakeBench, rule: FolderRule, decision: 'send' | 'dismiss', kept?: () => void) =>
  bench.intake.decideOffer(rule.id, { decision, purpose: purposeHash(rule) }, kept);
const sentAs = ({ ledger, sent }: IntakeBench) => {
  const types = ledger.db.prepare('SELECT task_type FROM submission ORDER BY seq').pluck().all();
  return sent().map((paths, index) => `${paths.join(' ')} ${types[index]}`);
};

/** A folder that sent `names`, and then got another task type. */
async function changedBench(names: readonly string[], more: Partial<FolderRule> = {}) {
  const bench = await intakeBench({ rule: { ...quick, ...more } });
  for (const name of names) await bench.send(name);
  accept(bench);
  const rule = changed(bench);
  await bench.intake.setRules([rule]);
  await bench.rested();
  return { bench, rule };
}

test('I2: the offer of a changed purpose sends each document once, in one deliberate act', async () => {
  const { bench, rule } = await changedBench(['a.pdf', 'b.pdf']);
  expect(offerOf(bench, rule)).toEqual({ documents: 2, tasks: 2, left_out: 0 });
  let kept = 0;
  const one = () => {
    kept += 1;
  };
  await decide(bench, rule, 'send', one);
  await decide(bench, rule, 'send', one);
  await bench.rested();
  expect(sentAs(bench)).toEqual(['a.pdf prior-auth', 'b.pdf prior-auth', 'a.pdf intake', 'b.pdf intake']);
  expect(kept).toBe(2);
  expect(expectAccountAddsUp(bench, 2)).toMatchObject({ queued: 2, duplicate: 0 });
  accept(bench);
  await bench.restart({ rules: [rule] });
  await bench.rested();
  expect(bench.submissions()).toHaveLength(4);
  expect(offerOf(bench, rule)?.documents ?? 0).toBe(0);
});

test('I2: documents that are gone, changed or unreadable are left out of the offer and counted', async () => {
  const { bench, rule } = await changedBench(['changed.pdf', 'gone.pdf', 'stays.pdf']);
  bench.intake.pause('scans');
  await bench.intake.stop();
  await bench.restart({ rules: [rule], start: false });
  await writeFile(bench.at('changed.pdf'), pdf('quite another page'));
  await rm(bench.at('gone.pdf'));
  await decide(bench, rule, 'send');
  expect(sentAs(bench).slice(3)).toEqual(['stays.pdf intake']);
  expect(offerOf(bench, rule)).toEqual({ documents: 0, tasks: 0, left_out: 2 });
  await decide(bench, rule, 'dismiss');
  expect(offerOf(bench, rule)).toBeNull();
});

test('a dismissed offer sends nothing and ends, until the purpose changes again', async () => {
  const { bench, rule } = await changedBench(['a.pdf']);
  await decide(bench, rule, 'dismiss');
  expect(offerOf(bench, rule)).toBeNull();
  await bench.rested();
  expect(bench.submissions()).toHaveLength(1);
  const next = changed(bench, { taskType: 'coverage' });
  await bench.intake.setRules([next]);
  expect(offerOf(bench, next)).toMatchObject({ documents: 1 });
  // The person saw another purpose than the folder has now.
  await expect(decide(bench, rule, 'send')).rejects.toMatchObject({ code: 'folder.purpose-changed' });
  expect(bench.submissions()).toHaveLength(1);
});

test('I2: a packet is offered whole, and not without a page', async () => {
  const bench = await intakeBench({ rule: { ...quick, group: 'folder' } });
  await bench.putPacket('one', ['1', '2']);
  await bench.submitted(1);
  await bench.putPacket('two', ['3', '4']);
  await bench.submitted(2);
  accept(bench);
  const rule = changed(bench);
  await rm(bench.at('two/4.pdf'));
  await bench.intake.setRules([rule]);
  await bench.rested();
  expect(offerOf(bench, rule)).toEqual({ documents: 2, tasks: 1, left_out: 0 });
  await decide(bench, rule, 'send');
  expect(sentAs(bench).slice(2)).toEqual(['one/1.pdf one/2.pdf intake']);
});

test('I2: documents that were sent for the new purpose by hand meanwhile are not offered', async () => {
  const { bench, rule } = await changedBench(['a.pdf', 'b.pdf']);
  const given = { paths: [bench.at('a.pdf')], together: false, taskType: 'intake', requestSpec: {} };
  await submitDrop({
    ledger: bench.ledger,
    spool: bench.spool,
    clock: systemClock,
    random: seededRandom(5),
    ...given,
  });
  expect(offerOf(bench, rule)).toMatchObject({ documents: 1 });
  await decide(bench, rule, 'send');
  expect(sentAs(bench).slice(3)).toEqual(['b.pdf intake']);
});

/** What happens to a file that was sent before the purpose of its folder changed. */
const LATER: readonly [string, string, (bench: IntakeBench) => Promise<void>][] = [
  ['renamed', 'b.pdf', (bench) => rename(bench.at('a.pdf'), bench.at('b.pdf'))],
  ['copied', 'b.pdf', (bench) => copyFile(bench.at('a.pdf'), bench.at('b.pdf'))],
  ['touched', 'a.pdf', (bench) => utimes(bench.at('a.pdf'), 1_700_000_000, 1_700_000_000)],
  ['saved again with the same bytes', 'a.pdf', (bench) => bench.put('a.pdf')],
  ['changed in its rights', 'a.pdf', (bench) => chmod(bench.at('a.pdf'), 0o400)],
  [
    'removed and restored',
    'a.pdf',
    async (bench) => {
      await rm(bench.at('a.pdf'));
      await bench.rested();
      await bench.put('a.pdf');
    },
  ],
];

it.each(LATER)(
  'I2: a file that is %s after the purpose changed is not sent by itself',
  async (_how, path, act) => {
    const { bench, rule } = await changedBench(['a.pdf']);
    await act(bench);
    await bench.rested();
    await until(() => bench.row(path)?.state !== 'settling' && !bench.intake.busy());
    expect(sentAs(bench)).toEqual(['a.pdf prior-auth']);
    expect(expectAccountAddsUp(bench).queued).toBe(0);
    // New bytes under the same name are a new document.
    await bench.send(path, pdf('another document'));
    expect(sentAs(bench).at(-1)).toBe(`${path} ${rule.taskType}`);
  },
);

test('I2: a copy of a sent document that came after the purpose changed goes once a person decides', async () => {
  const { bench } = await changedBench(['a.pdf']);
  await copyFile(bench.at('a.pdf'), bench.at('b.pdf'));
  await bench.counts({ duplicate: 1 });
  await bench.intake.sendAnyway(bench.row('b.pdf')?.id ?? 0);
  expect(sentAs(bench)).toEqual(['a.pdf prior-auth', 'b.pdf intake']);
});

test('I2: another grouping of a rule sends nothing again, and offers the documents as they were sent', async () => {
  const { bench } = await changedBench(['in/a.pdf', 'in/b.pdf']);
  const rule = changed(bench, { group: 'folder' });
  await bench.intake.setRules([rule]);
  await bench.put('in/new.pdf');
  await bench.submitted(3);
  await bench.rested();
  expect(sentAs(bench).slice(2)).toEqual(['in/new.pdf intake']);
  await decide(bench, rule, 'send');
  expect(sentAs(bench).slice(3)).toEqual(['in/a.pdf intake', 'in/b.pdf intake']);
});
