import { spawnSync } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { addMessage } from '../../../../src-main/core/ledger/tables/messages.ts';
import { filesPage } from '../../../../src-main/core/views/files-page-view.ts';
import { needing, needs } from '../../../support/machine.ts';
import { intakeBench, pdf } from '../folders/intake-bench.ts';
import { copiesOf, expectDropsAddUp, fatesOf } from '../folders/support/drop-looks.ts';
import { dropBench, dropOf, REQUEST } from './support/drop-sessions.ts';

it('copies what is dropped at once and says of each file what becomes of it', async () => {
  await using bench = await intakeBench({ start: false });
  await mkdir(bench.at('packet/sub'), { recursive: true });
  await mkdir(bench.at('packet/@eaDir'), { recursive: true });
  await bench.put('packet/a.pdf', pdf('a'));
  await bench.put('packet/sub/b.pdf', pdf('b'));
  await bench.put('packet/.DS_Store', 'x');
  await bench.put('packet/@eaDir/thumb.jpg', 'x');
  await bench.put('packet/empty.txt', '');
  await bench.put('packet/cut.pdf', '%PDF-1.4');
  await symlink(bench.at('packet/a.pdf'), bench.at('packet/link.pdf'));
  const { drops, id, files, reading } = await dropOf(bench, 'packet', 'packet/a.pdf', 'no.pdf');
  expect(fatesOf(files)).toEqual({
    'packet/a.pdf': 'ready',
    'packet/sub/b.pdf': 'ready',
    'packet/.DS_Store': 'macos-metadata',
    'packet/@eaDir/thumb.jpg': 'nas-metadata',
    'packet/empty.txt': 'file.empty',
    'packet/cut.pdf': 'file.unfinished',
    'packet/link.pdf': 'symlink',
    'no.pdf': 'file.unreadable',
  });
  expect(reading).toBe(false);
  // A person may still decide to send the incomplete file, so the drop keeps a copy of the file.
  expect(await copiesOf(bench)).toHaveLength(3);
  // I3: what goes out is what was dropped, whatever becomes of the source.
  await bench.put('packet/a.pdf', pdf('changed'));
  expect(await drops.send(id, { ...REQUEST, grouping: 'folder', name: 'Packet' })).toHaveLength(1);
  expect(bench.submissions()[0]?.paths).toEqual(['packet/a.pdf', 'packet/sub/b.pdf']);
  expect(expectDropsAddUp(bench, 8)).toMatchObject({ queued: 2, held: 3, ignored: 3 });
  expect(() => drops.get(id)).toThrow('You can no longer review these files');
});

it('shows two folders of one name apart, as they go', async () => {
  await using bench = await intakeBench({ start: false });
  for (const patient of ['anna', 'bert']) await bench.put(`${patient}/Scans/1.pdf`);
  await bench.put('bert/Scans/2.pdf');
  const { drops, id } = await dropOf(bench, 'anna/Scans');
  const { files } = await drops.addPaths(id, [bench.at('bert/Scans')]);
  const shown = ['Scans/1.pdf', 'Scans (2)/1.pdf', 'Scans (2)/2.pdf'];
  expect(files.map(({ path }) => path)).toEqual(shown);
  await drops.send(id, { ...REQUEST, grouping: 'folder' });
  expect(bench.sent()).toEqual([shown.slice(0, 1), shown.slice(1)]);
});

it('I3: a file that was corrected and added again takes the place of the version before', async () => {
  const bench = await intakeBench({ start: false });
  await bench.put('a.pdf', pdf('old'));
  const { drops, id } = await dropOf(bench, 'a.pdf');
  await bench.put('a.pdf', pdf('corrected and longer'));
  const { files } = await drops.addPaths(id, [bench.at('a.pdf')]);
  expect(files).toMatchObject([{ path: 'a.pdf', state: 'ready', size: pdf('corrected and longer').length }]);
  expect(await copiesOf(bench)).toHaveLength(1);
});

