import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startClearfolder, testStation } from '../../support/clearfolder.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';

const ESCAPE = '\u001b';
const visit = (name: string) =>
  `Office visit note\nPatient name: ${name}\nDate of birth: 1980-02-03\nVisit date: 2026-11-01\nCPT 73721 MRI of the knee\n`;

/** The practice service as a program of its own, as an administrator would start it. */
async function practiceAlone() {
  const dir = await tempDir('practice-alone');
  const running = startClearfolder(['practice', '--port', '0', '--json', '--data', dir.at('data')]);
  await until(() => running.text().includes('}'), { what: 'the address of the practice service' });
  const { base_url: baseUrl, api_secret: apiSecret } = z
    .object({ base_url: z.string(), api_secret: z.string() })
    .parse(JSON.parse(running.text()));
  return {
    baseUrl,
    apiSecret,
    stop: () => running.stop(),
    [Symbol.asyncDispose]: async () => {
      await running[Symbol.asyncDispose]();
      await dir.remove();
    },
  };
}

test('--version and help say what there is; wrong usage ends with 2, as JSON if asked', async () => {
  const { version } = z
    .object({ version: z.string() })
    .parse((await import('../../../package.json', { with: { type: 'json' } })).default);
  expect(await startClearfolder(['--version']).ended).toMatchObject({ code: 0, stdout: `${version}\n` });
  const help = await startClearfolder(['help', 'answer']).ended;
  expect(help.code).toBe(0);
  for (const option of ['--file', '--settings', '--secrets', '--json']) expect(help.stdout).toContain(option);
  expect(help.stdout).not.toContain('default: []');
  const wrong = await startClearfolder(['fly', '--json']).ended;
  expect(wrong.code).toBe(2);
  expect(JSON.parse(wrong.stderr)).toMatchObject({ error: { code: 'usage' } });
  for (const [args, words] of [
    [['submit', 'x.pdf'], '--task-type'],
    [['practice', '--port', 'x'], 'port'],
    [['run', '--secrets', 'under-the-mat'], '--secrets'],
  ] as const)
    expect(await startClearfolder(args).ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(words),
    });
});

test('bad settings end with 1 and name each path; settings that are not there are named', async () => {
  await using station = await testStation({ colour: 'red', sending: { concurrency: 'many' } });
  const data = station.dir.at('data');
  for (const verb of [['run'], ['settings', 'check', station.settingsFile]]) {
    const { code, stderr } = await station.run(...verb);
    expect(code).toBe(1);
    expect(stderr).toContain('colour: is not a known setting');
    expect(stderr).toContain('sending.concurrency: must be of type number');
  }
  const away = await startClearfolder(['run', '--data', data, '--settings', `${data}/none.json`]).ended;
  expect(away).toMatchObject({ code: 1, stderr: expect.stringContaining('none.json') });
});

