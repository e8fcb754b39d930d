import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startClearfolder } from '../../support/clearfolder.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';

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
  await until(() => running.text().includes('Clearfolder runs'));
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
