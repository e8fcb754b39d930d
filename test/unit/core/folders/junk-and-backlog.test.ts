import { execFileSync } from 'node:child_process';
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
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

/** What servers, systems and sync programs keep in a folder, by rule. The group of a path is its first folder. */
const HOUSEKEEPING: Readonly<Record<string, readonly string[]>> = {
  trash: [
    '#recycle/A/page.pdf',
    '#recycle/B/page.pdf',
    'Smith/#recycle/page.pdf',
    '@Recycle/A/page.pdf',
    'Recycle Bin/page.pdf',
    'trashbox/page.pdf',
    '.recycle/jane/A/page.pdf',
    '.Recycle.Bin/page.pdf',
    '.Trash/page.pdf',
    '.Trashes/501/page.pdf',
    '.Trash-1000/files/page.pdf',
    'Smith/.Trash-0/files/page.pdf',
    'Network Trash Folder/page.pdf',
    '$RECYCLE.BIN/S-1-5-21-1/$RAB12CD.pdf',
    '$Recycle.Bin/S-1-5-21-1/$RAB12CE.pdf',
    'Smith/$IAB12CD.pdf',
    'RECYCLER/S-1-5-21-1/Dc1.pdf',
    'RECYCLED/Dc1.pdf',
    'files_trashbin/files/page.pdf',
    '.SyncTrash/page.pdf',
    '.debris/2026-11-27/page.pdf',
    'Smith/.trashed-1767225600-page.pdf',
  ],
  snapshot: [
    '#snapshot/2026-11-27/Smith/page.pdf',
    'Smith/#snapshot/page.pdf',
    '@sharesnap/scans/page.pdf',
    '@Recently-Snapshot/page.pdf',
    '~snapshot/hourly.0/Smith/page.pdf',
    '.snapshot/hourly.0/Smith/page.pdf',
    '.snapshots/1/snapshot/page.pdf',
    '.snap/monday/page.pdf',
    '.zfs/snapshot/monday/page.pdf',
    '.ckpt/page.pdf',
    '@GMT-2026.11.27-00.00.00/Smith/page.pdf',
  ],
  'old-version': [
    '.stversions/Smith/page~20261127-120000.pdf',
    'files_versions/page.pdf',
    '.SyncArchive/page.pdf',
  ],
  'partial-download': [
    'Smith/page.pdf.aria2',
    'Smith/page.pdf.!ut',
    'Smith/page.pdf.!qB',
    'Smith/page.pdf.!sync',
    'Smith/page.pdf.bc!',
    'Smith/page.pdf.ffs_tmp',
    'Smith/~syncthing~page.pdf.tmp',
    'Smith/.syncthing.page.pdf.tmp',
    'Smith/.goutputstream-AB12CD',
    'Smith/page.pdf.sb-4a7c1a9e-aB3cD4/page.pdf',
  ],
  temporary: [
    '@tmp/page.pdf',
    '.TemporaryItems/folders.501/page.pdf',
    'Temporary Items/page.pdf',
    'OneDriveTemp/S-1-5-21-1/page.pdf',
    '.tmp.drivedownload/page.pdf',
    '.tmp.driveupload/page.pdf',
    'Smith/.~tmp~/page.pdf',
    'Smith/.rsync-partial/page.pdf',
    'Smith/.nfs000000000012ab3400000001',
    'Smith/.fuse_hidden0000001200000001',
    'Smith/.smbdeleteAAA1b2c.4',
    'Smith/.afpDeleted12345',
  ],
  'file-stream': [
    'Smith/page.pdf:Zone.Identifier',
    'Smith/page.pdf:Zone.Identifier:$DATA',
    'Smith/page.pdf\uF022Zone.Identifier',
    'Smith/page.pdf\uF03AZone.Identifier',
    'Smith/page.pdfZone.Identifier',
    'Smith/page.pdf_Zone.Identifier',
    'Smith/page.pdf:SmartScreen',
    'Smith/page.pdf:AFP_AfpInfo:$DATA',
    'Smith/page.pdf\uF022AFP_Resource',
    'Smith/page.pdf:com.dropbox.attrs',
    'Smith/page.pdf:com.apple.quarantine',
    'Smith/page.pdf@SynoEAStream',
    'Smith/page.pdf@SynoResource',
  ],
  shortcut: ['Smith/page.pdf.lnk', 'Smith/Portal.URL', 'Smith/Portal.webloc', 'Smith/Portal.desktop'],
  'windows-thumbnails': ['Smith/Thumbs.db', 'Smith/ehthumbs_vista.db', 'Smith/Desktop.ini'],
  'macos-metadata': [
    'Smith/.DS_Store',
    'Smith/._page.pdf',
    '.AppleDouble/page.pdf',
    '.AppleDB/page.pdf',
    '.AppleDesktop/page.pdf',
    'Smith/:2eDS_Store',
    'Smith/:2e_page.pdf',
    'Smith/Icon\r',
    'Smith/Icon\uF00D',
    'Smith/Icon:0d',
    '.DocumentRevisions-V100/page.pdf',
    '.Spotlight-V100/page.pdf',
    '.fseventsd/page.pdf',
    'TheVolumeSettingsFolder/page.pdf',
  ],
  'system-folder': [
    'System Volume Information/page.pdf',
    'lost+found/page.pdf',
    'LOST.DIR/page.pdf',
    'found.000/page.pdf',
    '$WinREAgent/page.pdf',
  ],
  'nas-metadata': [
    'Smith/@eaDir/page.pdf',
    '@sharebin/page.pdf',
    '.@__thumb/page.pdf',
    '@__thumb/page.pdf',
    '.@upload_cache/page.pdf',
    '.streams/page.pdf',
  ],
  'sync-metadata': [
    'DfsrPrivate/ConflictAndDeleted/page.pdf',
    '_gsdata_/_saved_/page.pdf',
    '_SYNCAPP/page.pdf',
    '.SynologyWorkingDirectory/page.pdf',
    '.dropbox.cache/2026-11-27/page.pdf',
    '.stfolder/page.pdf',
    '.stignore',
    '.sync/Archive/page.pdf',
    '.849C9593-D756-4E56-8D6E-42412F2A707B',
    '.sync_0a1b2c3d4e5f.db-wal',
    '._sync_0a1b2c3d4e5f.db',
    '.nextcloudsync.log',
    'sync.ffs_db',
    'Smith/SyncToy_1a2b.dat',
    'appdata_oc0a1b2c3d4e/preview/page.pdf',
  ],
};

