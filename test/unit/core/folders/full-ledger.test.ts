import { mkdir, rm, writeFile } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { afterEach, expect, it, vi } from 'vitest';
import { FileRecorder } from '../../../../src-main/core/folders/file-recorder.ts';
import { until } from '../../../support/until.ts';
import { fill, makeRoom } from '../../../support/world/full-disk.ts';
import { expectAccountAddsUp, intakeBench, pdf } from './intake-bench.ts';

const full = () => new Database.SqliteError('database or disk is full', 'SQLITE_FULL');

afterEach(() => {
  vi.restoreAllMocks();
});

it('I1: a document that could be neither queued nor held on a full disk goes out once there is room', async () => {
  await using bench = await intakeBench({ rule: { quietSeconds: 0.5 } });
  await writeFile(bench.at('a.pdf'), pdf('a'));
  await until(() => bench.rows().length === 1);
  let refused = 0;
  const hold = vi.spyOn(FileRecorder.prototype, 'hold');
  fill(bench.ledger.db, { commits: 0, onRefused: () => refused++ });
  await until(() => hold.mock.results.some(({ type }) => type === 'throw'));
  makeRoom(bench.ledger.db);
  expect(refused).toBeGreaterThan(1);
  await until(() => bench.submissions().length === 1);
  expectAccountAddsUp(bench, 1);
});

it('says of a document that the ledger had no room for that the disk is full, not that the file cannot be read', async () => {
  await using bench = await intakeBench({ rule: { quietSeconds: 0.5 } });
  await writeFile(bench.at('a.pdf'), pdf('a'));
  await until(() => bench.rows().length === 1);
  const bind = vi.spyOn(bench.ledger, 'transactionSoon').mockImplementation(() => {
    throw full();
  });
  await until(() => bench.rows()[0]?.state === 'held');
  expect(bench.rows()[0]?.problem_code).toBe('spool.full');
  bind.mockRestore();
  await until(() => bench.submissions().length === 1);
});

it('shows a document as held once the ledger can keep why', async () => {
  await using bench = await intakeBench();
  const hold = vi.spyOn(FileRecorder.prototype, 'hold').mockImplementationOnce(() => {
    throw full();
  });
  await writeFile(bench.at('half.pdf'), '%PDF-1.4 half');
  await until(() => hold.mock.results.some(({ type }) => type === 'throw'));
  await until(() => bench.rows()[0]?.state === 'held');
  expect(bench.rows()[0]?.problem_code).toBe('file.unfinished');
});

it('I1: a group goes out although the ledger could not keep that its files are no longer held', async () => {
  await using bench = await intakeBench({ rule: { group: 'folder' } });
  await mkdir(bench.at('patient'));
  await writeFile(bench.at('patient/whole.pdf'), pdf('whole'));
  await writeFile(bench.at('patient/half.pdf'), '%PDF-1.4 half');
  await until(() => bench.rows().filter(({ state }) => state === 'held').length === 2);
  const released = vi.spyOn(FileRecorder.prototype, 'release').mockImplementationOnce(() => {
    throw full();
  });
  await rm(bench.at('patient/half.pdf'));
  await until(() => released.mock.results.some(({ type }) => type === 'throw'));
  await until(() => bench.submissions().length === 1);
  expect(bench.submissions()[0]?.paths).toEqual(['patient/whole.pdf']);
});

it('I1: a document that goes before it was sent is noted as gone in one write, as a disk may have room for no more', async () => {
  await using bench = await intakeBench();
  const whole = FileRecorder.prototype.vanish;
  const vanish = vi.spyOn(FileRecorder.prototype, 'vanish').mockImplementation(function (
    this: FileRecorder,
    row,
  ) {
    fill(bench.ledger.db, { commits: 1, onRefused: () => undefined });
    try {
      whole.call(this, row);
    } finally {
      makeRoom(bench.ledger.db);
    }
  });
  await writeFile(bench.at('half.pdf'), '%PDF-1.4 half');
  await until(() => bench.rows().length === 1);
  await rm(bench.at('half.pdf'));
  await until(() => vanish.mock.results.length > 0);
  expect(vanish.mock.results.map(({ type }) => type)).toEqual(['return']);
  expect(expectAccountAddsUp(bench, 1).withdrawn).toBe(1);
});
