import { readdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startClearfolder } from '../../support/clearfolder.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { type TestDir, tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';

const VISIT =
  'Office visit note\nPatient name: Test Person\nDate of birth: 1980-02-03\nVisit date: 2026-11-01\nCPT 73721 MRI of the knee';

function practiceOn(dir: TestDir) {
  const start = (...args: string[]) => startClearfolder([...args, '--data', dir.at('data')]);
  return { start, run: (...args: string[]) => start(...args).ended };
}

test('practice mode: approved, not approved and waiting with reasons; an answer with a document and one with data complete their Tasks', async () => {
  await using dir = await tempDir('practice-mode');
  const { start, run } = practiceOn(dir);
  await using running = start('open');
  await until(() => running.text().includes('Nothing is left to send.'), { what: 'all out' });
  const text = running.text();
  expect(text).toMatch(/73721 approved: .*everything required is there/);
  expect(text).toMatch(/72148 NOT APPROVED: .*days ago; at most 180 days are allowed/);
  expect(text).toMatch(/waiting for you: .*\n.*No insurance card was found among the documents/);
  expect(text).toMatch(/member id is in none of the documents/);

  const waiting = async () => {
    const { stdout } = await run('tasks', '--status', 'waiting', '--json');
    const { tasks }: { tasks: { uuid: string; issues: { key: string }[] }[] } = JSON.parse(stdout);
    return tasks;
  };
  const tasks = await waiting();
  expect(tasks).toHaveLength(2);
  const needsCard = tasks.find((task) =>
    task.issues.some((issue) => issue.key === 'task.medical_record.missing'),
  );
  const needsData = tasks.find((task) => task.issues.some((issue) => issue.key === 'task.data.missing'));
  const answers = dir.at('data', 'practice', 'answers');
  const [card = ''] = readdirSync(answers);
  expect(await run('answer', needsCard?.uuid ?? '', '--file', `${answers}/${card}`)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('The service accepted the answer'),
  });
  expect((await run('answer', needsData?.uuid ?? '', '--data', '{"member_id": "KLM4471902"}')).code).toBe(0);
  await until(async () => (await waiting()).length === 0, { everyMs: 300 });
  const detail = await until(async () => {
    const { stdout } = await run('task', needsData?.uuid ?? '', '--json');
    const task = JSON.parse(stdout);
    return task.status === 'completed' ? task : null;
  });
  expect(detail.verdicts).toMatchObject([{ approved: true }]);
  expect(detail.history.length).toBeGreaterThan(2);
  expect((await running.stop('SIGINT')).code).toBe(0);
});

test('submit --wait sends, follows and ends without an engine beside it; a missing file is said and the rest goes', async () => {
  await using dir = await tempDir('submit');
  const { start, run } = practiceOn(dir);
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