test('a service of its own: secret, doctor, watch, submit, answer, decide; each verb with and without --json', async () => {
  await using service = await practiceAlone();
  await using scans = await tempDir('scans');
  writeFileSync(scans.at('before.txt'), visit('Earlier Person'));
  await using station = await testStation({
    environment: 'production',
    environments: { production: service.baseUrl },
    folders: [{ id: 'scans', path: scans.path, taskType: 'prior-auth', quietSeconds: 0.2, backlog: 'ask' }],
  });
  const failing = async (code: 1 | 2, words: RegExp, ...args: string[]) => {
    const ended = await station.run(...args);
    expect([ended.code, ended.stderr], args.join(' ')).toEqual([code, expect.stringMatching(words)]);
    expect(ended.stderr + ended.stdout).not.toMatch(/\n\s+at |node:internal/);
    expect(ended.stderr + ended.stdout).not.toContain(service.apiSecret);
  };

  await failing(2, /standard input/, 'secret', 'set');
  const wrong = await station.start(['secret', 'set'], `${service.apiSecret}x`).ended;
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('was not saved') });
  await failing(1, /No secret \(API key\) is set/, 'secret', 'check');
  await station.setSecret(`${service.apiSecret}\n`);
  expect(await station.json('secret', 'check')).toMatchObject({ organisation: { name: expect.any(String) } });
  expect(await station.json('settings', 'check', station.settingsFile)).toEqual({
    ok: true,
    policy: null,
    locked: [],
    remarks: [],
  });
  expect(await station.json('settings', 'show')).toMatchObject({ environment: 'production' });
  const idle = await station.run('doctor', '--json');
  const findings = z
    .array(z.object({ what: z.string(), ok: z.boolean(), next: z.string() }))
    .parse(JSON.parse(idle.stdout));
  expect(findings.map((finding) => finding.what)).toEqual(
    expect.arrayContaining(['secrets', 'disk', 'clock', 'service', 'folder scans']),
  );
  const faults = findings.filter(({ ok }) => !ok);
  expect([idle.code, faults]).toMatchObject([
    1,
    [{ what: 'engine', next: expect.stringContaining('clearfolder run') }],
  ]);
  expect((await station.run('folders')).stdout).toContain('not checked yet');
  expect(await station.run('status')).toMatchObject({
    code: 5,
    stdout: expect.stringContaining('is not running'),
  });

  await using running = await station.watch();
  expect(await station.run('doctor')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('engine: Clearfolder is running'),
  });
  await until(async () => (await station.folder()).counts['held'] === 1);
  const needed = await station.run('status');
  expect([needed.code, needed.stdout]).toEqual([
    3,
    expect.stringContaining('1 held (existing files that need a decision)'),
  ]);
  const outbox = await station.run('outbox');
  expect(outbox.stdout).toContain('1 file is not sent (1 held)');
  const held = z
    .array(z.object({ id: z.int(), problem: z.object({ code: z.string() }) }))
    .parse(await station.json('files', '--state', 'held'));
  expect(held).toMatchObject([{ problem: { code: 'file.backlog' } }]);
  await failing(2, /not a state/, 'files', '--state', 'stuck');
  await failing(2, /not a status/, 'tasks', '--status', 'wating');
  await failing(1, /No folder has the id/, 'pause', 'nowhere');
  await failing(1, /No file has this number/, 'decide', '4711', 'send');
  await failing(2, /NUMBER|number/, 'decide', 'x', 'send');
  await failing(1, /no submission or answer/, 'withdraw', '01ARZ3NDEKTSV4RRFFQ69G5FAV');
  await failing(1, /does not know a Task/, 'task', 'abcdef');
  expect(await station.json('decide', String(held[0]?.id), 'leave-out')).toEqual({ done: true });
  expect((await station.run('outbox')).stdout).toContain('Nothing is left to send.');
  expect(await station.json('pause', 'scans')).toEqual({ done: true });
  expect((await station.run('folders')).stdout).toContain('Paused');
  expect((await station.run('resume', 'scans')).stdout).toBe('Done.\n');

  const name = `evil${ESCAPE}[31m\u202Ename.txt`;
  writeFileSync(station.dir.at(name), visit('Test Person'));
  const asked = ['--task-type', 'prior-auth', '--request-spec', '{"required_data": ["member_id"]}'];
  const submitted = await station.run('submit', station.dir.at(name), ...asked, '--wait');
  expect(submitted).toMatchObject({ code: 0, stdout: expect.stringContaining('waiting for you') });
  for (const verb of [['outbox'], ['files'], ['outbox', '--json'], ['files', '--json']]) {
    const { stdout } = await station.run(...verb);
    expect(stdout).toContain('\\u001b[31m\\u202ename.txt');
    expect(stdout).not.toContain(ESCAPE);
    expect(stdout).not.toContain('\u202E');
  }
  expect(JSON.stringify(await station.outbox())).toContain(JSON.stringify(name).slice(1, -1));

  const [waiting] = (await station.tasks()).tasks;
  const uuid = waiting?.uuid ?? '';
  expect((await station.run('task', uuid)).stdout).toContain(
    `answer it: clearfolder answer ${uuid} --data '{"member_id": "..."}'`,
  );
  expect(await station.json('task', uuid.slice(0, 8))).toMatchObject({ uuid, status: 'waiting' });
  expect(await station.json('task', waiting?.external_id ?? '')).toMatchObject({ uuid });
  await failing(2, /JSON object/, 'answer', uuid, '--data', 'member_id=5');
  expect(existsSync('member_id=5')).toBe(false);
  await failing(1, /nothing to send/, 'answer', uuid);
  writeFileSync(station.dir.at('empty.pdf'), '');
  await failing(1, /is empty/, 'answer', uuid, '--file', station.dir.at('empty.pdf'));
  await failing(1, /is not a file/, 'answer', uuid, '--file', scans.path);
  const card = station.dir.at('card.pdf');
  writeFileSync(card, pdfDocument({ pages: ['Insurance card\nMember ID: ABC12345'] }));
  const given = ['--data', '{"member_id": "ABC12345"}', '--file', card];
  expect(await station.json('answer', uuid, ...given)).toMatchObject({
    task_uuid: uuid,
    state: 'accepted',
    problem: null,
  });
  await until(async () => (await station.tasks()).tasks[0]?.status === 'completed');
  expect((await station.run('task', uuid)).stdout).toContain('card.pdf');
  await failing(1, /has ended/, 'answer', uuid, '--data', '{"member_id": "ABC12345"}');
  const changes = [['rename', 'Knee'], ['external-id', 'ref-77'], ['note', 'called'], ['unclear'], ['clear']];
  for (const [verb = '', ...value] of changes)
    expect(await station.json(verb, uuid, ...value)).toMatchObject({ task_uuid: uuid, state: 'accepted' });
  await failing(2, /1 to 1024 characters/, 'external-id', uuid, 'x'.repeat(1025));
  expect((await station.run('text', uuid)).stdout).toContain('Test Person');
  await until(async () => {
    const raw = await station.json('raw', uuid);
    return JSON.stringify(raw).includes('"external_id":"ref-77"') && JSON.stringify(raw).includes('"Knee"');
  });

  const ended = await running.stop();
  expect(ended.code).toBe(0);
  expect(ended.stdout + ended.stderr).not.toMatch(/evil|before\.txt|Test Person/);
  expect((await station.run('rescan')).stdout).toContain('The request is saved.');
  expect((await service.stop()).code).toBe(0);
  const unreachable = await station.run('doctor');
  expect(unreachable.code).toBe(1);
  expect(unreachable.stdout).toMatch(/FAULT service: .*\n +What to do: /);
  expect(await station.start(['secret', 'set'], service.apiSecret).ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('could not check it'),
  });
});

