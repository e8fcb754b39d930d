import { mkdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { submitDrop } from '../../../../src-main/core/drops/submit-drop.ts';
import { submissionTable } from '../../../../src-main/core/ledger/tables/submissions.ts';
import type { ContentFault } from '../../../../src-main/core/spool/format-end.ts';
import { seededRandom } from '../../../support/random.ts';
import { type IntakeBench, intakeBench, pdf } from '../folders/intake-bench.ts';
import { copiesOf, expectDropsAddUp } from '../folders/support/drop-looks.ts';

const random = seededRandom(7);
const drop = (bench: IntakeBench, paths: string[], together = false, accept: readonly ContentFault[] = []) =>
  submitDrop({
    ledger: bench.ledger,
    spool: bench.spool,
    paths: paths.map((path) => bench.at(path)),
    taskType: 'intake',
    together,
    accept,
    clock: systemClock,
    random,
  });

it('files given by hand become a Task each; what is not taken is reported and counted', async () => {
  await using bench = await intakeBench({ start: false });
  await mkdir(bench.at('d/sub'), { recursive: true });
  await bench.put('d/a.pdf', pdf('a'));
  await bench.put('d/sub/b.pdf');
  await bench.put('d/copy.pdf', pdf('a'));
  await bench.put('d/.DS_Store', 'x');
  await bench.put('d/empty.txt', '');
  await bench.put('d/cut.pdf', '%PDF-1.4');
  const outcome = await drop(bench, ['d', 'd/a.pdf', 'nowhere.pdf']);
  expect(outcome.submissionIds).toHaveLength(2);
  expect(outcome.notTaken.map((one) => one.code).sort()).toEqual([
    'file.duplicate-waits',
    'file.empty',
    'file.unfinished',
    'file.unreadable',
    'ignored.macos-metadata',
  ]);
  expect(expectDropsAddUp(bench, 6)).toMatchObject({
    queued: 2,
    held: 2,
    ignored: 1,
    duplicate: 1,
  });
});

it('files given by hand become one Task together, or none while one of them cannot go', async () => {
  await using bench = await intakeBench({ start: false });
  await bench.put('a.pdf', pdf('a'));
  await bench.put('b.json', '{"a":1}');
  const good = await drop(bench, ['a.pdf', 'b.json'], true);
  expect(good).toMatchObject({ notTaken: [], submissionIds: [expect.any(String)] });
  expect(bench.submissions()[0]?.paths).toHaveLength(2);
  await bench.put('c.pdf');
  await bench.put('d.pdf', '');
  const bad = await drop(bench, ['c.pdf', 'd.pdf'], true);
  expect(bad.submissionIds).toEqual([]);
  expect(bad.notTaken.map((one) => one.code).sort()).toEqual(['file.empty', 'file.group-held']);
  expect(expectDropsAddUp(bench, 4)).toMatchObject({ queued: 2, held: 2 });
  // Nor while one of them is not found, as where its name is misspelled.
  const missing = await drop(bench, ['c.pdf', 'dd.pdf'], true);
  expect(missing.submissionIds).toEqual([]);
  expect(missing.notTaken.map((one) => one.code)).toEqual(['file.unreadable', 'file.group-held']);
  expectDropsAddUp(bench, 5);
});

it('a program or an incomplete file is not sent by hand unless the caller says so', async () => {
  await using bench = await intakeBench({ start: false });
  await bench.put('setup.exe', 'MZ');
  const held = await drop(bench, ['setup.exe']);
  expect(held).toMatchObject({ submissionIds: [], notTaken: [{ code: 'file.not-a-document' }] });
  expect(await copiesOf(bench)).toEqual([]);
  expect((await drop(bench, ['setup.exe'], false, ['file.not-a-document'])).submissionIds).toHaveLength(1);
  await bench.put('cut.pdf', '%PDF-1.4 half a page');
  await bench.put('portal.pdf', '<!DOCTYPE html><html>Please sign in</html>');
  expect(await drop(bench, ['portal.pdf'], false, ['file.not-a-document'])).toMatchObject({
    submissionIds: [],
    notTaken: [{ code: 'file.web-page' }],
  });
  expect((await drop(bench, ['portal.pdf'], false, ['file.web-page'])).submissionIds).toHaveLength(1);
  const cut = await drop(bench, ['cut.pdf'], false, ['file.not-a-document']);
  expect(cut).toMatchObject({ submissionIds: [], notTaken: [{ code: 'file.unfinished' }] });
  expect((await drop(bench, ['cut.pdf'], false, ['file.unfinished'])).submissionIds).toHaveLength(1);
});

it('typed text and data become documents; a chosen reference belongs to one Task of a drop, and other Tasks may share the reference', async () => {
  await using bench = await intakeBench({ start: false });
  const submit = (more: Partial<Parameters<typeof submitDrop>[0]>) =>
    submitDrop({
      ...{ ledger: bench.ledger, spool: bench.spool, paths: [], taskType: 'intake', together: true },
      ...{ clock: systemClock, random, ...more },
    });
  const typed = [
    { kind: 'text', name: 'a/b', text: 'Office visit' },
    { kind: 'json', name: '', text: '{"member_id":"A1"}' },
  ] as const;
  const callbackTemplate = 'https://clinic.example/done/{uuid}';
  const two = submit({ typed, together: false, externalId: 'claim-7' });
  await expect(two).rejects.toMatchObject({ code: 'drop.one-reference' });
  expect(bench.submissions()).toEqual([]);
  const { submissionIds } = await submit({ typed, externalId: 'claim-7', callbackTemplate });
  const [id = ''] = submissionIds;
  expect(submissionTable(bench.ledger).get(id)).toMatchObject({
    external_id: id,
    reference: 'claim-7',
    callback_template: callbackTemplate,
  });
  expect(submissionTable(bench.ledger).files(id)).toMatchObject([
    { file_name: 'a-b.txt', media_type: 'text/plain' },
    { file_name: 'Typed data.json', media_type: 'application/json' },
  ]);
  const again = await submit({ typed: [{ ...typed[0], text: 'another' }], externalId: 'claim-7' });
  expect(again.submissionIds).toHaveLength(1);
  const bad = submit({ typed: [{ kind: 'json', name: '', text: '[1]' }] });
  await expect(bad).rejects.toMatchObject({ code: 'drop.not-json' });
});
