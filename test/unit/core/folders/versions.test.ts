import { existsSync } from 'node:fs';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { writeState } from '../../../../src-main/core/ledger/db/station-state.ts';
import { spoolNamesInUse } from '../../../../src-main/core/ledger/tables/submissions.ts';
import { until } from '../../../support/until.ts';
import { expectAccountAddsUp, intakeBench, pdf } from './intake-bench.ts';

it('shows the same bytes as a duplicate, and sends them anyway when told to and once that can be done; why not is said in plain words', async () => {
  let fault: Error | null = null;
  const onChunk = () => {
    if (fault !== null) throw fault;
  };
  await using bench = await intakeBench({ spool: { onChunk } });
  await bench.send('a.pdf', pdf('same'));
  await bench.put('b.pdf', pdf('same'));
  await bench.counts({ duplicate: 1 });
  const id = bench.rows().find((row) => row.state === 'duplicate')?.id ?? 0;
  const system = (code: string) => Object.assign(new Error(code), { code, syscall: 'read' });
  for (const [code, told] of [
    ['ENOSPC', 'disk.full'],
    ['EROFS', 'disk.full'],
    ['EACCES', 'file.unreadable'],
  ] as const) {
    fault = system(code);
    const refused = bench.intake.sendAnyway(id);
    await expect(refused).rejects.toMatchObject({ code: told, message: expect.stringContaining(code) });
  }
  fault = null;
  expect(expectAccountAddsUp(bench, 2)).toMatchObject({ queued: 1, duplicate: 1 });
  await bench.intake.sendAnyway(id);
  expect(expectAccountAddsUp(bench, 2)).toMatchObject({ queued: 2, duplicate: 0 });
  await expect(bench.intake.sendAnyway(id)).rejects.toMatchObject({ code: 'file.decided' });
});

it('I1: the number of a version that was merely touched is given to no other document', async () => {
  await using bench = await intakeBench();
  await bench.send('a.pdf', pdf('a'));
  bench.intake.pause('scans');
  await bench.put('a.pdf', pdf('a'));
  const touched = await until(() => bench.rows().find(({ state }) => state === 'settling')?.id);
  bench.intake.resume('scans');
  await until(() => bench.rows().length === 1);
  await bench.restart();
  await bench.put('b.pdf', pdf('of another patient'));
  await until(() => bench.rows().length === 2);
  // Somebody who saw the number of the touched version decides only now.
  await expect(bench.intake.decideFile(touched, 'leave-out')).rejects.toMatchObject({
    code: 'file.decided',
  });
  await bench.submitted(2);
});

it('I1: tells each who decided what became of it, also where the disk fills up among them', async () => {
  await using bench = await intakeBench();
  await bench.send('a.pdf', pdf('same'));
  for (const name of ['b', 'c', 'd']) await bench.put(`${name}.pdf`, pdf('same'));
  await bench.counts({ duplicate: 3 });
  const duplicates = () => bench.rows().filter((row) => row.state === 'duplicate');
  const { db } = bench.ledger;
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
  // SQLite then gives up the whole transaction by itself, with all that was committed together.
  const keepMuch = () => writeState(bench.ledger, 'much', 'x'.repeat(100_000));
  const ids = duplicates().map((row) => row.id);
  const told = await Promise.allSettled(
    ids.map((id, index) => bench.intake.sendAnyway(id, index === 1 ? keepMuch : undefined)),
  );
  db.pragma('max_page_count = 1000000');
  const refused = told.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
  expect(refused.length).toBeGreaterThan(0);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'disk.full' });
  const left = duplicates();
  expect(left.length).toBe(refused.length);
  for (const { id } of left) await bench.intake.sendAnyway(id);
  expect(expectAccountAddsUp(bench, 4)).toMatchObject({ queued: 4 });
  await bench.intake.rescan();
  for (const name of spoolNamesInUse(bench.ledger)) expect(existsSync(bench.spool.pathOf(name))).toBe(true);
});

it('queues nothing when the file vanishes while it is read', async () => {
  await using bench = await intakeBench({ spool: { onChunk: (path) => rm(path) } });
  await bench.put('a.pdf', pdf('a'));
  await bench.counts({ withdrawn: 1 });
  expect(bench.submissions()).toHaveLength(0);
});

it('shows a file that changes whenever it is read as held, and goes on once it stands still', async () => {
  let quiet = false;
  await using bench = await intakeBench({
    rule: { quietSeconds: 0.1 },
    spool: { onChunk: (path) => (quiet ? undefined : appendFile(path, '%%EOF\n')) },
  });
  await bench.put('a.pdf', pdf('a'));
  await bench.problem('file.changing');
  expect(bench.submissions()).toHaveLength(0);
  quiet = true;
  await bench.submitted(1);
});

it('knows one file by both spellings of its name, when the system shows it under one and then the other', async () => {
  await using bench = await intakeBench();
  await bench.send('Mu\u0308ller.pdf');
  const { rename } = await import('node:fs/promises');
  await rename(bench.at('Mu\u0308ller.pdf'), bench.at('M\u00fcller.pdf'));
  await bench.intake.rescan();
  await bench.idle();
  expect(bench.rows()).toHaveLength(1);
});

it('keeps apart two files whose names differ only in how a letter is composed, also when found together', async () => {
  await using bench = await intakeBench({
    rule: { backlog: 'send' },
    before: async (folder) => {
      await writeFile(`${folder}/Mu\u0308ller.pdf`, pdf('one'));
      await writeFile(`${folder}/M\u00fcller.pdf`, pdf('two'));
    },
  });
  await bench.submitted(2);
  await bench.intake.rescan();
});
