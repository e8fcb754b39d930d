import { link, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { directCalls } from '../../../../src-main/core/share-io/file-calls.ts';
import { createFileClaims } from '../../../../src-main/core/stations/files/claims.ts';
import { createLeaseFiles } from '../../../../src-main/core/stations/files/lease-files.ts';
import { systemError } from '../../../endurance/faults/child/wrap.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';
import { intakeBench, pdf } from './intake-bench.ts';

it('sends nothing from outside when a subfolder is moved away and a link to it left in its place', async () => {
  await using bench = await intakeBench();
  await bench.put('ward/a.pdf', '');
  await bench.counts({ held: 1 });
  const outside = `${bench.folder}-outside`;
  await rename(bench.at('ward'), outside);
  await symlink(outside, bench.at('ward'));
  await writeFile(`${outside}/a.pdf`, pdf('of another place'));
  await until(() => bench.rows().some(({ path, state }) => path === 'ward/a.pdf' && state === 'withdrawn'));
  await bench.put('b.pdf');
  await until(() => bench.submissions().length > 0 && !bench.intake.busy());
  expect(bench.sent()).toEqual([['b.pdf']]);
});

/* Whoever may write into a watched folder may leave links there, to files that only the clerk may write. */

it('writes into no file outside where a link has the name of the probe or of the mark of this station', async () => {
  const station = 'station-1';
  const names = { [`probe-${station}`]: 'the only record', [`station-${station}`]: '' };
  let outside = '';
  await using bench = await intakeBench({
    station,
    before: async (folder) => {
      outside = `${folder}-outside`;
      await mkdir(`${folder}/.clearfolder`);
      await mkdir(outside);
      for (const [name, text] of Object.entries(names)) {
        await writeFile(`${outside}/${name}`, text);
        await symlink(`${outside}/${name}`, `${folder}/.clearfolder/${name}`);
      }
    },
  });
  await until(() => bench.account().found === 0 && !bench.intake.busy());
  await bench.intake.rescan();
  for (const [name, text] of Object.entries(names))
    expect([name, await readFile(`${outside}/${name}`, 'utf8')]).toEqual([name, text]);
});

it('writes into no file outside where a link takes the place of the lease between two looks', async () => {
  await using bench = await intakeBench({ start: false });
  const files = createLeaseFiles({
    root: bench.folder,
    station: { id: 'a', name: 'A' },
    belonging: () => ({ environment: 'production', organisation: null }),
    calls: () => directCalls,
  });
  await files.makeFolder();
  await files.take(1);
  await writeFile(`${bench.folder}-outside`, 'the only record');
  await rm(bench.at('.clearfolder', 'lease-1'));
  await symlink(`${bench.folder}-outside`, bench.at('.clearfolder', 'lease-1'));
  await expect(files.write(1, { released: false })).rejects.toThrow('ELOOP');
  expect(await readFile(`${bench.folder}-outside`, 'utf8')).toBe('the only record');
});

it('writes into no file outside where a link has the name of a claim and the share cannot rename', async () => {
  await using dir = await tempDir('claims');
  const rename = () => Promise.reject(systemError('EPERM', 'rename'));
  const claims = createFileClaims(dir.path, systemClock, () => directCalls, { link, rename });
  await mkdir(dir.at('.clearfolder', 'claims'), { recursive: true });
  await writeFile(dir.at('outside'), 'the only record');
  await symlink(dir.at('outside'), dir.at('.clearfolder', 'claims', 'key'));
  const claim = { externalId: 'X', station: 'a', environment: 'production', organisation: null };
  await expect(claims.replace('key', claim)).rejects.toThrow('ELOOP');
  expect(await readFile(dir.at('outside'), 'utf8')).toBe('the only record');
});

it('moves nothing out of the folder where a link has the name of the archive', async () => {
  const archive = 'Sent (Clearfolder)';
  await using bench = await intakeBench({ rule: { after: 'move', include: ['**/*.form'] } });
  const outside = `${bench.folder}-outside`;
  await mkdir(outside);
  await symlink(outside, bench.at(archive));
  await bench.send('start.form', 'Exec=something');
  bench.ledger.db.exec(`UPDATE submission SET state = 'accepted', task_uuid = 'task', ended_at = 1`);
  await until(() => bench.ledger.db.prepare('SELECT move_attempts FROM file').pluck().get() !== 0);
  expect(await readdir(outside)).toEqual([]);
  expect(await readFile(bench.at('start.form'), 'utf8')).toBe('Exec=something');
  expect(bench.rows()[0]).toMatchObject({ current: 1 });
  await rm(bench.at(archive));
  bench.ledger.db.exec('UPDATE file SET move_next_at = 0');
  await until(() => bench.rows()[0]?.move_state === 'moved');
});
