import { mkdir, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { folderRuleSchema } from '../../../../src-main/contract/settings.ts';
import { filesPage } from '../../../../src-main/core/views/files-page-view.ts';
import { until } from '../../../support/until.ts';
import { intakeBench, pdf } from './intake-bench.ts';

const PROGRAM = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(400)]);
const files = {
  'setup.exe': PROGRAM,
  'scan.pdf': pdf('scan'),
  'letter.txt': 'Dear colleague',
  'Arztbrief vom 3.5.2026': pdf('no extension'),
  'backup.tar.gz': Buffer.from([0x1f, 0x8b, 8, 0]),
  'disguised.pdf': Buffer.concat([PROGRAM, Buffer.from('2')]),
  'report.xyz': 'unknown',
};
const NO_DOCUMENTS = ['backup.tar.gz', 'disguised.pdf', 'report.xyz', 'setup.exe'];
const write = async (folder: string) => {
  for (const [name, content] of Object.entries(files)) await writeFile(`${folder}/${name}`, content);
};
const heldAs = (bench: Awaited<ReturnType<typeof intakeBench>>, code: string) =>
  bench
    .rows()
    .filter((row) => row.state === 'held' && row.problem_code === code)
    .map(({ path }) => path)
    .sort();

it('programs, archives and unknown types in a folder are held; a person can send one anyway', async () => {
  await using bench = await intakeBench({ rule: { backlog: 'send' }, before: write });
  await bench.submitted(3);
  await until(() => heldAs(bench, 'file.not-a-document').length === 4);
  expect(heldAs(bench, 'file.not-a-document')).toEqual(NO_DOCUMENTS);
  await bench.intake.rescan('scans');
  await until(() => !bench.intake.busy());
  expect(heldAs(bench, 'file.not-a-document')).toEqual(NO_DOCUMENTS);
  for (const name of ['setup.exe', 'disguised.pdf'])
    await bench.intake.decideFile(bench.rows().find(({ path }) => path === name)?.id ?? 0, 'send');
  await bench.submitted(5);
});

it('a pattern that names a type makes files of this type documents, for files that are held already too', async () => {
  await using bench = await intakeBench({ rule: { backlog: 'send' }, before: write });
  await until(() => heldAs(bench, 'file.not-a-document').length === 4);
  const rule = {
    id: 'scans',
    path: bench.folder,
    taskType: 'prior-auth',
    quietSeconds: 0.15,
    backlog: 'send',
  };
  await bench.intake.setRules([folderRuleSchema.parse({ ...rule, include: ['**/*', '**/*.xyz'] })]);
  await bench.submitted(4);
  expect(heldAs(bench, 'file.not-a-document')).not.toContain('report.xyz');
});

it('files from before the rule that are empty or no documents say so, and an empty file is never sent', async () => {
  const before = async (folder: string) => {
    for (const name of ['empty.pdf', 'heart.xyz', 'scan.pdf'])
      await writeFile(`${folder}/${name}`, name === 'empty.pdf' ? '' : name);
  };
  await using bench = await intakeBench({ before });
  const page = { folder: 'scans', drops: false, states: [], offset: 0, length: 9 };
  const { rows } = filesPage(bench.ledger, page, (_, path) => !path.endsWith('.xyz'));
  expect(Object.fromEntries(rows.map(({ path, problem }) => [path, problem?.code]))).toEqual({
    'empty.pdf': 'file.empty',
    'heart.xyz': 'file.not-a-document',
    'scan.pdf': 'file.backlog',
  });
  const empty = rows.find(({ path }) => path === 'empty.pdf')?.id ?? 0;
  await expect(bench.intake.decideFile(empty, 'send')).rejects.toMatchObject({ code: 'file.empty' });
  expect(bench.submissions()).toEqual([]);
});

const PAGE = `<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body>${'<p>Please sign in.</p>'.repeat(40)}</body></html>\n`;

it('a web page with the name of a PDF is held as a web page, also where its end is missing; a PDF in its place goes out', async () => {
  await using bench = await intakeBench({
    rule: { backlog: 'send' },
    before: async (folder) => {
      await writeFile(`${folder}/report.pdf`, PAGE);
      await writeFile(`${folder}/half.pdf`, PAGE.slice(0, 200));
      await writeFile(`${folder}/page.txt`, PAGE);
    },
  });
  await bench.submitted(1);
  await until(() => heldAs(bench, 'file.web-page').length === 2);
  expect(bench.sent()).toEqual([['page.txt']]);
  const { rows } = filesPage(
    bench.ledger,
    { folder: 'scans', drops: false, states: ['held'], offset: 0, length: 9 },
    () => true,
  );
  expect(rows[0]?.problem?.message).toContain('The file is named .pdf but is a web page');
  await bench.put('report.pdf', pdf('downloaded again'));
  await bench.submitted(2);
  await bench.intake.decideFile(bench.row('half.pdf')?.id ?? 0, 'send');
  await bench.submitted(3);
});

