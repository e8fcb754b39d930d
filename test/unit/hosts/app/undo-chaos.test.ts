import { expect, test } from 'vitest';
import { until } from '../../../support/until.ts';
import { type AppBench, appBench } from './support/app-bench.ts';
import { SEND_EACH, sendByHand } from './support/send-each.ts';

const VISIT = (name: string) =>
  `Office visit note\nPatient name: ${name}\nDate of birth: 1980-02-03\nVisit date: 2026-11-01\nCPT 73721 MRI of the knee\n`;
const CARD = (name: string, member: string) =>
  `Insurance card\nMember name: ${name}\nDate of birth: 1980-02-03\nMember ID: ${member}\n`;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function waitingTask(bench: AppBench, name: string): Promise<string> {
  const { ids } = await sendByHand(bench.app, [bench.write(`${name}/visit.txt`, VISIT(name))], {
    request_spec: { required_records: ['insurance-card'] },
  });
  // Nobody takes this one back: it need not wait.
  await bench.ask('outbox.retry', { id: ids[0] ?? '' });
  return await until(async () => {
    const { rows } = await bench.ask('waiting.list', {});
    const { rows: out } = await bench.ask('outbox.page', {});
    const task = out.find(({ id }) => id === ids[0])?.task_uuid;
    return rows.some(({ uuid, needs }) => uuid === task && needs !== null) ? task : null;
  });
}

async function cardFor(bench: AppBench, task: string | null, file: string, member: string) {
  const { id } = await bench.ask('drops.open', { task });
  await bench.ask('drops.add-paths', { drop: id, paths: [bench.write(file, CARD('Ida Sample', member))] });
  return id;
}

test('I5: a change that was taken back takes nothing from the change before it', async () => {
  const bench = await appBench({ tracking: { seconds: 0.2 } });
  const task = await waitingTask(bench, 'Ida Sample');
  const first = await bench.ask('tasks.rename', { task, name: 'First' });
  await pause(3_000);
  const second = await bench.ask('tasks.rename', { task, name: 'Second' });
  // The first has gone, or would have been dropped for the sake of the second, by now.
  await pause(Date.parse(first.undo_until) - Date.now() + 700);
  expect(await bench.ask('outbox.withdraw', { ids: second.ids })).toEqual({ withdrawn: 1, too_late: 0 });
  await until(async () => (await bench.ask('tasks.get', { task })).name === 'First');
});

test('documents gathered for one Task go to no other, and become no Task of their own', async () => {
  const bench = await appBench({ tracking: { seconds: 0.2 } });
  const [ida, otto] = [await waitingTask(bench, 'Ida Sample'), await waitingTask(bench, 'Otto Example')];
  const drop = await cardFor(bench, ida, 'card.txt', 'MBR-1');
  expect(await bench.refused('answers.send', { task: otto, drop, data: null })).toBe('answer.other-task');
  expect(await bench.refused('drops.send', { drop, ...SEND_EACH })).toBe('drop.of-answer');
  expect((await bench.ask('drops.get', { drop })).files).toHaveLength(1);
  await bench.ask('answers.send', { task: ida, drop, data: null });
});

test('two clerks answer one Task: one answer is taken, what became of the other is said, and every file is counted once', async () => {
  const bench = await appBench({ tracking: { seconds: 0.2 } });
  const task = await waitingTask(bench, 'Ida Sample');
  const drops = [
    await cardFor(bench, task, 'a/card.txt', 'MBR-1'),
    await cardFor(bench, task, 'b/card.txt', 'MBR-1 '),
  ];
  const sent = await Promise.all(drops.map((drop) => bench.ask('answers.send', { task, drop, data: null })));
  expect(await bench.ask('waiting.list', {})).toMatchObject({ count: 0, answered: 1 });
  const rows = await until(async () => {
    const { rows: out } = await bench.ask('outbox.page', {});
    const both = out.filter(({ id }) => sent.some(({ ids }) => ids.includes(id)));
    return both.every(({ state }) => ['accepted', 'rejected'].includes(state)) ? both : null;
  });
  expect(rows.map(({ state }) => state).sort()[0]).toBe('accepted');
  for (const { state, problem } of rows)
    if (state === 'rejected') expect(problem?.code).toBe('answer.not-waiting');
  const { found, ...account } = (await bench.ask('app.overview', {})).account;
  expect(found).toBe(3);
  expect(Object.values(account).reduce((sum, count) => sum + count, 0)).toBe(3);
});