it('groups as asked, and leaves what went before unless told to send it again', async () => {
  const { bench, drops } = await dropBench();
  for (const name of ['a', 'b', 'c']) await bench.put(`${name}.pdf`);
  const first = drops.open();
  await drops.addPaths(first.id, [bench.at('a.pdf'), bench.at('b.pdf')]);
  expect(await drops.send(first.id, REQUEST)).toHaveLength(2);

  const again = drops.open();
  const drop = await drops.addPaths(again.id, [bench.at('a.pdf'), bench.at('b.pdf')]);
  expect(drop.files.map((file) => file.state)).toEqual(['ready', 'ready']);
  await drops.setPurpose(again.id, REQUEST);
  expect(drops.get(again.id).files.map((file) => file.state)).toEqual(['duplicate', 'duplicate']);
  await expect(drops.send(again.id, REQUEST)).rejects.toMatchObject({ code: 'drop.nothing-to-send' });
  expectDropsAddUp(bench, 2);
  await drops.addPaths(again.id, [bench.at('c.pdf')]);
  expect(await drops.send(again.id, REQUEST)).toHaveLength(1);
  expect(expectDropsAddUp(bench, 5)).toMatchObject({ queued: 3, duplicate: 2 });
  expect(await copiesOf(bench)).toHaveLength(3);

  const third = drops.open();
  await drops.addPaths(third.id, [bench.at('a.pdf'), bench.at('b.pdf')]);
  expect(await drops.send(third.id, { ...REQUEST, grouping: 'together', duplicates: true })).toHaveLength(1);
  expect(expectDropsAddUp(bench, 7)).toMatchObject({ queued: 5, duplicate: 2 });
});

it('removes and forgets copies, and keeps those of open drops from the sweep', async () => {
  const bench = await intakeBench({ start: false });
  await bench.put('a.pdf', pdf('a'));
  await bench.put('b.pdf', pdf('b'));
  const { drops, id, files } = await dropOf(bench, 'a.pdf', 'b.pdf');
  await drops.removeFile(id, files[0]?.index ?? -1);
  expect(await copiesOf(bench)).toEqual(drops.spoolNames());
  await drops.discard(id);
  expect(await copiesOf(bench)).toEqual([]);
  await expect(drops.discard(id)).rejects.toMatchObject({ code: 'drop.unknown' });
  expectDropsAddUp(bench, 0);
});

it('hands the files to an answer, all or nothing (I1)', async () => {
  const bench = await intakeBench({ start: false });
  await bench.put('a.pdf', pdf('a'));
  await bench.put('cut.pdf', '%PDF-1.4');
  const { drops, id } = await dropOf(bench, 'a.pdf', 'cut.pdf');
  await expect(
    drops.handOver(id, () => {
      throw new Error('no such Task');
    }),
  ).rejects.toThrow('no such Task');
  expectDropsAddUp(bench, 0);
  await drops.handOver(id, (files) => {
    const payload = { kind: 'answer', data: null } as const;
    addMessage(bench.ledger, { id: 'm1', taskUuid: 't', payload, files, actor: 'x' }, 0);
    return 'm1';
  });
  expect(expectDropsAddUp(bench, 2)).toMatchObject({ queued: 1, held: 1 });
  expect(() => drops.get(id)).toThrow();
  expect(await copiesOf(bench)).toHaveLength(1);
});

it('sends a drop once, however often it is asked to at a time', async () => {
  const bench = await intakeBench({ start: false });
  await bench.put('a.pdf', pdf('a'));
  const { drops, id } = await dropOf(bench, 'a.pdf');
  const outcomes = await Promise.allSettled([
    drops.send(id, REQUEST),
    drops.send(id, { ...REQUEST, duplicates: true }),
    drops.discard(id),
  ]);
  expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  const sent = bench.submissions().length;
  expect(await copiesOf(bench)).toHaveLength(sent);
  expectDropsAddUp(bench, sent);
});

it('says when there is too much', async () => {
  const { bench, drops } = await dropBench();
  for (let index = 0; index <= 10_000; index++) await bench.put(`many/${index}.txt`, '');
  const { id } = drops.open();
  await expect(drops.addPaths(id, [bench.at('many')])).rejects.toMatchObject({
    code: 'drop.too-many-files',
  });
  expect(drops.get(id)).toMatchObject({ files: [], reading: false });
  await rm(bench.at('many/0.txt'));
  await drops.addPaths(id, [bench.at('many')]);
  // Files that come one by one are told apart from those that did not come.
  await expect(
    drops.addStream(id, { path: 'last.txt', size: 1 }, Readable.from([Buffer.from('x')])),
  ).rejects.toThrow('10,000 files are added');
  expect(drops.get(id).files).toHaveLength(10_000);
  for (let index = 1; index < 64; index++) drops.open();
  expect(() => drops.open()).toThrow('already 64 open drafts');
});

