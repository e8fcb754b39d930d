import { rm } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { afterEach, expect, it, vi } from 'vitest';
import { until } from '../../../support/until.ts';
import { fill, makeRoom } from '../../../support/world/full-disk.ts';
import { expectAccountAddsUp, intakeBench } from './intake-bench.ts';

const full = () => new Database.SqliteError('database or disk is full', 'SQLITE_FULL');

/** Calls `instead` for each write of `file` whose statement has `words`. */
function onWrite(db: Database.Database, words: string, instead: (write: () => unknown) => unknown) {
  const statement = Object.getPrototypeOf(db.prepare('SELECT 1'));
  const run: (this: Database.Statement, ...args: unknown[]) => unknown = statement.run;
  return vi.spyOn(statement, 'run').mockImplementation(function (this: Database.Statement, ...args) {
    const write = () => run.apply(this, args);
    return this.source.includes(words) ? instead(write) : write();
  });
}

/** The first write of that kind fails as on a full disk. Gives whether it did. */
function refuseOnce(db: Database.Database, words: string) {
  let refused = false;
  onWrite(db, words, (write) => {
    if (refused) return write();
    refused = true;
    throw full();
  });
  return () => refused;
}

const FATE = 'UPDATE file SET state = @state';

afterEach(() => {
  vi.restoreAllMocks();
});

it('I1: a document that could be neither queued nor held on a full disk goes out once there is room', async () => {
  await using bench = await intakeBench({ rule: { quietSeconds: 0.5 } });
  await bench.put('a.pdf');
  await until(() => bench.rows().length === 1);
  let refused = 0;
  fill(bench.ledger.db, { commits: 0, onRefused: () => refused++ });
  await until(() => refused > 1);
  makeRoom(bench.ledger.db);
  expect(bench.rows()[0]?.state).toBe('settling');
  await bench.submitted(1);
});

it('says of a document that the ledger had no room for that the disk is full, not that the file cannot be read', async () => {
  await using bench = await intakeBench({ rule: { quietSeconds: 0.5 } });
  await bench.put('a.pdf');
  await until(() => bench.rows().length === 1);
  const bind = vi.spyOn(bench.ledger, 'transactionSoon').mockImplementation(() => {
    throw full();
  });
  await until(() => bench.rows()[0]?.state === 'held');
  expect(bench.rows()[0]?.problem_code).toBe('spool.full');
  bind.mockRestore();
  await bench.submitted(1);
});

it('shows a document as held once the ledger can keep why', async () => {
  await using bench = await intakeBench();
  const isRefused = refuseOnce(bench.ledger.db, FATE);
  await bench.put('half.pdf', '%PDF-1.4 half');
  await until(isRefused);
  await until(() => bench.rows()[0]?.state === 'held');
  expect(bench.rows()[0]?.problem_code).toBe('file.unfinished');
});

it('I1: a group goes out although the ledger could not keep that its files are no longer held', async () => {
  await using bench = await intakeBench({ rule: { group: 'folder' } });
  await bench.put('patient/whole.pdf');
  await bench.put('patient/half.pdf', '%PDF-1.4 half');
  await until(() => bench.rows().filter(({ state }) => state === 'held').length === 2);
  const isRefused = refuseOnce(bench.ledger.db, FATE);
  await rm(bench.at('patient/half.pdf'));
  await until(isRefused);
  await bench.submitted(1);
  expect(bench.submissions()[0]?.paths).toEqual(['patient/whole.pdf']);
});

it('I1: a document that goes before it was sent is noted as gone in one write, as a disk may have room for no more', async () => {
  await using bench = await intakeBench();
  const ends: string[] = [];
  onWrite(bench.ledger.db, "'file.vanished', problem_detail = @detail", (write) => {
    fill(bench.ledger.db, { commits: 1, onRefused: () => void ends.push('refused') });
    try {
      ends.push('began');
      const done = write();
      ends.push('kept');
      return done;
    } finally {
      queueMicrotask(() => makeRoom(bench.ledger.db));
    }
  });
  await bench.put('half.pdf', '%PDF-1.4 half');
  await until(() => bench.rows().length === 1);
  await rm(bench.at('half.pdf'));
  await until(() => ends.length > 0);
  expect(ends).toEqual(['began', 'kept']);
  expect(expectAccountAddsUp(bench, 1).withdrawn).toBe(1);
});
