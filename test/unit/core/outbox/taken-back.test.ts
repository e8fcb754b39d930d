import { expect, test } from 'vitest';
import { purgeOldContent } from '../../../../src-main/core/ledger/tables/retention.ts';
import { recordTask } from '../../../../src-main/core/ledger/tasks/tasks.ts';
import { taskDetails } from '../../../support/task-details.ts';
import { type Bench, bench, benchForEachTest, openBench } from './support/bench.ts';
import { failing } from './support/fates.ts';

async function refusing() {
  let tells = 0;
  const withdrawn = async () => {
    tells += 1;
  };
  const bench = await openBench({ guard: { mayCreate: async () => false, withdrawn } });
  return { bench, tells: () => tells };
}

const claim = ({ ledger }: Bench, id: string) =>
  ledger.db.prepare(`UPDATE submission SET claim_key = 'c' WHERE id = ?`).run(id);

test('what another station may have sent, or may send, does not say that it was not when it is taken back', async () => {
  const { bench, tells } = await refusing();
  const [waits, fresh, dropped] = [bench.submit(), bench.submit(), bench.submit()];
  for (const id of [waits, fresh]) claim(bench, id);
  await bench.outbox.withdraw(fresh);
  expect(tells()).toBe(1);
  await bench.start(10_000);
  expect(bench.row(waits)).toMatchObject({ state: 'queued', problem_code: 'station.other' });
  expect(await bench.outbox.withdrawAll([waits, dropped], () => undefined)).toHaveLength(2);
  expect(tells()).toBe(2);
  for (const id of [waits, fresh])
    expect(bench.row(id)).toMatchObject({ state: 'withdrawn', problem_code: 'station.untold' });
});

test('a document that was refused is still shown as refused when it is taken back', async () => {
  const bench = await openBench();
  const id = bench.submit();
  claim(bench, id);
  bench.ledger.db
    .prepare(
      `UPDATE submission SET state = 'rejected', ended_at = 1, problem_code = 'service.task-type' WHERE id = ?`,
    )
    .run(id);
  await bench.outbox.withdraw(id);
  expect(bench.row(id)).toMatchObject({ state: 'withdrawn', problem_code: 'service.task-type' });
});

const DAY_MS = 86_400_000;

benchForEachTest();

/** A Task that was cleared so many days before now, as this station keeps it. */
function keepTask(uuid: string, clearedDaysAgo: number): void {
  const cleared = new Date(bench.clock.now() - clearedDaysAgo * DAY_MS).toISOString();
  recordTask(bench.ledger, taskDetails('2020-01-01T00:00:00Z', { uuid, cleared }), { mine: true, seenAt: 0 });
}

/** An answer of data, one of a document and a new name, each refused, of Tasks that were cleared soon after. */
async function refusedLongAgo() {
  const [asked, shown, named] = [bench.addTask(), bench.addTask(), bench.addTask()];
  const data = bench.say(asked.uuid, { kind: 'answer', data: { member_id: 'M-1' } });
  const paper = bench.say(shown.uuid, { kind: 'answer', data: null }, ['card.pdf']);
  const name = bench.say(named.uuid, { kind: 'name', name: 'Right name' });
  bench.service.fate = ({ call }) =>
    call === 'update' || call === 'upload' ? failing(422, 'no') : { do: 'answer' };
  await bench.startAndEnd(60_000);
  const ids = [data, paper, name];
  expect(ids.map((id) => bench.message(id).state)).toEqual(['rejected', 'rejected', 'rejected']);
  bench.clock.jump(100 * DAY_MS);
  for (const { uuid } of [asked, shown, named]) keepTask(uuid, 99);
  bench.service.recover();
  bench.service.calls.length = 0;
  return { ids, name: named, uploads: shown.data_items };
}

const purge = () => purgeOldContent(bench.ledger, 90, bench.clock.now());

test('I5: what was refused ends when its content is not kept any more, and is not sent without it', async () => {
  const { ids, name, uploads } = await refusedLongAgo();
  purge();
  for (const id of ids) {
    expect(bench.message(id)).toMatchObject({ state: 'withdrawn', problem_code: 'message.not-kept' });
    expect(() => bench.outbox.retry(id)).toThrow(expect.objectContaining({ code: 'outbox.not-kept' }));
  }
  expect(bench.outbox.retryAll()).toBe(0);
  await bench.settle(DAY_MS);
  expect(bench.service.calls).toEqual([]);
  expect({ name: name.name, uploads }).toEqual({ name: 'Task', uploads: [] });
  // Nothing names its copy any more, so the spool removes it.
  expect(bench.ledger.db.prepare('SELECT spool_name FROM message_file').pluck().all()).toEqual([null]);
});

test('a refused change that holds nothing of a patient can be tried again for as long as it is there', async () => {
  const { uuid } = bench.addTask();
  const id = bench.say(uuid, { kind: 'cleared', cleared: true });
  bench.service.fate = ({ call }) => (call === 'update' ? failing(422, 'no') : { do: 'answer' });
  await bench.startAndEnd(60_000);
  bench.clock.jump(100 * DAY_MS);
  keepTask(uuid, 99);
  purge();
  bench.service.recover();
  expect(bench.outbox.retryAll()).toBe(1);
  await bench.settle(60_000);
  expect(bench.message(id).state).toBe('accepted');
});
