import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startClearfolder } from '../../support/clearfolder.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';

const tokenSchema = z.object({ token: z.string(), org_settings: z.record(z.string(), z.unknown()) });
const VISIT =
  'Office visit note\nPatient name: Test Person\nDate of birth: 1980-02-03\nVisit date: 2026-11-01\nCPT 73721 MRI of the knee';

test('submit --wait sends, follows and ends without an engine beside it; a missing file is said and the rest goes', async () => {
  await using dir = await tempDir('submit');
  const start = (...args: string[]) => startClearfolder([...args, '--data', dir.at('data')]);
  const run = (...args: string[]) => start(...args).ended;
  const submit = (type: string, ...args: string[]) => run('submit', '--task-type', type, '--json', ...args);
  writeFileSync(dir.at('visit.pdf'), pdfDocument({ pages: [VISIT] }));
  const ended = await submit('prior-auth', '--wait', dir.at('visit.pdf'), dir.at('missing.pdf'));
  expect(ended.code).toBe(1);
  const result = JSON.parse(ended.stdout);
  expect(result.submissions).toMatchObject([{ state: 'accepted' }]);
  expect(result.tasks).toMatchObject([{ status: 'completed' }]);
  expect(ended.stderr).toContain('missing.pdf');
  writeFileSync(dir.at('other.pdf'), pdfDocument({ pages: ['Another document'] }));
  const refused = await submit('no-such-type', dir.at('other.pdf'));
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stdout).submissions).toMatchObject([
    {
      state: 'rejected',
      problem: { code: 'service.task-type', message: expect.stringContaining('prior-auth') },
    },
  ]);

  await using running = start('run');
  await until(() => running.text().includes('Clearfolder is running'));
  const [{ id, allowed_task_types: allowed }] = JSON.parse(refused.stdout).submissions;
  expect(allowed).toContain('prior-auth');
  expect(await run('retry', id, '--task-type', 'prior-auth')).toMatchObject({ code: 0 });
  await until(async () => {
    const { stdout } = await run('outbox', '--json');
    const entry = JSON.parse(stdout).find((one: { id: string }) => one.id === id);
    return entry.state === 'accepted' && entry.task_type === 'prior-auth';
  });
  await running.stop();
});

test('practice shows a trainee an organization without callbacks, too many sign-ins and a full queue', async () => {
  await using dir = await tempDir('practice');
  const options = ['--no-callbacks', '--exchange-limit', '1', '--queue-cap', '0'];
  await using running = startClearfolder(['practice', ...options, '--json', '--data', dir.at('data')]);
  const said = await until(() => /^\{.*\}$/ms.exec(running.text())?.[0]);
  const { base_url: baseUrl, api_secret } = z
    .object({ base_url: z.string(), api_secret: z.string() })
    .parse(JSON.parse(said));
  const exchange = () =>
    fetch(`${baseUrl}/auth/get_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_secret }),
    });
  const { token, org_settings } = tokenSchema.parse(await (await exchange()).json());
  expect(org_settings).toMatchObject({ external_callback_enabled: false, external_read_enabled: true });
  const refused = await exchange();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const create = () => {
    const body = new FormData();
    body.set('task_type', 'prior-auth');
    return fetch(`${baseUrl}/task/create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    });
  };
  expect((await create()).status).toBe(200);
  // The first Task is pending only for a moment.
  const full = await until(async () => {
    const answers = await Promise.all([create(), create(), create()]);
    return answers.find(({ status }) => status !== 200);
  });
  expect(full.status).toBe(429);
  await running.stop();
});
