import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refuseWrites, takeWrites } from '../../../support/refused-writes.ts';
import { bench, benchForEachTest, QUARANTINE_MS } from './support/bench.ts';
import { only, UNSENT } from './support/fates.ts';

benchForEachTest();

test('I2: a crash over and over, before any quarantine can end, never sends twice', async () => {
  const id = bench.submit();
  bench.service.fate = only('create', { do: 'hang', commit: false });
  await bench.start();
  for (let crash = 0; crash < 5; crash += 1) {
    await bench.clock.advance(QUARANTINE_MS - 2_000);
    await bench.startAgain();
  }
  expect(bench.service.count('create')).toBe(1);
  expect(bench.row(id).state).toBe('unconfirmed');
});

test('stopping lets a request end; what does not end is aborted and unconfirmed', async () => {
  const quick = bench.submit();
  const hanging = bench.submit();
  bench.service.fate = ({ externalId }) =>
    externalId === quick ? { do: 'answer', afterMs: 4_000 } : { do: 'hang', commit: true };
  await bench.start(100);
  const stopped = bench.outbox.stop();
  await bench.clock.advance(15_000);
  await stopped;
  expect(bench.row(quick).state).toBe('accepted');
  expect(bench.row(hanging).state).toBe('unconfirmed');
});

test('the private copies gone before the start: rejected, and the others go on', async () => {
  const gone = bench.submit();
  const good = bench.submit();
  rmSync(join(bench.spoolDir, `${gone}-0`));
  await bench.startAndEnd(60_000);
  expect(bench.row(gone)).toMatchObject({ state: 'rejected', problem_code: 'spool.missing' });
  expect(bench.row(good).state).toBe('accepted');
});

test('I2: a crash while sending: unconfirmed on start, adopted when it had arrived, also without its private copies', async () => {
  const id = bench.submit();
  bench.service.fate = only('create', { do: 'hang', commit: true });
  await bench.start(100);
  expect(bench.row(id).state).toBe('sending');
  rmSync(join(bench.spoolDir, `${id}-0`));
  await bench.startAgain();
  expect(bench.row(id)).toMatchObject({ state: 'unconfirmed', problem_code: 'service.no-answer' });
  await bench.endAccepted(60_000, id);
  expect(bench.service.count('create')).toBe(1);
});

test.each([
  { name: 'after an unclean end', quietRuns: 0 },
  { name: 'after an unclean end and a run that sent nothing', quietRuns: 1 },
])('the private copies damaged at the same size are found $name', async ({ quietRuns }) => {
  const id = bench.submit();
  const size = bench.row(id).external_id.length + ' scan.pdf'.length;
  bench.service.fate = () => UNSENT;
  await bench.start(10);
  bench.crash();
  bench.service.recover();
  writeFileSync(join(bench.spoolDir, `${id}-0`), Buffer.alloc(size));
  await bench.start();
  for (let run = 0; run < quietRuns; run += 1) await bench.restart();
  await bench.end(60_000);
  expect(bench.row(id)).toMatchObject({ state: 'rejected', problem_code: 'spool.missing' });
  expect(bench.service.count('create')).toBe(1);
});

test('the private copies: an end that the ledger does not take is told to nobody, and looked at as after a crash', async () => {
  const id = bench.submit();
  bench.service.fate = () => UNSENT;
  await bench.start(10);
  refuseWrites(bench.ledger, 'INSERT ON station_state');
  await bench.outbox.stop();
  takeWrites(bench.ledger);
  const copy = join(bench.spoolDir, `${id}-0`);
  writeFileSync(copy, Buffer.alloc(statSync(copy).size));
  bench.service.recover();
  await bench.startAgain();
  await bench.end(60_000);
  expect(bench.row(id)).toMatchObject({ state: 'rejected', problem_code: 'spool.missing' });
});

test('the private copies changed while sending: a damaged copy is rejected, a good one sent again', async () => {
  const good = bench.submit();
  const bad = bench.submit();
  let failures = 0;
  bench.service.fate = ({ externalId }) => {
    if (externalId === bad) rmSync(join(bench.spoolDir, `${bad}-0`), { force: true });
    else if (failures++ > 0) return { do: 'answer' };
    return { do: 'fail', failure: { kind: 'source-changed', cause: 'NotReadableError' } };
  };
  await bench.startAndEnd(60_000);
  expect(bench.row(good)).toMatchObject({ state: 'accepted', attempts: 2 });
  expect(bench.row(bad)).toMatchObject({ state: 'rejected', problem_code: 'spool.missing' });
  expect(existsSync(join(bench.spoolDir, `${good}-0`))).toBe(false);
});
