import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { ledgerWasSetAside, openLedger } from '../../../../../src-main/core/ledger/db/open-ledger.ts';
import { readState, writeState } from '../../../../../src-main/core/ledger/db/station-state.ts';
import { PRIVATE_FILE } from '../../../../support/file-modes.ts';
import { TEST_KEY, type TestDir, testDir } from '../../../../support/test-dir.ts';

let dir: TestDir;
const path = () => dir.at('ledger.db');
const open = (more: Partial<Parameters<typeof openLedger>[0]> = {}) =>
  openLedger({ path: path(), key: TEST_KEY, now: () => 1_700_000_000_000, ...more });

beforeEach(() => {
  dir = testDir();
});

test('what is written survives closing, and nothing of it can be read from the file', () => {
  const ledger = open();
  writeState(ledger, 'canary', 'Wilhelmina Testperson');
  ledger.close();
  for (const name of readdirSync(dir.path)) {
    expect(readFileSync(dir.at(name)).includes('Wilhelmina')).toBe(false);
  }
  expect(statSync(path()).mode & 0o777).toBe(PRIVATE_FILE);
  const again = open();
  expect(readState(again, 'canary', z.string())).toBe('Wilhelmina Testperson');
  again.close();
});

test('commits are synchronous=FULL, on every connection, after a write', () => {
  open().close();
  const ledger = open();
  writeState(ledger, 'x', 1);
  expect(ledger.db.pragma('synchronous', { simple: true })).toBe(2);
  expect(ledger.db.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(ledger.db.pragma('foreign_keys', { simple: true })).toBe(1);
  ledger.close();
});

test('a ledger from the future is refused and left as it is', () => {
  const ledger = open();
  ledger.db.pragma('user_version = 9999');
  ledger.close();
  const before = readFileSync(path());
  expect(() => open()).toThrow(expect.objectContaining({ code: 'ledger.from-the-future' }));
  expect(readFileSync(path()).equals(before)).toBe(true);
});

test.each([
  ['a damaged ledger', () => writeFileSync(path(), Buffer.alloc(8192, 7)), TEST_KEY],
  ['a ledger of another key', () => undefined, 'cd'.repeat(32)],
])('%s is set aside with words, never replaced', (_name, damage, key) => {
  open().close();
  damage();
  expect(() => open({ key })).toThrow(expect.objectContaining({ code: 'ledger.unreadable' }));
  const names = readdirSync(dir.path);
  expect(names).not.toContain('ledger.db');
  expect(ledgerWasSetAside(names)).toBe(true);
});

test('a reader neither sets anything aside nor makes a ledger', () => {
  expect(() => open({ mode: 'reader' })).toThrow(expect.objectContaining({ code: 'ledger.missing' }));
  open().close();
  expect(() => open({ mode: 'reader', key: 'cd'.repeat(32) })).toThrow(
    expect.objectContaining({ code: 'ledger.unreadable' }),
  );
  expect(readdirSync(dir.path)).toContain('ledger.db');
});

test('states that cannot be are refused by the schema itself', () => {
  const ledger = open();
  const insert = (state: string, taskUuid: string | null) =>
    ledger.db
      .prepare(
        `INSERT INTO submission (id, seq, origin, task_type, request_spec, external_id, payload_hash, state, task_uuid, created_at)
         VALUES (?, ?, 'drop', 't', '{}', ?, 'h', ?, ?, 0)`,
      )
      .run(crypto.randomUUID(), Math.floor(performance.now() * 1000), crypto.randomUUID(), state, taskUuid);
  expect(() => insert('accepted', null)).toThrow('CHECK');
  expect(() => insert('queued', 'some-task')).toThrow('CHECK');
  expect(() => insert('lost', null)).toThrow('CHECK');
  expect(() => insert('queued', null)).not.toThrow();
  ledger.close();
});