it('says that the disk is full, and keeps nothing half', needing(needs.posix), async () => {
  await using bench = await intakeBench({ start: false });
  await writeFile(bench.at('large.txt'), 'x'.repeat(8 * 1024 * 1024));
  await mkdir(bench.at('station'));
  const script = fileURLToPath(new URL('./full-disk-drop.ts', import.meta.url));
  // A limit on the file size stands in for the full disk.
  const limited = `trap '' XFSZ; ulimit -f 4096; exec "$0" "$@"`;
  const run = spawnSync(
    'sh',
    ['-c', limited, process.execPath, script, bench.at('station'), bench.at('large.txt')],
    { encoding: 'utf8' },
  );
  expect(run.stderr).toBe('');
  const refused = [
    'refused',
    'spool.full',
    'Free some space on the disk of this computer, or ask your IT department to check the disk. Then add the document again.',
  ];
  expect(JSON.parse(run.stdout)).toEqual({ files: [refused, refused], copies: 0 });
});

it('holds back an incomplete file until a person sends the file anyway', async () => {
  const { bench, drops } = await dropBench();
  await bench.put('cut.pdf', '%PDF-1.4 half a page');
  await bench.put('empty.pdf', '');
  const { id } = drops.open();
  const { files } = await drops.addPaths(id, [bench.at('cut.pdf'), bench.at('empty.pdf')]);
  expect(files).toMatchObject([
    { path: 'cut.pdf', state: 'refused', problem: { code: 'file.unfinished' }, can_be_sent: true },
    { path: 'empty.pdf', state: 'refused', problem: { code: 'file.empty' }, can_be_sent: false },
  ]);
  await expect(drops.send(id, REQUEST)).rejects.toMatchObject({ code: 'drop.nothing-to-send' });
  const [cut, empty] = files.map(({ index }) => index);
  expect(drops.sendAnyway(id, cut ?? 0).files).toMatchObject([
    { path: 'cut.pdf', state: 'ready', can_be_sent: false },
    { path: 'empty.pdf', state: 'refused' },
  ]);
  // No copy of an empty file exists, so a late press of the button changes nothing.
  expect(fatesOf(drops.sendAnyway(id, empty ?? 0).files)).toMatchObject({ 'empty.pdf': 'file.empty' });
  expect(await drops.send(id, REQUEST)).toHaveLength(1);
  expect(bench.sent()).toEqual([['cut.pdf']]);
  expect(expectDropsAddUp(bench, 2)).toMatchObject({ queued: 1, held: 1 });
});

it('holds back what is no document, also behind the name of a document, until a person sends the file anyway', async () => {
  const { bench, drops } = await dropBench();
  await bench.put('setup.exe', 'MZ');
  const { id } = drops.open();
  await drops.addPaths(id, [bench.at('setup.exe')]);
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);
  const drop = await drops.addStream(id, { path: 'scan.pdf', size: zip.length }, Readable.from([zip]));
  expect(fatesOf(drop.files)).toEqual({
    'setup.exe': 'file.not-a-document',
    'scan.pdf': 'file.not-a-document',
  });
  expect(await copiesOf(bench)).toHaveLength(2);
  expect(drops.spoolNames()).toHaveLength(2);
  await expect(drops.send(id, REQUEST)).rejects.toMatchObject({ code: 'drop.nothing-to-send' });
  const index = drop.files.find(({ path }) => path === 'scan.pdf')?.index ?? 0;
  expect(fatesOf(drops.sendAnyway(id, index).files)).toMatchObject({ 'scan.pdf': 'ready' });
  expect(await drops.send(id, REQUEST)).toHaveLength(1);
  expect(bench.sent()).toEqual([['scan.pdf']]);
  expect(await copiesOf(bench)).toHaveLength(1);
  expect(expectDropsAddUp(bench, 2)).toMatchObject({ queued: 1, held: 1 });
  // Clearfolder has no copy of the unsent file, so nobody is offered to send the file from the record.
  const { rows } = filesPage(bench.ledger, {
    folder: null,
    drops: true,
    states: ['held'],
    offset: 0,
    length: 9,
  });
  expect(rows).toMatchObject([{ path: bench.at('setup.exe'), can_be_sent: false }]);
  expect(rows[0]?.problem?.next).toContain('add it again');
  const decided = bench.intake.decideFile(rows[0]?.id ?? 0, 'send');
  await expect(decided).rejects.toMatchObject({ code: 'file.by-hand', next: 'Add the file again.' });
});
