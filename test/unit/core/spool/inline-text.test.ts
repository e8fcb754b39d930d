import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { submitDrop } from '../../../../src-main/core/drops/submit-drop.ts';
import { seededRandom } from '../../../support/random.ts';
import { until } from '../../../support/until.ts';
import { dropOf, REQUEST } from '../drops/support/drop-sessions.ts';
import { intakeBench, pdf } from '../folders/intake-bench.ts';
import { copiesOf, expectDropsAddUp } from '../folders/support/drop-looks.ts';
import { knownTask } from '../folders/support/known-task.ts';

const MIB = 1024 * 1024;
const text = (mib: number, letter = 'x') => Buffer.alloc(mib * MIB, letter);

test('a document of more text than an answer can repeat is held, also after the next look and start', async () => {
  let pieces = 0;
  const onChunk = () => {
    pieces += 1;
  };
  await using bench = await intakeBench({ rule: { backlog: 'send' }, spool: { onChunk } });
  await bench.put('export.json', `{"a":"${'x'.repeat(49 * MIB)}"}`);
  await writeFile(
    bench.at('scan.pdf'),
    Buffer.concat([Buffer.from(pdf('a')), text(49), Buffer.from('%%EOF')]),
  );
  await until(() => bench.held().length === 1 && bench.submissions().length === 1);
  expect(bench.submissions()[0]?.paths).toEqual(['scan.pdf']);
  await bench.idle();
  const read = pieces;
  await bench.restart();
  await bench.intake.rescan();
  await bench.idle();
  expect(bench.held()).toEqual([['export.json', 'file.too-much-text']]);
  expect(await copiesOf(bench)).toHaveLength(1);
  // It is not read again for nothing.
  expect(pieces).toBe(read);
  const id = bench.rows().find(({ state }) => state === 'held')?.id ?? 0;
  await expect(bench.intake.decideFile(id, 'send')).rejects.toMatchObject({ code: 'file.too-much-text' });
  const answer = bench.intake.decideFile(id, { answerTo: knownTask(bench.ledger) });
  await expect(answer).rejects.toMatchObject({ code: 'file.too-much-text' });
  expect(bench.held()).toEqual([['export.json', 'file.too-much-text']]);
  expect(await copiesOf(bench)).toHaveLength(1);
  // A version that is small enough needs nobody.
  await bench.send('export.json', '{"a":1}');
});

test('a group is held as a whole, and what a person leaves of it goes together', async () => {
  await using bench = await intakeBench({
    rule: { backlog: 'send', group: 'folder' },
    before: async (folder) => {
      await mkdir(`${folder}/p`);
      await writeFile(`${folder}/p/a.txt`, text(25, 'a'));
      await writeFile(`${folder}/p/b.txt`, text(25, 'b'));
      await writeFile(`${folder}/p/c.pdf`, pdf('c'));
    },
  });
  const code = 'file.too-much-text';
  await until(() => bench.held().length === 3);
  expect(bench.held()).toEqual([
    ['p/a.txt', code],
    ['p/b.txt', code],
    ['p/c.pdf', code],
  ]);
  await until(async () => (await copiesOf(bench)).length === 0, { what: 'no copy of the group' });
  await rm(bench.at('p/b.txt'));
  await bench.intake.rescan();
  await until(() => bench.held().length === 2);
  await bench.intake.decideFile(bench.row('p/a.txt')?.id ?? 0, 'send');
  await bench.submitted(1);
  expect(bench.submissions()[0]?.paths.sort()).toEqual(['p/a.txt', 'p/c.pdf']);
});

test('given by hand: one is refused by itself, several where they would be one Task', async () => {
  await using bench = await intakeBench({ start: false });
  await bench.put('large.txt', text(49));
  await bench.put('a.txt', text(25, 'a'));
  await bench.put('b.txt', text(25, 'b'));
  const code = 'file.too-much-text';
  const { ledger, spool } = bench;
  const { drops, id, files } = await dropOf(bench, 'large.txt', 'a.txt', 'b.txt');
  expect(files.map((file) => file.problem?.code ?? file.state)).toEqual([code, 'ready', 'ready']);
  await expect(drops.send(id, { ...REQUEST, grouping: 'together' })).rejects.toMatchObject({ code });
  await expect(drops.handOver(id, () => 'never')).rejects.toMatchObject({ code });
  expect(bench.submissions()).toEqual([]);
  expect(await drops.send(id, REQUEST)).toHaveLength(2);

  await rename(bench.at('a.txt'), bench.at('c.txt'));
  const byCommand = { ledger, spool, taskType: 'other', clock: systemClock, random: seededRandom(7) };
  const outcome = await submitDrop({
    ...byCommand,
    paths: [bench.at('b.txt'), bench.at('c.txt')],
    together: true,
  });
  expect(outcome).toMatchObject({ submissionIds: [], notTaken: [{ code }, { code }] });
  expect(await copiesOf(bench)).toHaveLength(2);
  expectDropsAddUp(bench, 5);
});
