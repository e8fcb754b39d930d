import { expect, test } from 'vitest';
import { readLag } from '../../../../../src-main/core/ledger/tables/twins.ts';
import { openBench } from '../support/bench.ts';

const LAG_MS = 180_000;

/** The first create arrives, and its answer is lost; every read shows a Task only after three minutes. */
async function laggingBench(quarantineSeconds: number | null) {
  const bench = await openBench({ outbox: { quarantineSeconds } });
  const known = bench.submit();
  await bench.startAndEnd(1_000);
  bench.service.lagMs = LAG_MS;
  bench.service.listsLag = true;
  let isLost = true;
  bench.service.fate = ({ call }) => {
    if (call !== 'create' || !isLost) return { do: 'answer' };
    isLost = false;
    return { do: 'lose', failure: { kind: 'unknown', cause: 'no answer' } };
  };
  const id = bench.submit();
  return { bench, id, known };
}

test.each([
  [null, 2],
  [300, 1],
])(
  'I2: reads that lag three minutes, quarantine %s: the service gets %i Tasks of the submission',
  async (quarantineSeconds, tasks) => {
    const { bench, id } = await laggingBench(quarantineSeconds);
    await bench.endAccepted(3_600_000, id);
    expect(bench.service.tasks.withExternalId(id)).toHaveLength(tasks);
    // The look-up that at last finds the Task shows how late the service is.
    if (tasks === 1) expect(readLag(bench.ledger)?.seconds).toBeGreaterThanOrEqual(LAG_MS / 1000);
  },
);
