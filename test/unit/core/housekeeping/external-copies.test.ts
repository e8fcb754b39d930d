import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Copies } from '../../../../src-main/contract/settings.ts';
import { detailOf } from '../../../../src-main/contract/texts/detail.ts';
import { appendAudit, auditHead } from '../../../../src-main/core/audit/audit.ts';
import { verifyAudit } from '../../../../src-main/core/audit/verify-audit.ts';
import {
  auditOf,
  copiesState,
  copyMadeAt,
  createExternalCopies,
  type ExternalCopiesOptions,
  headFileSchema,
} from '../../../../src-main/core/housekeeping/external-copies.ts';
import {
  fillBackup,
  keyFromPassphrase,
  readBackupHeader,
  unwrapBackup,
} from '../../../../src-main/core/ledger/backup/backup-file.ts';
import { copyLedger, opensWith } from '../../../../src-main/core/ledger/backup/copy-ledger.ts';
import { needing, needs } from '../../../support/machine.ts';
import { TEST_KEY, testDir, testLedger } from '../../../support/test-dir.ts';
import { until } from '../../../support/until.ts';

const HOUR = 3_600_000;
const PASSPHRASE = 'four words that differ';

/** A ledger with some audit, and a keeper of copies whose looks the test calls for. */
async function bench(more: Partial<ExternalCopiesOptions> & { settings?: Partial<Copies> } = {}) {
  const dir = testDir();
  const share = dir.at('share');
  mkdirSync(share);
  mkdirSync(dir.at('work'));
  const ledger = testLedger();
  let now = Date.parse('2026-01-31T12:00:00.000Z');
  const say = (subject: string) =>
    appendAudit(ledger, { at: now, actor: 'erika', action: 'task.viewed', subject });
  say('KANARIENVOGEL');
  let wake: () => void = () => undefined;
  const said: string[] = [];
  let checks = 0;
  const keeper = createExternalCopies({
    copies: { folder: share, hours: 24, keep: 2, ...more.settings },
    ledger,
    ledgerKey: TEST_KEY,
    workDir: dir.at('work'),
    about: { environment: 'clinic', station: { id: '0123456789ab', name: 'front desk' } },
    copy: copyLedger,
    passphrase: () => Promise.resolve(null),
    clockProof: () => 'agrees',
    clock: {
      now: () => now,
      monotonic: () => 0,
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          signal?.addEventListener('abort', () => resolve());
          // Only the keeper's own wait is the test's to end; a wait for an answer never ends here.
          if (ms >= 60_000) wake = resolve;
        }),
    },
    log: (event, fields) => void said.push(`${event} ${JSON.stringify(fields)}`),
    ...more,
    // Each check of a place that answers asks for the watched folders once.
    watched: () => {
      checks += 1;
      return more.watched?.() ?? [];
    },
  });
  keeper.start();
  onTestFinished(() => keeper.stop());
  const state = () => copiesState(ledger, more.settings?.folder ?? share);
  const made = () =>
    ledger.db.prepare(`SELECT count(*) FROM audit WHERE action = 'backup.made'`).pluck().get();
  /**
   * So much later the keeper looks, until what it finds is so. A look that a busy computer has not ended when the next look is due is
   * noted as a place that gives no answer.
   */
  const look = async (hours: number, found: () => boolean) => {
    now += hours * HOUR;
    await until(() => {
      wake();
      return found();
    });
  };
  return {
    dir,
    share,
    ledger,
    said,
    say,
    state,
    made,
    names: (tail: string) =>
      readdirSync(share)
        .filter((name) => name.endsWith(tail))
        .sort(),
    look,
    /** So much later the keeper looks at all of the place. The next look begins after the end of this look. */
    lookWhole: async (hours: number) => {
      const before = checks;
      await look(hours, () => checks >= before + 2);
    },
  };
}

const read = (path: string) => headFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));

