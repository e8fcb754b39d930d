import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { inWords } from '../../../../src-main/contract/say.ts';
import { folderRuleSchema } from '../../../../src-main/contract/settings.ts';
import { foldersView } from '../../../../src-main/core/folders/folders-view.ts';
import { remarkOf } from '../../../../src-main/core/folders/scan/folder-health.ts';
import { openFolder, setFolderRemark } from '../../../../src-main/core/ledger/tables/folders.ts';
import { leaseText } from '../../../../src-main/core/stations/files/lease-files.ts';
import { intakeBench } from './intake-bench.ts';

const FOUND = {
  unreadable: ['a', 'c', 'b', 'd'].map((path) => ({ path, code: 'EIO' })),
};
const IN_PRACTICE = { environment: 'practice' };
const everything = async (folder: string) => (await readdir(folder, { recursive: true })).sort();

/** As the service took them. */
const ACCEPTED = `UPDATE submission SET state = 'accepted', task_uuid = 'task of ' || id, ended_at = 1`;

test('I13: practice moves no file, and leaves no control file, lease or claim in a folder', async () => {
  await using bench = await intakeBench({
    rule: { backlog: 'send', after: 'move', group: 'folder' },
    parts: IN_PRACTICE,
  });
  await bench.putPacket('p1', ['a', 'b']);
  await bench.submitted(1);
  bench.ledger.db.prepare(ACCEPTED).run();
  await bench.rested();
  expect(await bench.intake.guard.mayCreate({ folder_id: 'scans', seq: 1 })).toBe(true);
  await bench.restart();
  // Another packet is quiet for longer than the intervals of mover and lease before it goes out.
  await bench.send('p2/c.pdf');
  expect(await everything(bench.folder)).toEqual(['p1', 'p1/a.pdf', 'p1/b.pdf', 'p2', 'p2/c.pdf']);
  expect(bench.rows().map((row) => row.move_state)).toEqual([null, null, null]);
});

test('I13: practice goes by no lease of a working station, and changes nothing that one left', async () => {
  await using bench = await intakeBench({ rule: { backlog: 'send' }, parts: IN_PRACTICE, start: false });
  const lease = { id: 'station-2', name: 'STATION-2', beat: 1, released: true, word: 'w' };
  const text = leaseText({ ...lease, environment: 'production', organisation: null });
  await mkdir(bench.at('.clearfolder/claims'), { recursive: true });
  await bench.put('.clearfolder/lease-1', text);
  // A probe of the watcher would be gone by the end, and leave another time here.
  const changed = async () => (await stat(bench.at('.clearfolder'))).mtimeMs;
  const before = await changed();
  await bench.intake.start();
  await bench.send('a.pdf');
  await bench.intake.rescan();
  expect(bench.folderRow()?.handled_by).toBeNull();
  const left = await everything(bench.folder);
  expect(left).toEqual(['.clearfolder', '.clearfolder/claims', '.clearfolder/lease-1', 'a.pdf']);
  expect(await readFile(bench.at('.clearfolder/lease-1'), 'utf8')).toBe(text);
  expect(await changed()).toBe(before);
});

test('I13: a folder says in practice that nothing in it is moved', async () => {
  await using bench = await intakeBench({ start: false });
  const rule = folderRuleSchema.parse({ id: 'scans', path: bench.folder, taskType: 't', after: 'move' });
  const seen = (environment: string) => foldersView(bench.ledger, { folders: [rule], environment })[0];
  expect(seen('practice')).toMatchObject({ moves: false, remark: expect.stringContaining('moves no file') });
  expect(seen('production')).toMatchObject({ moves: true, remark: null, said: null });
  openFolder(bench.ledger, 'scans', bench.folder, 1);
  bench.ledger.db.prepare('UPDATE folder SET reachable = 1').run();
  setFolderRemark(bench.ledger, 'scans', remarkOf({ ...FOUND, strange: true }));
  const { remark, said } = seen('practice') ?? {};
  expect(remark).toMatch(
    /^Practice mode .* The folder at this path is a different folder .* b \(EIO\) and 1 more\. Ask your IT staff .*\.$/,
  );
  expect(said && inWords(said.remark, 'es')).toMatch(
    /^El modo de práctica .* La carpeta en esta ruta no es la misma .* b \(EIO\) y 1 más\. Pida .*\.$/,
  );
});
