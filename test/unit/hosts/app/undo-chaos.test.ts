import { expect, test } from 'vitest';
import { until } from '../../../support/until.ts';
import { type AppBench, appBench } from './support/app-bench.ts';
import { SEND_EACH } from './support/send-each.ts';
import { cardOf, waitingTask } from './support/waiting-task.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function cardFor(bench: AppBench, task: string, file: string, member: string) {
  const { id } = await bench.ask('drops.open', { task });
  await bench.ask('drops.add-paths', { drop: id, paths: [bench.write(file, cardOf(member))] });
  return id;
}

test('I5: a change that was taken back takes nothing from the change before it', async () => {
  const bench = await appBench({ tracking: { seconds: 0.2 } });
  const { uuid: task } = await waitingTask(bench);
  const first = await bench.ask('tasks.rename', { task, name: 'First' });
  await pause(3_000);
  const second = await bench.ask('tasks.rename', { task, name: 'Second' });
  // The first has gone, or would have been dropped for the sake of the second, by now.
  await pause(Date.parse(first.undo_until) - Date.now() + 700);
  expect(await bench.ask('outbox.withdraw', { ids: second.ids })).toMatchObject({
    withdrawn: 1,
    too_late: 0,
  });
  await until(async () => (await bench.ask('tasks.get', { task })).name === 'First');
});

test('documents gathered for one Task go to no other, and become no Task of their own', async () => {
  const bench = await appBench({ tracking: { seconds: 0.2 } });
  const { uuid: ida } = await waitingTask(bench);
  const { uuid: otto } = await waitingTask(bench, { name: 'Otto Example' });
  const drop = await cardFor(bench, ida, 'card.txt', 'MBR-1');
  expect(await bench.refused('answers.send', { task: otto, drop, data: null })).toBe('answer.other-task');
  expect(await bench.refused('drops.send', { drop, ...SEND_EACH })).toBe('drop.of-answer');
  expect((await bench.ask('drops.get', { drop })).files).toHaveLength(1);
  await bench.ask('answers.send', { task: ida, drop, data: null });
});

test('two clerks answer one Task: one answer is taken, what became of the other is said, and every file is counted once', async () => {
  const bench = await appBench({ tracking: { seconds: 0.2 } });
  const { uuid: task } = await waitingTask(bench);
  const drops = [
    await cardFor(bench, task, 'a/card.txt', 'MBR-1'),
    await cardFor(bench, task, 'b/card.txt', 'MBR-1 '),
  ];
  const sent = await Promise.all(drops.map((drop) => bench.ask('answers.send', { task, drop, data: null })));
  expect(await bench.ask('waiting.list', {})).toMatchObject({ count: 0, answers_not_out: 1 });
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