test('copies are encrypted, verified backups with the newest entry of the audit beside them; the newest stay, and what is foreign', async () => {
  const { dir, share, ledger, look, lookWhole, names, made, say, state } = await bench();
  writeFileSync(join(share, 'clearfolder-clinic-01234567-2020-01-01T00-00-00.000Z.backup'), 'foreign');
  writeFileSync(join(share, 'foreign.txt'), 'foreign');
  const head = auditHead(ledger);
  await look(0, () => state().last !== null);
  expect(state()).toEqual({ folder: share, last: '2026-01-31T12:00:00.000Z', problem: null });
  const name = names('.backup').at(-1) ?? '';
  expect(name).toBe('clearfolder-clinic-01234567-2026-01-31T12-00-00.000Z.backup');
  const found = await readBackupHeader(join(share, name));
  if (found === null) throw new Error('no header');
  await unwrapBackup(join(share, name), found, dir.at('taken-out.db'));
  expect(opensWith(dir.at('taken-out.db'), TEST_KEY)).toBe(true);
  const beside = read(join(share, name.replace('.backup', '.audit.json')));
  expect(beside).toMatchObject({ backup: { name, sha256: found.header.sha256 } });
  // The entry that a copy is made comes before the copy, and is in it.
  expect(beside.audit?.seq).toBe((head?.seq ?? 0) + 1);
  for (const file of readdirSync(share))
    expect(readFileSync(join(share, file)).includes('KANARIENVOGEL')).toBe(false);
  for (const file of [name, name.replace('.backup', '.audit.json')])
    expect(statSync(join(share, file)).mode & 0o077).toBe(0);
  expect(readdirSync(dir.at('work'))).toEqual([]);

  await lookWhole(23);
  expect(made()).toBe(1);
  for (const count of [2, 3, 4]) {
    say('more');
    await look(24, () => made() === count && state().last !== null && names('.part').length === 0);
  }
  await until(() => names('.backup').length === 3 && names('.audit.json').length === 2);
  expect(readFileSync(join(share, names('.backup')[0] ?? ''), 'utf8')).toBe('foreign');
  expect(readFileSync(join(share, 'foreign.txt'), 'utf8')).toBe('foreign');
});

test('with a passphrase a copy opens with that alone', async () => {
  const { dir, share, look, names, state } = await bench({ passphrase: () => Promise.resolve(PASSPHRASE) });
  await look(0, () => state().last !== null);
  const path = join(share, names('.backup')[0] ?? '');
  const found = await readBackupHeader(path);
  if (found?.header.opensWith.kind !== 'passphrase') throw new Error('no passphrase');
  await unwrapBackup(path, found, dir.at('out.db'));
  expect(opensWith(dir.at('out.db'), TEST_KEY)).toBe(false);
  expect(opensWith(dir.at('out.db'), await keyFromPassphrase(PASSPHRASE, found.header.opensWith))).toBe(true);
});

test('a place that cannot be reached, or that is another one, is a problem until it is back, and no crash', async () => {
  const { dir, share, look, names, state, made } = await bench();
  await look(0, () => state().last !== null);
  renameSync(share, dir.at('away'));
  await look(24, () => state().problem?.detail === 'ENOENT');
  expect(state()).toMatchObject({ problem: { code: 'copies.unreachable' } });
  // The empty folder that a share is mounted on.
  mkdirSync(share);
  await look(1, () => state().problem?.code === 'copies.other-place');
  expect(names('')).toEqual([]);
  expect(made()).toBe(1);
  renameSync(share, dir.at('mount-point'));
  renameSync(dir.at('away'), share);
  await look(1, () => state().problem === null);
  expect(names('.backup')).toHaveLength(2);
});

