import { expect, it } from 'vitest';
import type { Giving } from '../../../../src-main/core/drops/open-drop.ts';
import { intakeBench, pdf } from '../folders/intake-bench.ts';
import { copiesOf, expectDropsAddUp, fatesOf } from '../folders/support/drop-looks.ts';
import { dropSessionsOf, openDropBench, REQUEST } from './support/drop-sessions.ts';

async function* bytes(...pieces: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece;
    yield Buffer.from(piece);
  }
}

it('refuses a stream that is not what it was said to be, and keeps no copy of a stream that broke off', async () => {
  const { bench, drops, id } = await openDropBench();
  const whole = pdf('whole');
  await drops.addStream(id, { path: 'short.pdf', size: 1_000 }, bytes(whole));
  await drops.addStream(id, { path: 'long.pdf', size: 10 }, bytes(whole));
  await drops.addStream(id, { path: 'broken.pdf', size: whole.length }, bytes('%PDF', new Error('reset')));
  await drops.addStream(id, { path: 'cut.pdf', size: 8 }, bytes('%PDF-1.4'));
  await drops.addStream(id, { path: 'scans/.DS_Store', size: 8 }, bytes('xxxxxxxx'));
  let drop = await drops.addStream(id, { path: 'none.pdf', size: 0 }, bytes());
  expect(fatesOf(drop.files)).toEqual({
    'short.pdf': 'file.broken-off',
    'long.pdf': 'file.broken-off',
    'broken.pdf': 'file.broken-off',
    'cut.pdf': 'file.unfinished',
    'scans/.DS_Store': 'macos-metadata',
    'none.pdf': 'file.empty',
  });
  // A person may still decide to send the incomplete file, so the drop keeps a copy of the file.
  expect(await copiesOf(bench)).toHaveLength(1);
  // Given once more, it takes the place of the one that broke off.
  drop = await drops.addStream(id, { path: 'broken.pdf', size: whole.length }, bytes(whole));
  expect(drop.files.filter((file) => file.path === 'broken.pdf').map((file) => file.state)).toEqual([
    'ready',
  ]);
  await drops.send(id, REQUEST);
  expect(await copiesOf(bench)).toHaveLength(1);
  expect(expectDropsAddUp(bench, 6)).toMatchObject({ queued: 1, held: 4, ignored: 1 });
});

it('I1: another document under the name of a refused one takes no place of it', async () => {
  const { bench, drops, id } = await openDropBench();
  const other = pdf('of another patient');
  await drops.addStream(id, { path: 'scan.pdf', size: 8 }, bytes('%PDF-1.4'));
  const drop = await drops.addStream(id, { path: 'scan.pdf', size: other.length }, bytes(other));
  expect(fatesOf(drop.files)).toEqual({ 'scan.pdf': 'file.unfinished', 'scan (2).pdf': 'ready' });
  await drops.send(id, REQUEST);
  expect(expectDropsAddUp(bench, 2)).toMatchObject({ queued: 1, held: 1 });
});

it('folders of one name are a Task each, and none goes before all that was given has come', async () => {
  const { bench, drops, id } = await openDropBench();
  const give = async (giving: Giving, ...paths: string[]) => {
    for (const path of paths) {
      const content = pdf(`${giving.id} ${giving.entry} ${path}`);
      await drops.addStream(id, { path, size: content.length, giving }, bytes(content));
    }
  };
  await give({ id: 'first', files: 2, entry: 0 }, 'Scans/1.pdf', 'Scans/2.pdf');
  await give({ id: 'second', files: 3, entry: 0 }, 'Scans/1.pdf', 'Scans/3.pdf');
  // The page is loaded anew, and what it has not begun with never comes.
  await expect(drops.send(id, { ...REQUEST, grouping: 'folder' })).rejects.toMatchObject({
    code: 'drop.incomplete',
  });
  await expect(drops.handOver(id, () => 'none')).rejects.toMatchObject({ code: 'drop.incomplete' });
  expect(bench.submissions()).toEqual([]);
  await give({ id: 'second', files: 3, entry: 1 }, 'Scans/1.pdf');
  await drops.send(id, { ...REQUEST, grouping: 'folder' });
  expect(bench.sent()).toEqual([
    ['Scans/1.pdf', 'Scans/2.pdf'],
    ['Scans (2)/1.pdf', 'Scans (2)/3.pdf'],
    ['Scans (3)/1.pdf'],
  ]);
});

it('keeps nothing of a stream whose copy cannot be looked at', async () => {
  await using bench = await intakeBench({ start: false });
  const spool = { ...bench.spool, pathOf: (name: string) => `${bench.spool.pathOf(name)}.gone` };
  const drops = dropSessionsOf({ ledger: bench.ledger, spool });
  const { id } = drops.open();
  const whole = pdf('whole');
  const drop = await drops.addStream(id, { path: 'whole.pdf', size: whole.length }, bytes(whole));
  expect(fatesOf(drop.files)).toEqual({ 'whole.pdf': 'file.unreadable' });
  expect(await copiesOf(bench)).toEqual([]);
});

it('takes no name for a path on disk', async () => {
  const { bench, drops, id } = await openDropBench();
  const names = [
    '../../../etc/passwd',
    '/etc/passwd',
    'C:\\Windows\\x.pdf',
    'nul\u0000byte.pdf',
    `${'x'.repeat(5_000)}.pdf`,
    `${'deep/'.repeat(500)}end.pdf`,
    'same.pdf',
    'same.pdf',
    'invoice\u202Efdp.exe',
    '\uD800.pdf',
    '..',
    '',
  ];
  for (const [index, path] of names.entries()) {
    const content = pdf(String(index));
    await drops.addStream(id, { path, size: content.length }, bytes(content));
  }
  const { files } = drops.get(id);
  expect(files.filter(({ state }) => state !== 'ready').map(({ path }) => path)).toEqual(['invoicefdp.exe']);
  const shown = files.map((file) => file.path);
  expect(new Set(shown).size).toBe(names.length);
  expect(shown.slice(0, 4)).toEqual(['etc/passwd', 'etc/passwd (2)', 'C/Windows/x.pdf', 'nulbyte.pdf']);
  expect(shown[4]).toMatch(/^x+…x+\.pdf$/);
  const others = shown.slice(6);
  expect(others).toEqual(['same.pdf', 'same (2).pdf', 'invoicefdp.exe', '\uFFFD.pdf', 'file', 'file (2)']);
  for (const path of shown) expect(path).not.toMatch(/^\/|\.\.|\\|\p{Cc}|\u202E/u);
  await drops.send(id, { ...REQUEST, grouping: 'together' });
  // Nothing has a path here to be read again from, and nothing says it had.
  expect(bench.rows().every((row) => !row.path.startsWith('/'))).toBe(true);
  expectDropsAddUp(bench, names.length);
});

it('drops what was still arriving when it was discarded, and sends nothing while it arrives', async () => {
  const { bench, drops, id } = await openDropBench();
  const content = pdf('late');
  const gate = Promise.withResolvers<void>();
  const adding = drops.addStream(
    id,
    { path: 'late.pdf', size: content.length },
    (async function* () {
      yield Buffer.from(content.slice(0, 5));
      await gate.promise;
      yield Buffer.from(content.slice(5));
    })(),
  );
  expect(drops.get(id).reading).toBe(true);
  await expect(drops.send(id, REQUEST)).rejects.toMatchObject({ code: 'drop.reading' });
  await drops.discard(id);
  gate.resolve();
  await expect(adding).rejects.toMatchObject({ code: 'drop.unknown' });
  expect(await copiesOf(bench)).toEqual([]);
});
