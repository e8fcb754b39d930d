import { expect, test } from 'vitest';
import { type Bench, openBench } from './support/bench.ts';

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