test('a place that hangs is a problem, holds up nothing, and is not asked a second time meanwhile', async () => {
  let asked = 0;
  const { look, state } = await bench({
    copy: () => {
      asked += 1;
      return new Promise<void>(() => undefined);
    },
  });
  await look(0, () => asked === 1);
  await look(1, () => state().problem !== null);
  expect(state().problem).toEqual({ code: 'copies.unreachable', detail: detailOf('detail.noAnswer') });
  expect(asked).toBe(1);
});

test(
  'whoever can write to the place makes the copies overwrite no file elsewhere, and keeps nothing waiting',
  needing(needs.linux),
  async () => {
    const { dir, share } = await bench();
    writeFileSync(dir.at('letter.txt'), 'A letter');
    writeFileSync(dir.at('copy'), 'encrypted');
    const target = join(share, 'backup.part');
    const file = await open(target, 'wx', 0o600);
    renameSync(target, `${target}.real`);
    symlinkSync(dir.at('letter.txt'), target);
    const facts = {
      environment: 'clinic',
      station: { id: '0123456789ab', name: 'front desk' },
      madeAt: '2026-01-31T12:00:00.000Z',
    };
    const about = { ...facts, organisation: null, opensWith: { kind: 'station', key: 'x' } } as const;
    await expect(fillBackup({ file, target, copy: dir.at('copy'), about })).rejects.toThrow();
    expect(readFileSync(dir.at('letter.txt'), 'utf8')).toBe('A letter');
    symlinkSync('/dev/zero', join(share, 'endless.audit.json'));
    writeFileSync(join(share, 'great.audit.json'), Buffer.alloc(1024 * 1024));
    execFileSync('mkfifo', [join(share, 'pipe.audit.json'), join(share, 'pipe.backup')]);
    for (const name of ['endless.backup', 'great.backup', 'pipe.backup'])
      expect(await auditOf(share, name)).toBeNull();
    expect(await copyMadeAt(share, 'pipe.backup', facts)).toBeNull();
  },
);

test('a place in a watched folder gets no copy, also through a link', async () => {
  const place = testDir();
  mkdirSync(place.at('scans', 'inner'), { recursive: true });
  symlinkSync(place.at('scans', 'inner'), place.at('link'));
  const { look, state, made } = await bench({
    settings: { folder: place.at('link') },
    watched: () => [{ path: place.at('scans') }],
  });
  await look(0, () => state().problem?.code === 'copies.in-folder');
  expect(made()).toBe(0);
});

test('a record that was rewritten here is found by what the copies say of it, and stays found; a restore explains itself', async () => {
  const { ledger, look, lookWhole, share, names, state, say } = await bench();
  await look(0, () => state().last !== null);
  say('later');
  expect((await verifyAudit(ledger, Date.now)).whole).toBe(true);
  // Who computed all hashes anew, and the mark: only what lies elsewhere still knows.
  const path = join(share, names('.audit.json')[0] ?? '');
  const head = read(path);
  chmodSync(path, 0o600);
  writeFileSync(path, JSON.stringify({ ...head, audit: { seq: head.audit?.seq, hash: 'f'.repeat(64) } }));
  const noticed = () =>
    ledger.db.prepare(`SELECT count(*) FROM audit WHERE action = 'audit.entries-missing'`).pluck().get();
  await look(1, () => noticed() === 1);
  await lookWhole(1);
  expect(noticed()).toBe(1);
  const restored = { before: { seq: 1000, hash: 'e'.repeat(64) }, kept: 1 };
  const entry = { at: 0, actor: 'clearfolder', action: 'ledger.restored', subject: null } as const;
  appendAudit(ledger, { ...entry, detail: restored });
  writeFileSync(path, JSON.stringify({ ...head, audit: { seq: 500, hash: 'd'.repeat(64) } }));
  await lookWhole(1);
  expect(noticed()).toBe(1);
  expect(await verifyAudit(ledger, Date.now)).toMatchObject({
    whole: false,
    findings: expect.arrayContaining([expect.objectContaining({ kind: 'noticed-earlier', fault: true })]),
  });
});
