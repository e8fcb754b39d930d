import { expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { followRequests } from '../../../../src-main/core/installation/carry-out-requests.ts';
import {
  addRequest,
  openRequests,
  requestOutcome,
} from '../../../../src-main/core/ledger/tables/engine-requests.ts';
import { intakeBench } from '../folders/intake-bench.ts';

const notAsked = () => {
  throw new Error('nobody asked for this');
};
const outbox = {
  retry: notAsked,
  retryAll: notAsked,
  withdraw: notAsked,
  sendAgainAnyway: notAsked,
  checkAgain: notAsked,
  dueTime: systemClock.now,
};

test('I5: a request and what came of it are one: it is not carried out again after a crash in between', async () => {
  await using bench = await intakeBench();
  const { ledger, intake } = bench;
  const entries = () =>
    ledger.db
      .prepare('SELECT action, subject FROM audit')
      .all()
      .map((row) => z.object({ action: z.string(), subject: z.string() }).parse(row));
  const { carryOutNew } = followRequests({
    ledger,
    clock: systemClock,
    intake,
    outbox,
    answers: { asTask: notAsked },
  });
  const seq = addRequest(ledger, { verb: 'pause', folder: 'scans' }, 'clerk', systemClock.now());
  ledger.db.exec(`CREATE TRIGGER cut BEFORE UPDATE ON request BEGIN SELECT RAISE(ABORT, 'cut off'); END`);
  await expect(carryOutNew()).rejects.toThrow('cut off');
  expect(entries()).toEqual([]);
  expect(openRequests(ledger)).toHaveLength(1);

  // Neither is it paused, also not in memory.
  await bench.send('a.pdf');

  ledger.db.exec('DROP TRIGGER cut');
  await carryOutNew();
  await carryOutNew();
  expect(requestOutcome(ledger, seq)).toEqual({ ok: true });
  expect(entries()).toEqual([{ action: 'folder.paused', subject: 'scans' }]);
});
