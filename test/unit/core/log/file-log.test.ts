import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import { verbatim } from '../../../../src-main/contract/say.ts';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { describeError } from '../../../../src-main/core/log/describe-error.ts';
import type { Log } from '../../../../src-main/core/log/events.ts';
import { createFileLog } from '../../../../src-main/core/log/file-log.ts';
import { PlainError } from '../../../../src-main/core/plain-error.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../../support/file-modes.ts';
import { needing, needs } from '../../../support/machine.ts';
import { type TestDir, testDir } from '../../../support/test-dir.ts';

let dir: TestDir;
beforeEach(async () => {
  dir = testDir();
});

const clock = { ...systemClock, now: () => Date.UTC(2026, 0, 2, 3, 4, 5) };
const text = (name = 'clearfolder.log') => readFile(dir.at('logs', name), 'utf8');

async function logged(write: (log: Log) => void): Promise<Record<string, unknown>[]> {
  const { log, close } = createFileLog({ dir: dir.at('logs'), clock });
  write(log);
  await close();
  return (await text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Passes what the type forbids, as code without types could. */
function force(log: Log, event: string, fields: unknown): void {
  Reflect.apply(log, undefined, [event, fields]);
}

it('writes one JSON line per event with its time and level, into a private file', async () => {
  const lines = await logged((log) => {
    log('engine.started', { environment: 'practice', version: '0.1.0' });
    log('service.call', { call: 'listTasks', status: null, outcome: 'not-sent', ms: 12 });
    log('lane.paused', { lane: 'creates', code: 'service.busy', seconds: 2 });
  });
  const time = '2026-01-02T03:04:05.000Z';
  expect(lines).toEqual([
    { level: 'info', time, event: 'engine.started', environment: 'practice', version: '0.1.0' },
    {
      level: 'info',
      time,
      event: 'service.call',
      call: 'listTasks',
      status: null,
      outcome: 'not-sent',
      ms: 12,
    },
    { level: 'warn', time, event: 'lane.paused', lane: 'creates', code: 'service.busy', seconds: 2 },
  ]);
  expect((await stat(dir.at('logs', 'clearfolder.log'))).mode & 0o777).toBe(PRIVATE_FILE);
  expect((await stat(dir.at('logs'))).mode & 0o777).toBe(PRIVATE_FOLDER);
});

it('I9: holds no secret, even where an error, a text or an unknown field carries it', async () => {
  const secret = 'acme:org-77:Zq8sVx0pLm3';
  const bearer = 'eyJhbGciOi.'.repeat(20);
  const carrier = Object.assign(new Error(`refused ${secret}`, { cause: new Error(secret) }), {
    code: secret,
    name: secret,
    response: { headers: { authorization: `Bearer ${bearer}` } },
  });
  const lines = await logged((log) => {
    force(log, 'engine.fault', {
      where: 'outbox',
      error: carrier,
      stack: carrier.stack,
      api_secret: secret,
    });
    force(log, 'engine.fault', { where: secret, error: String(carrier) });
    force(log, 'engine.fault', { where: `Bearer ${bearer}`, error: { toString: () => secret } });
    force(log, 'service.call', {
      call: carrier,
      status: secret,
      outcome: secret,
      ms: secret,
      body: secret,
    });
    force(log, 'made.up', { secret });
    force(log, 'toString', { secret });
  });
  expect(lines).toHaveLength(4);
  const all = await text();
  for (const part of [secret, 'Zq8sVx0pLm3', 'org-77', 'eyJhbGciOi']) expect(all).not.toContain(part);
  expect(lines[0]).toMatchObject({ level: 'error', where: 'outbox', error: 'Error from Error' });
});

it('I11: holds no path, URL or sentence, and no text over 200 characters', async () => {
  const lines = await logged((log) => {
    log('folder.scanned', { folder: '/srv/scans/Müller, Anna 1970', files: 1, changed: 0, ms: 1 });
    log('engine.stopped', { reason: 'https://host/x?patient=1' });
    log('engine.stopped', { reason: 'word '.repeat(100) });
    log('folder.watching', { folder: 'scans', mode: 'C:\\scans' });
  });
  expect(lines[0]).toMatchObject({ folder: '(withheld)', files: 1 });
  expect(lines[1]).toMatchObject({ reason: '(withheld)' });
  expect(String(lines[2]?.['reason'])).toHaveLength(200);
  expect(lines[3]).toMatchObject({ folder: 'scans', mode: '(withheld)' });
});

it('keeps five files, the oldest lines gone, and goes on in the file it finds', async () => {
  const write = (count: number, from: number) => {
    const { log, close } = createFileLog({ dir: dir.at('logs'), clock, maxBytes: 1000 });
    for (let index = 0; index < count; index += 1)
      log('tracking.cycle', { requests: from + index, changed: 0, ms: 1 });
    return close();
  };
  await write(3, 0);
  await write(100, 3);
  const names = [4, 3, 2, 1].map((age) => `clearfolder.${age}.log`).concat('clearfolder.log');
  expect((await readdir(dir.at('logs'))).sort()).toEqual(names.toSorted());
  for (const name of names) expect((await stat(dir.at('logs', name))).size).toBeLessThanOrEqual(1000);
  const attempts = [];
  for (const name of names) {
    for (const line of (await text(name)).trimEnd().split('\n')) attempts.push(JSON.parse(line).requests);
  }
  expect(attempts).toEqual(attempts.map((_, index) => 103 - attempts.length + index));
});

it('keeps warnings, faults and the events of documents when requests, scans and cycles have filled the log', async () => {
  const { log, close } = createFileLog({ dir: dir.at('logs'), clock, maxBytes: 1000 });
  log('file.held', { folder: 'scans', code: 'file.empty' });
  log('submission.ended', { ref: 'abc', state: 'accepted', code: null });
  for (let ms = 0; ms < 100; ms += 1) {
    log('service.call', { call: 'listTasks', status: 200, outcome: 'ok', ms });
    log('tracking.cycle', { requests: 1, changed: 0, ms });
    log('folder.scanned', { folder: 'scans', files: 1, changed: 0, ms });
  }
  await close();
  expect(await text('clearfolder.4.log')).not.toContain('file.held');
  const kept = (await text('history.log')).trimEnd().split('\n');
  expect(kept.map((line) => JSON.parse(line).event)).toEqual(['file.held', 'submission.ended']);
});

it('loses no older file while the full file cannot be renamed, as on Windows while another program has the file open', async () => {
  // A folder refuses the rename.
  await mkdir(dir.at('logs', 'clearfolder.full.log'), { recursive: true });
  for (const age of [1, 2, 3, 4]) await writeFile(dir.at('logs', `clearfolder.${age}.log`), `${age}`);
  const { log, close } = createFileLog({ dir: dir.at('logs'), clock, maxBytes: 1 });
  for (let attempt = 0; attempt < 5; attempt += 1) log('submission.sending', { ref: 'abc', attempt });
  expect((await text()).trimEnd().split('\n')).toHaveLength(5);
  for (const age of [1, 2, 3, 4]) expect(await text(`clearfolder.${age}.log`)).toBe(`${age}`);
  await rm(dir.at('logs', 'clearfolder.full.log'), { recursive: true });
  log('submission.sending', { ref: 'abc', attempt: 5 });
  expect(await text('clearfolder.2.log')).toBe('1');
  await close();
});

it(
  'never throws: folder in the way, folder gone, link planted; and goes on once it can',
  needing(needs.posix),
  async () => {
    await writeFile(dir.at('logs'), 'a file where the folder should be');
    const { log, close } = createFileLog({ dir: dir.at('logs'), clock });
    log('lane.resumed', { lane: 'lost' });
    await rename(dir.at('logs'), dir.at('away'));
    await mkdir(dir.at('logs'));
    await symlink(dir.at('away'), dir.at('logs', 'clearfolder.log'));
    log('lane.resumed', { lane: 'refused' });
    expect(await readFile(dir.at('away'), 'utf8')).not.toContain('refused');
    await rename(dir.at('logs', 'clearfolder.log'), dir.at('link'));
    await writeFile(dir.at('logs', 'clearfolder.log'), '');
    await chmod(dir.at('logs', 'clearfolder.log'), 0o644);
    log('lane.resumed', { lane: 'written' });
    await close();
    log('lane.resumed', { lane: 'after-close' });
    expect(
      (await text())
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).lane),
    ).toEqual(['written']);
    expect((await stat(dir.at('logs', 'clearfolder.log'))).mode & 0o777).toBe(PRIVATE_FILE);
  },
);