it.each([
  ['a web page', PAGE],
  ['a file without its end', pdf('half').slice(0, -8)],
])('%s in a group goes with its group after the decision', async (_, bytes) => {
  await using bench = await intakeBench({
    rule: { backlog: 'send', group: 'folder' },
    before: async (folder) => {
      await mkdir(`${folder}/mueller`);
      await writeFile(`${folder}/mueller/page.pdf`, pdf('page'));
      await writeFile(`${folder}/mueller/portal.pdf`, bytes);
    },
  });
  await until(() => heldAs(bench, 'file.group-held').length === 1);
  await bench.intake.decideFile(bench.row('mueller/portal.pdf')?.id ?? 0, 'send');
  await bench.submitted(1);
  expect(bench.sent()).toEqual([['mueller/page.pdf', 'mueller/portal.pdf']]);
});

const CONFLICT_COPIES = [
  'letter.sync-conflict-20261128-101112-ABCDEF7.pdf',
  'letter (conflicted copy 2026-11-28 101112).pdf',
  "letter (Anna's conflicted copy 2026-11-28).pdf",
  'letter_conflict-20261128-101112.pdf',
  'letter (SFConflict anna@example.org 2026-11-28-10-11-12).pdf',
  'letter_NAS_Nov-28-101112-2026_Conflict.pdf',
  'letter.Conflict.pdf',
];
const NO_CONFLICT_COPIES = [
  'letter.pdf',
  'letter (1).pdf',
  'Copy of letter.pdf',
  'Conflict of interest.pdf',
  'sync-conflict.pdf',
  'Patient_Conflict.pdf',
];

it('the other versions that sync programs keep are held, and go out when a person says so; names like theirs go out', async () => {
  await using bench = await intakeBench({
    rule: { backlog: 'send' },
    before: async (folder) => {
      for (const name of [...CONFLICT_COPIES, ...NO_CONFLICT_COPIES])
        await writeFile(`${folder}/${name}`, pdf(name));
    },
  });
  await bench.submitted(NO_CONFLICT_COPIES.length);
  await until(() => heldAs(bench, 'file.conflict-copy').length === CONFLICT_COPIES.length);
  await bench.rested();
  expect(bench.sent().flat().sort()).toEqual(NO_CONFLICT_COPIES.toSorted());
  await bench.intake.decideFile(bench.row(CONFLICT_COPIES[0] ?? '')?.id ?? 0, 'send');
  await bench.submitted(NO_CONFLICT_COPIES.length + 1);
});

it('an older version that a sync program kept is not mixed into a packet', async () => {
  await using bench = await intakeBench({
    rule: { backlog: 'send', group: 'folder' },
    before: async (folder) => {
      await mkdir(`${folder}/mueller`);
      await writeFile(`${folder}/mueller/letter.pdf`, pdf('letter'));
      await writeFile(`${folder}/mueller/${CONFLICT_COPIES[0]}`, pdf('older letter'));
    },
  });
  await until(() => heldAs(bench, 'file.group-held').length === 1);
  await bench.intake.decideFile(bench.row(`mueller/${CONFLICT_COPIES[0]}`)?.id ?? 0, 'leave-out');
  await bench.submitted(1);
  expect(bench.sent()).toEqual([['mueller/letter.pdf']]);
});

it('a file that is no document holds its group, and goes with its group after the decision', async () => {
  await using bench = await intakeBench({
    rule: { backlog: 'send', group: 'folder' },
    before: async (folder) => {
      await mkdir(`${folder}/mueller`);
      await writeFile(`${folder}/mueller/page.pdf`, pdf('page'));
      await writeFile(`${folder}/mueller/heart.xyz`, 'curve');
    },
  });
  await until(() => heldAs(bench, 'file.group-held').length === 1);
  expect(bench.submissions()).toEqual([]);
  const [held] = bench.rows().filter(({ path }) => path.endsWith('.xyz'));
  await bench.intake.decideFile(held?.id ?? 0, 'send');
  await bench.submitted(1);
  expect(bench.submissions()[0]?.paths.toSorted()).toEqual(['mueller/heart.xyz', 'mueller/page.pdf']);
});

it('the preview counts what would be sent, and says why other files would not be', async () => {
  await using bench = await intakeBench({
    start: false,
    before: async (folder) => {
      await write(folder);
      await writeFile(`${folder}/empty.pdf`, '');
      await writeFile(`${folder}/half.pdf`, '%PDF-1.4 and no end');
      await writeFile(`${folder}/scan-copy.pdf`, pdf('scan'));
    },
  });
  const preview = await bench.intake.preview(
    folderRuleSchema.parse({ id: 'x', path: bench.folder, taskType: 't' }),
  );
  expect(preview).toMatchObject({ taken: 3, taken_waiting: 0, tasks: 3, held_count: 7 });
  const codes = Object.groupBy(preview.held, ({ code }) => code);
  expect(codes['file.not-a-document']?.map(({ path }) => path).sort()).toEqual(NO_DOCUMENTS);
  expect(codes['file.empty']).toHaveLength(1);
  expect(codes['file.unfinished']).toHaveLength(1);
  expect(codes['file.duplicate']).toHaveLength(1);
  expect(preview.backlog.at(-1)?.files).toBe(3);
});
