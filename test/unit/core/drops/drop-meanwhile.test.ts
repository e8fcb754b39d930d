import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { DropRequest } from '../../../../src-main/core/drops/queue-drop.ts';
import { intakeBench, pdf } from '../folders/intake-bench.ts';
import { dropBench, dropOf, dropSessionsOf, REQUEST } from './support/drop-sessions.ts';

/** The work that the watched folder is for, too. */
const WORK: DropRequest = { ...REQUEST, taskType: 'prior-auth' };

/** A folder with a packet of two pages, and the first of them in an open drop from before the packet was sent. */
async function pageAndPacket() {
  const bench = await intakeBench({ rule: { group: 'folder', backlog: 'send' }, start: false });
  for (const name of ['card', 'visit']) await bench.put(`Maria/${name}.pdf`, pdf(name));
  const { drops, id, files } = await dropOf(bench, 'Maria/card.pdf');
  expect(files.map((file) => file.state)).toEqual(['ready']);
  await bench.intake.start();
  await bench.submitted(1);
  return { bench, drops, id };
}

it('I2: a document that its folder sent while it lay in an open drop is not sent again', async () => {
  const { bench, drops, id } = await pageAndPacket();
  await using _ = bench;
  await expect(drops.send(id, WORK)).rejects.toMatchObject({ code: 'drop.nothing-to-send' });
  expect(bench.sent()).toEqual([['Maria/card.pdf', 'Maria/visit.pdf']]);
  // The drop is still open, and says why.
  expect(drops.get(id).files.map((file) => file.state)).toEqual(['duplicate']);
  await bench.put('other.pdf');
  await drops.addPaths(id, [bench.at('other.pdf')]);
  expect(await drops.send(id, WORK)).toHaveLength(1);
  expect(bench.sent().slice(1)).toEqual([['other.pdf']]);
  // Of the document that went with its packet there is no copy but that one.
  expect(await readdir(bench.spool.dir)).toHaveLength(3);
});

it('I2: of two open drops the second does not send what went with the first; with a new page it goes whole', async () => {
  const { bench, drops } = await dropBench();
  const open = async (...names: string[]) => {
    for (const name of names) await bench.put(name, pdf(name));
    const { id } = drops.open();
    await drops.addPaths(
      id,
      names.map((name) => bench.at(name)),
    );
    return id;
  };
  const both = await open('card.pdf', 'visit.pdf');
  const one = await open('card.pdf');
  const more = await open('card.pdf', 'form.pdf');
  await drops.send(both, { ...WORK, grouping: 'together' });
  await expect(drops.send(one, WORK)).rejects.toMatchObject({ code: 'drop.nothing-to-send' });
  await drops.send(more, { ...WORK, grouping: 'together' });
  expect(bench.sent()).toEqual([
    ['card.pdf', 'visit.pdf'],
    ['card.pdf', 'form.pdf'],
  ]);
});

it('I2: of a ledger that fails while a document is looked at, the drop goes on; it is asked again before it is sent', async () => {
  await using bench = await intakeBench({ start: false });
  const { ledger, spool } = bench;
  let failing = false;
  const prepared = (sql: string) => {
    if (failing && sql.includes('submission_file')) throw new Error('disk I/O error');
    return ledger.prepared(sql);
  };
  const drops = dropSessionsOf({ spool, ledger: { ...ledger, prepared } });
  await bench.put('card.pdf');
  const first = drops.open();
  await drops.addPaths(first.id, [bench.at('card.pdf')]);
  await drops.send(first.id, WORK);

  const second = drops.open();
  failing = true;
  const drop = await drops.addPaths(second.id, [bench.at('card.pdf')]);
  expect(drop).toMatchObject({ reading: false, files: [{ state: 'ready' }] });
  failing = false;
  await expect(drops.send(second.id, WORK)).rejects.toMatchObject({ code: 'drop.nothing-to-send' });
  expect(bench.sent()).toEqual([['card.pdf']]);
  await drops.discard(second.id);
  expect(await readdir(spool.dir)).toHaveLength(1);
});
