import { expect, test } from 'vitest';
import { type Bench, openBench } from '../support/bench.ts';

const DOCUMENTS = 100;
const BAD_LINE_MS = 3_000;
const NO_FOR_MS = 5_000;

test('I8: the documents of a folder that another station has say so, and then take no place from others', async () => {
  let bench: Bench | null = null;
  let refusedUntil = 0;
  let asked = 0;
  let ours = false;
  const now = () => bench?.clock.monotonic() ?? 0;
  const place = {
    folderId: 'shared',
    after: 0,
    upTo: Number.MAX_SAFE_INTEGER,
    code: 'station.other' as const,
  };
  bench = await openBench({
    outbox: {
      guard: {
        mayCreate: async ({ folder_id }) => {
          if (folder_id === null || ours) return true;
          asked += 1;
          await bench?.clock.sleep(BAD_LINE_MS);
          refusedUntil = now() + NO_FOR_MS;
          return false;
        },
        whyNot: () => 'station.other',
        refused: () => (now() < refusedUntil ? [place] : []),
      },
    },
  });
  const { outbox, clock, row, submit } = bench;
  const shared = Array.from({ length: DOCUMENTS }, () => submit({ folderId: 'shared' }));
  await outbox.start();
  await clock.advance(90_000);
  for (const id of shared) expect(row(id)).toMatchObject({ state: 'queued', problem_code: 'station.other' });
  asked = 0;
  for (let n = 0; n < 20; n++) {
    const own = submit();
    await clock.advance(BAD_LINE_MS + 1_000);
    expect(row(own).state).toBe('accepted');
  }
  // As many as there are places, each time that the no has had its time.
  expect(asked).toBeLessThanOrEqual(4 * 11);
  ours = true;
  await clock.advance(NO_FOR_MS + BAD_LINE_MS + 5_000);
  for (const id of shared) expect(row(id).state).toBe('accepted');
});
