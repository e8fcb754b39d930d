import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { folderRuleSchema } from '../../../../src-main/contract/settings.ts';
import { expectAccountAddsUp, intakeBench, pdf } from './intake-bench.ts';
import { writeManyOld } from './support/late-backlog.ts';

const MAKE_PIPE = 'mkfifo';

const JUNK: Record<string, string> = {
  '~$a.docx': 'office-lock',
  '.~lock.x.odt#': 'office-lock',
  'a.pdf.crdownload': 'partial-download',
  'b.PART': 'partial-download',
  'c.filepart': 'partial-download',
  '~wrd0001.tmp': 'partial-download',
  'Thumbs.db': 'windows-thumbnails',
  'desktop.ini': 'windows-thumbnails',
  '.DS_Store': 'macos-metadata',
  '._a.pdf': 'macos-metadata',
  '@eaDir/a.pdf': 'nas-metadata',
  'sub/.@__thumb/a.pdf': 'nas-metadata',
  '__MACOSX/a.pdf': 'macos-metadata',
  '.hidden.pdf': 'hidden',
  'notes.md': 'not-included',
  'old/x.pdf': 'excluded',
};

async function writeJunk(folder: string) {
  for (const dir of ['@eaDir', 'sub/.@__thumb', '__MACOSX', 'old', 'Sent (Clearfolder)/2026-01-01']) {
    await mkdir(`${folder}/${dir}`, { recursive: true });
  }
  for (const path of Object.keys(JUNK)) await writeFile(`${folder}/${path}`, pdf(path));
  await writeFile(`${folder}/Sent (Clearfolder)/2026-01-01/a.pdf`, pdf('archived'));
  await writeFile(`${folder}/real.PDF`, pdf('real'));
  await symlink(`${folder}/real.PDF`, `${folder}/link.pdf`);
  execFileSync(MAKE_PIPE, [`${folder}/pipe.pdf`]);
}

const EXPECTED = { ...JUNK, 'link.pdf': 'symlink', 'pipe.pdf': 'special-file' };
const rule = { include: ['**/*.pdf'], exclude: ['old/**'] };

it('junk is listed by the preview with its rule, and nothing is written', async () => {
  await using bench = await intakeBench({ rule, before: writeJunk, start: false });
  const preview = await bench.intake.preview(
    folderRuleSchema.parse({ id: 'x', path: bench.folder, taskType: 't', ...rule }),
  );
  expect(Object.fromEntries(preview.ignored.map((one) => [one.path, one.rule]))).toEqual(EXPECTED);
  expect(preview).toMatchObject({ reachable: true, taken: 1, tasks: 1, held: [], unreadable: [] });
  expect(bench.rows()).toEqual([]);
});

it('junk is ignored with its rule in the row, and never sent', async () => {
  await using bench = await intakeBench({ rule: { ...rule, backlog: 'send' }, before: writeJunk });
  await bench.submitted(1);
  const ignored = bench.rows().filter((row) => row.state === 'ignored');
  expect(Object.fromEntries(ignored.map((row) => [row.path, row.ignored_by]))).toEqual(EXPECTED);
  expectAccountAddsUp(bench, Object.keys(EXPECTED).length + 1);
});

it('backlog waits for a decision; files that come later do not', async () => {
  await using bench = await intakeBench({ before: (folder) => writeManyOld(folder, 40) });
  expect(bench.account().held).toBe(40);
  await bench.send('new.pdf');
  expect(bench.submissions()[0]?.paths).toEqual(['new.pdf']);
  await bench.restart();
  expect(expectAccountAddsUp(bench, 41)).toMatchObject({ held: 40, queued: 1 });
  await bench.intake.decideBacklog('scans', 'send');
  await bench.submitted(41);
  expect(bench.folderRow()?.backlog).toBe('send');
});
