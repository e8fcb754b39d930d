import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { behindTheLedger } from '../../support/behind-the-ledger.ts';
import { testStation } from '../../support/clearfolder.ts';
import { tempDir } from '../../support/temp-dir.ts';

const entriesSchema = z.object({
  count: z.int(),
  entries: z.array(
    z.object({
      seq: z.int(),
      actor: z.string(),
      action: z.string(),
      subject: z.string().nullable(),
      detail: z.unknown(),
    }),
  ),
});

type Station = Awaited<ReturnType<typeof testStation>>;

const entries = async (station: Station, ...more: string[]) =>
  entriesSchema.parse(await station.json('audit', ...more));

test('who looks at patient data from the command line is kept, once; the record can be listed, verified and exported', async () => {
  await using station = await testStation({ environment: 'practice' });
  await using running = await station.watch();
  for (const verb of ['tasks', 'tasks', 'outbox', 'files']) await station.run(verb, '--json');
  await station.run('task', '00000000-0000-4000-8000-000000000000');
  await station.run('tasks', '--status', 'waiting');
  await entries(station);
  const { entries: all } = await entries(station);
  expect(all.map(({ action, subject }) => [action, subject])).toEqual(
    expect.arrayContaining([
      ['list.viewed', 'tasks.page'],
      ['list.viewed', 'outbox.page'],
      ['list.viewed', 'files.page'],
      ['list.viewed', 'audit.page'],
    ]),
  );
  expect(all.filter(({ subject }) => subject === 'tasks.page').map(({ detail }) => detail)).toEqual([
    { by: 'command line', status: ['waiting'], rows: expect.any(Number) },
    { by: 'command line', rows: expect.any(Number) },
  ]);
  expect(all.map(({ action }) => action)).not.toContain('task.viewed');
  expect((await entries(station, '--about', 'tasks.page')).count).toBe(2);
  expect((await entries(station, '--since', '2000-01-01', '--until', '2000-01-02')).count).toBe(0);
  expect(await station.run('audit', '--since', 'yesterday')).toMatchObject({ code: 2 });
  expect(await station.json('audit', '--verify')).toMatchObject({ whole: true, findings: [] });
  await using out = await tempDir('export');
  const file = out.at('record.jsonl');
  expect(await station.json('audit', '--export', file)).toMatchObject({ file, format: 'jsonl' });
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1)).toContain('audit.exported');
  expect(await station.run('audit', '--export', file)).toMatchObject({ code: 1 });
  expect((await running.stop()).code).toBe(0);
  expect((await station.run('audit')).stdout).toContain('list.viewed');
});

test('a kill -9 at any moment leaves a record that is whole; removed newest entries are found, and a restore is explained', async () => {
  await using station = await testStation({ environment: 'practice' });
  for (let round = 0; round < 2; round += 1) {
    await using running = await station.watch();
    await station.run(round === 0 ? 'tasks' : 'outbox');
    await running.stop('SIGKILL');
    expect(await station.json('audit', '--verify')).toMatchObject({ whole: true, findings: [] });
  }
  await using out = await tempDir('backup');
  await station.json('backup', out.at('copy.backup'));
  await station.run('files');
  await station.json('restore', out.at('copy.backup'));
  {
    await using running = await station.watch();
    const standing = await station.run('audit', '--verify', '--json');
    expect(standing.code).toBe(0);
    expect(JSON.parse(standing.stdout)).toMatchObject({ whole: true });
    expect(standing.stdout).toContain('"restored"');
    expect((await running.stop()).code).toBe(0);
  }
  await behindTheLedger(station.choice, 'DELETE FROM audit WHERE seq >= (SELECT MAX(seq) - 1 FROM audit)');
  expect(await station.run('audit', '--verify')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('from the end of the audit record'),
  });
  const doctor = await station.run('doctor');
  expect(doctor).toMatchObject({ code: 1, stdout: expect.stringContaining('FAULT audit') });
  {
    await using running = await station.watch();
    expect((await station.run('audit', '--verify')).stdout).toContain('Clearfolder found');
    expect((await running.stop()).code).toBe(0);
  }
});

test('a support bundle is printed, and saved as printed', async () => {
  await using station = await testStation({ environment: 'practice' });
  await using out = await tempDir('support');
  const file = out.at('bundle.txt');
  const { stdout, code } = await station.run('support', '--save', file);
  expect(code).toBe(0);
  const saved = readFileSync(file, 'utf8');
  expect(stdout.startsWith(saved.trimEnd())).toBe(true);
  expect(saved).toContain('== Log');
  expect(await station.run('support', '--save', file)).toMatchObject({ code: 1 });
  rmSync(file);
  expect((await station.run('support')).stdout).toContain('Clearfolder support bundle');
  expect(existsSync(file)).toBe(false);
});
