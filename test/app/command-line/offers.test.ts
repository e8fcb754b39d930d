import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testStation } from '../../support/clearfolder.ts';

const VISIT =
  'Office visit note\nPatient name: Ida Sample\nDate of birth: 1980-02-03\nVisit date: 2026-11-01\nCPT 73721 MRI of the knee\n';

test('text and data go out under a reference; their Task resumes, takes a note, and is found by the filters; its document is saved', async () => {
  await using station = await testStation({ environment: 'practice' });
  const submit = ['submit', '--task-type', 'prior-auth'];
  const spec = ['--request-spec', '{"required_records": ["insurance-card"]}'];
  expect(await station.run(...submit)).toMatchObject({ code: 2 });
  expect(await station.run(...submit, '--text', 'x', '--callback', 'nowhere')).toMatchObject({ code: 2 });
  const both = ['--text', VISIT, '--data', '{"member_id": "A1"}', '--external-id', 'claim-7', ...spec];
  expect(await station.run(...submit, ...both)).toMatchObject({ code: 1 });
  const sent = await station.run(...submit, ...both, '--together', '--name', 'Knee', '--wait');
  expect(sent).toMatchObject({ code: 0, stdout: expect.stringContaining('waiting for you') });

  expect(await station.run('note', 'claim-7', 'Asked by telephone.')).toMatchObject({ code: 0 });
  const own = (await station.run('staff-note', 'claim-7', 'Ida called.')).code;
  const far = ['set-aside', 'claim-7', '2999-01-01'];
  expect([
    own,
    (await station.run('assign', 'claim-7', 'Ana')).code,
    (await station.run(...far)).code,
  ]).toEqual([0, 0, 0]);
  expect(await station.run('set-aside', 'claim-7', '2001-01-01')).toMatchObject({ code: 1 });
  expect(await station.json('tasks', '--assignee', 'ana', '--set-aside')).toMatchObject({ count: 1 });
  expect(await station.run('give-up', 'claim-7', 'The patient moved.')).toMatchObject({ code: 0 });
  expect(await station.run('tasks', '--given-up')).toMatchObject({
    stdout: expect.stringMatching(/Ana looks after this Task\s+given up by .*: The patient moved/),
  });
  expect((await station.run('task', 'claim-7')).stdout).toContain(': Ida called.');
  expect(await station.json('tasks', '--mine')).toMatchObject({ count: 0 });
  expect(await station.run('take-back', 'claim-7')).toMatchObject({ code: 0 });
  expect(await station.run('unassign', 'claim-7')).toMatchObject({ code: 0 });
  expect(await station.json('tasks', '--given-up')).toMatchObject({ count: 0 });

  expect(await station.run('resume', 'claim-7')).toMatchObject({ code: 0 });
  expect(await station.run('resume', 'nobody')).toMatchObject({ code: 1 });
  expect(await station.run('external-id', 'claim-7', 'claim-8')).toMatchObject({ code: 0 });
  const { stdout } = await station.run('task', 'claim-8');
  expect(stdout).toContain('Note: Asked by telephone.');
  expect(stdout).toContain('Request to resume without new input');

  const today = new Date().toLocaleDateString('sv');
  const narrow = ['--search', 'knee', '--task-type', 'prior-auth', '--follow-up', 'open'];
  const days = ['--date', 'created', '--from', today, '--to', today, '--order-by', 'name', '--ascending'];
  expect(await station.json('tasks', ...narrow, ...days)).toMatchObject({
    count: 1,
    tasks: [{ name: 'Knee' }],
  });
  expect(await station.json('tasks', '--from', '2999-01-01')).toMatchObject({ count: 0 });
  expect(await station.run('tasks', '--outcome', 'bad')).toMatchObject({ code: 2 });

  const scan = station.dir.at('scan.pdf');
  const bytes = '%PDF-1.4\n% scan\n%%EOF\n';
  writeFileSync(scan, bytes);
  await station.run(...submit, scan, '--external-id', 'scan-1', '--wait');
  const target = station.dir.at('saved.pdf');
  expect(await station.run('save', 'scan-1', 'scan.pdf', target)).toMatchObject({ code: 0 });
  expect(readFileSync(target, 'utf8')).toBe(bytes);
  expect(await station.run('save', 'scan-1', 'scan.pdf', target)).toMatchObject({ code: 1 });
});