test('files given by hand that cannot go out are said with what to do, and nothing hangs without an engine', async () => {
  await using dir = await tempDir('submit-by-hand');
  const where = ['--data', dir.at('data')];
  mkdirSync(dir.at('packet'));
  writeFileSync(dir.at('packet', 'empty.pdf'), '');
  writeFileSync(dir.at('packet', 'cut.pdf'), pdfDocument({ pages: ['cut off'] }).subarray(0, 200));
  const files = [dir.at('packet'), dir.at('none.pdf')];
  const ended = await startClearfolder(['submit', ...files, '--task-type', 'prior-auth', ...where]).ended;
  expect(ended.code).toBe(1);
  expect(ended.stderr).toMatch(/empty\.pdf\n {4}The file is empty\. .*submit it again/);
  expect(ended.stderr).toMatch(/cut\.pdf\n {4}The end of the file is missing/);
  expect(ended.stderr).toMatch(/none\.pdf\n {4}This file or folder does not exist/);
  const outbox = await startClearfolder(['outbox', ...where]).ended;
  expect(outbox.stdout).toContain('files are not sent (2 held)');
});

test('one Ctrl+C that arrives twice stops in order; a reader that goes away ends nothing', async () => {
  await using dir = await tempDir('signals');
  await using running = startClearfolder(['open', '--data', dir.at('data')]);
  await until(() => running.text().includes('Watching'));
  running.child.stdout?.destroy();
  running.child.kill('SIGINT');
  running.child.kill('SIGTERM');
  expect((await running.ended).code).toBe(0);
});

test('a start that fails half-way ends by itself and leaves the data folder free', async () => {
  const at = (address: string) => ({ environment: 'test', environments: { test: address } });
  await using station = await testStation(at('http://127.0.0.1:9/public/v1'));
  await using first = await station.watch();
  expect((await first.stop()).code).toBe(0);
  writeFileSync(station.settingsFile, JSON.stringify(at('http://127.0.0.1:10/public/v1')));
  const ended = await station.run('run', '--json');
  expect(ended.code).toBe(1);
  expect(JSON.parse(ended.stderr)).toMatchObject({ error: { code: 'ledger.other-service' } });
  expect((await station.run('doctor')).stdout).toContain('Clearfolder is not running');
});

test('stop ends the running Clearfolder after its open requests', async () => {
  await using station = await testStation({ environment: 'practice' });
  expect(await station.json('stop')).toEqual({ stopped: false });
  const running = station.start(['run']);
  await until(() => running.text().includes('Clearfolder is running'), { what: 'run' });
  expect(await station.json('rescan')).toEqual({ done: true });
  expect(running.child.exitCode).toBeNull();
  expect(await station.run('stop')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Clearfolder has stopped'),
  });
  expect(await running.ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('open requests end first'),
  });
});