/** Documents whose names resemble the names above. */
const REAL = [
  'Smith/page.pdf',
  'Smith/snapshot of wound.jpg.pdf',
  'Smith/Zone.Identifier.pdf',
  'Smith/page.pdf: Zone 3',
  'Smith/$Invoice.pdf',
  'Smith/$RAB12CD.pdf',
  'Smith/#1.pdf',
  'Smith/Icon.pdf',
  'Smith/Icon',
  'Smith/recycle.pdf',
  'Recycle center/page.pdf',
  'Recycle/page.pdf',
  'Recycled/page.pdf',
  'Trash/page.pdf',
  'Trash, Anna/page.pdf',
  'Snapshot/page.pdf',
  'snapshots/page.pdf',
  '@Home/page.pdf',
  '#42/page.pdf',
  'Found/page.pdf',
  'tmp/page.pdf',
  'Versions/page.pdf',
  '~Smith/page.pdf',
];

const groupOf = (path: string) => path.slice(0, path.indexOf('/'));
const ruleOfPath = Object.fromEntries(
  Object.entries(HOUSEKEEPING).flatMap(([name, paths]) => paths.map((path) => [path, name])),
);

async function writeHousekeeping(folder: string) {
  for (const path of [...Object.keys(ruleOfPath), ...REAL]) {
    await mkdir(dirname(`${folder}/${path}`), { recursive: true });
    await writeFile(`${folder}/${path}`, pdf(path));
  }
  // The colon before the mark of a download became a byte that is not UTF-8.
  const illegible = Buffer.from('Smith/page.pdf\xffZone.Identifier', 'latin1');
  await writeFile(Buffer.concat([Buffer.from(`${folder}/`), illegible]), pdf('illegible'));
}

it('I1: housekeeping of servers, systems and sync programs makes no Task, and is counted with its rule', async () => {
  const ofFolders = { group: 'folder', backlog: 'send', groupQuietSeconds: 0.4 } as const;
  await using bench = await intakeBench({ rule: ofFolders, before: writeHousekeeping, start: false });
  const preview = await bench.intake.preview({ ...bench.rule, id: 'x' });
  const junk = Object.keys(ruleOfPath).length;
  expect(preview).toMatchObject({ ignored_count: junk, taken: REAL.length, held: [] });
  for (const { path, rule: name } of preview.ignored) expect([path, name]).toEqual([path, ruleOfPath[path]]);
  const groups = Map.groupBy(REAL, groupOf);
  await bench.intake.start();
  await bench.submitted(groups.size);
  await bench.rested();
  expect(Object.fromEntries(bench.submissions().map((one) => [one.group_key, one.paths.toSorted()]))).toEqual(
    Object.fromEntries([...groups].map(([group, paths]) => [group, paths.toSorted()])),
  );
  const ignored = bench.rows().filter(({ state }) => state === 'ignored');
  expect(Object.fromEntries(ignored.map((row) => [row.path, row.ignored_by]))).toEqual(ruleOfPath);
  expectAccountAddsUp(bench, junk + REAL.length);
});

it('I1: a held and a settling file that a person moved into the trash of a server are ignored from the next start on', async () => {
  await using bench = await intakeBench({ before: (folder) => writeManyOld(folder, 2) });
  expect(bench.account().held).toBe(2);
  await bench.intake.stop();
  await mkdir(bench.at('#recycle'));
  for (const { path } of bench.rows()) await rename(bench.at(path), bench.at('#recycle', path));
  bench.ledger.db.exec(`UPDATE file SET path = '#recycle/' || path, name_key = '#recycle/' || name_key`);
  bench.ledger.db.exec(`UPDATE file SET state = 'settling', problem_code = NULL WHERE id = 1`);
  await bench.restart();
  await bench.rested();
  expect(bench.rows().map(({ state, ignored_by }) => [state, ignored_by])).toEqual([
    ['ignored', 'trash'],
    ['ignored', 'trash'],
  ]);
  expectAccountAddsUp(bench, 2);
  expect(bench.submissions()).toEqual([]);
});

it('I1: a page that iCloud has not loaded keeps its packet back, visibly', async () => {
  await using bench = await intakeBench({ rule: { group: 'folder', groupQuietSeconds: 0.3 } });
  await bench.put('Jones/one.pdf');
  await bench.put('Jones/.two.pdf.icloud', 'bplist00');
  await bench.counts({ held: 2 });
  expect(bench.held()).toEqual([
    ['Jones/.two.pdf.icloud', 'file.not-a-document'],
    ['Jones/one.pdf', 'file.group-held'],
  ]);
  await rename(bench.at('Jones/.two.pdf.icloud'), bench.at('Jones/two.pdf'));
  await bench.put('Jones/two.pdf');
  await bench.submitted(1);
  expect(bench.sent()).toEqual([['Jones/one.pdf', 'Jones/two.pdf']]);
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