it('never throws on a full disk, and leaves whole lines', needing(needs.posix), async () => {
  const writer = fileURLToPath(new URL('./full-disk-writer.ts', import.meta.url));
  // A limit on the file size stands in for the full disk: the write ends short, the next one fails.
  const limited = `trap '' XFSZ; ulimit -f 2; exec "$0" "$1" "$2"`;
  const run = spawnSync('sh', ['-c', limited, process.execPath, writer, dir.at('logs')], {
    encoding: 'utf8',
  });
  expect(run.stderr).toBe('');
  expect(run.stdout).toBe('went on');
  const lines = (await text()).trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.length).toBeLessThan(100);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ event: 'submission.sending' });
});

it('describeError: gives names and codes, never messages', () => {
  const cause = Object.assign(new Error('/srv/Anna'), { code: 'ECONNRESET' });
  expect(describeError(new TypeError('fetch /srv/Anna failed', { cause }))).toBe(
    'TypeError from Error ECONNRESET',
  );
  expect(describeError(new PlainError('data.unwritable', verbatim('/x'), verbatim('/y')))).toBe(
    'PlainError data.unwritable',
  );
  expect(describeError('a text with /a/path')).toBe('string');
  expect(describeError(undefined)).toBe('nothing');
});

it('describeError: survives errors that fight back', () => {
  const trap = new Proxy(new Error('x'), {
    get: () => {
      throw new Error('no');
    },
  });
  expect(describeError(trap)).toBe('Error');
  const loop = new Error('loop');
  loop.cause = loop;
  expect(describeError(loop)).toBe('Error from Error from Error');
});
