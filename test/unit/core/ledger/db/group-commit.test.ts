import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createCommitter } from '../../../../../src-main/core/ledger/db/group-commit.ts';
import { readState, writeState } from '../../../../../src-main/core/ledger/db/station-state.ts';
import { testLedger } from '../../../../support/test-dir.ts';

function place() {
  const ledger = testLedger();
  const commit = createCommitter(ledger);
  const put = (key: string, value = 'kept') => commit(() => writeState(ledger, key, value));
  return { ledger, commit, put, kept: (key: string) => readState(ledger, key, z.string()) };
}

test('I8: a piece that throws is rolled back alone', async () => {
  const { ledger, commit, put, kept } = place();
  const refuse = commit(() => {
    writeState(ledger, 'refused', 'half');
    throw new Error('refused');
  });
  const told = await Promise.allSettled([put('before'), refuse, put('after')]);
  expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(['before', 'refused', 'after'].map(kept)).toEqual(['kept', null, 'kept']);
});

test('what comes a turn later still shares the write to the disk', async () => {
  const { ledger, commit } = place();
  const transactions = vi.spyOn(ledger, 'transaction');
  let own = 0;
  const count = () => {
    own += 1;
  };
  const first = commit(count);
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([first, commit(count)]);
  expect(own).toBe(2);
  // Each piece is one within the common one.
  expect(transactions).toHaveBeenCalledTimes(3);
});

test('I1: where the disk fills up within a common commit, nothing of it is kept, and each is told so', async () => {
  const { ledger, put, kept } = place();
  ledger.db.pragma(`max_page_count = ${ledger.db.pragma('page_count', { simple: true })}`);
  const told = await Promise.allSettled([put('before'), put('much', 'x'.repeat(100_000)), put('after')]);
  for (const one of told) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'SQLITE_FULL' } });
  expect(['before', 'much', 'after'].map(kept)).toEqual([null, null, null]);
  ledger.db.pragma('max_page_count = 1000000');
  await put('later');
  expect(kept('later')).toBe('kept');
});

test('work that waits for something is refused, and leaves nothing: it would be committed before it was done', async () => {
  const { ledger, commit, kept } = place();
  const waits = async () => {
    writeState(ledger, 'waits', 'half');
    await Promise.resolve();
  };
  expect(() => ledger.transaction(waits)).toThrow(TypeError);
  await expect(commit(waits)).rejects.toThrow(TypeError);
  expect(kept('waits')).toBeNull();
});

test('I2: what was committed soon is told so, also where the disk could not be waited for again; what comes next waits', async () => {
  const { ledger, commit, put, kept } = place();
  const level = () => ledger.db.pragma('synchronous', { simple: true });
  const pragma = ledger.db.pragma.bind(ledger.db);
  const levels: unknown[] = [];
  vi.spyOn(ledger.db, 'pragma')
    .mockImplementationOnce(pragma)
    .mockImplementationOnce(pragma)
    .mockImplementationOnce(() => {
      throw new Error('SQLITE_BUSY');
    });
  await commit(() => writeState(ledger, 'soon', 'kept'), 'soon');
  expect(kept('soon')).toBe('kept');
  expect(level()).toBe(1);
  await commit(() => levels.push(level()));
  expect(levels).toEqual([2]);
  await put('after');
  expect(level()).toBe(2);
});
