import { expect, test } from 'vitest';
import { evaluateTask } from '../../../src-main/practice/reading/evaluate.ts';
import { until } from '../../support/until.ts';
import { type Client, type FilePart, uniqueFile } from './conformance/client.ts';
import { FrozenAnswer, type TaskDetails } from './conformance/schemas.ts';
import { running } from './running.ts';

const card = [
  'INSURANCE CARD',
  'Patient name: Rosa Lindqvist',
  'Date of birth: 1961-04-02',
  'Member ID: ZQX104882',
].join('\n');

const visit = [
  'PATIENT VISIT',
  'Patient name: Rosa Lindqvist',
  'Date of birth: 1961-04-02',
  'Date of service: 2026-11-02',
  'Chief complaint: knee pain. Diagnosis: M17.11',
  'Plan: MRI of the knee, CPT 73721',
].join('\n');

const text = (name: string, content: string): FilePart => ({ name, type: 'text/plain', content });
const spec = { codes: ['73721'], required_records: ['insurance-card', 'patient-visit'] };

function settled(client: Client, uuid: string): Promise<TaskDetails> {
  return until(async () => {
    const task = await client.get(uuid);
    return ['pending', 'processing'].includes(task.status) ? null : task;
  });
}

test('documents are read, a missing record is asked for, and its arrival brings the verdict', async () => {
  const { client } = await running({ evaluate: evaluateTask, clock: () => new Date('2026-11-20T10:00:00Z') });
  const request_spec = JSON.stringify(spec);
  const { uuid } = await client.created({ request_spec }, [text('visit.txt', visit)]);
  const waiting = await settled(client, uuid);
  expect(waiting).toMatchObject({ status: 'waiting', verdicts: [] });
  expect(waiting.issues).toContainEqual(
    expect.objectContaining({ key: 'task.medical_record.missing', medical_record_type: 'insurance-card' }),
  );
  await client.upload(uuid, [text('card.txt', card)]);
  const done = await settled(client, uuid);
  expect(done).toMatchObject({ status: 'completed', verdicts: [{ code: '73721', approved: true }] });
  expect(done.verdict_summaries).toHaveLength(1);
  expect(done.name).toContain('Lindqvist');
});

test('a newer Task for the same patient takes over from a waiting one', async () => {
  const { client } = await running({ evaluate: evaluateTask });
  const request_spec = JSON.stringify(spec);
  const older = await client.created({ request_spec }, [text('visit.txt', visit)]);
  await settled(client, older.uuid);
  const newer = await client.created({ request_spec }, [text('both.txt', `${visit}\n\f\n${card}`)]);
  await settled(client, newer.uuid);
  const answer = await client.upload(older.uuid, [text('card.txt', card)]);
  expect(answer.status).toBe(409);
  expect(FrozenAnswer.parse(answer.body).current_task_uuid).toBe(newer.uuid);
});

test('what says nothing about a patient is invalid, and what cannot be read fails', async () => {
  const { client } = await running({ evaluate: evaluateTask });
  const idle = await client.created({}, [text('menu.txt', 'Soup of the day: lentils')]);
  const before = idle.latest_status_change;
  const invalid = await settled(client, idle.uuid);
  expect(invalid.status).toBe('invalid');
  expect(invalid.latest_status_change >= before).toBe(true);
  const broken = await client.created({}, [uniqueFile('broken.pdf')]);
  expect((await settled(client, broken.uuid)).status).toBe('failed');
});
