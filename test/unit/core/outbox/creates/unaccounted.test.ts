import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../../../src-main/core/service/service-failure.ts';
import { refused } from '../../../../support/service-model/scripted-service.ts';
import { bench, benchForEachTest } from '../support/bench.ts';
import { only } from '../support/fates.ts';

benchForEachTest();

const denied = { do: 'fail', failure: refused(404, 'No Task matches.') } as const;
const page = { kind: 'unreadable', status: 200, cause: 'the answer is not JSON' } as const;
const ofTask = { ...page, cause: 'the answer is about another Task', saysTask: true } as const;

test('I2: what the service says it made, and then denies, is not sent again by itself; a person may have it sent once', async () => {
  const id = bench.submit();
  bench.service.fate = ({ call }) => {
    if (call === 'create') return { do: 'lose', failure: ofTask };
    for (const task of bench.service.tasks.withExternalId(id)) bench.service.tasks.rename(task, 'its own id');
    return { do: 'answer' };
  };
  await bench.start(5_000);
  // To have it looked up sooner is not to have it sent anew.
  bench.outbox.retryAll();
  await bench.restart();
  await bench.end(3_600_000);
  const unaccounted = { state: 'rejected', problem_code: 'service.unaccounted' };
  expect(bench.row(id)).toMatchObject({ ...unaccounted, attempts: 1 });
  expect(bench.service.tasks.all).toHaveLength(1);
  bench.outbox.retry(id);
  expect(bench.row(id).state).toBe('unconfirmed');
  await bench.end(3_600_000);
  expect(bench.row(id)).toMatchObject({ ...unaccounted, attempts: 2 });
});

test('I2: "try all again" leaves it to a person to say of each, for each try may make one Task more', async () => {
  const ids = [bench.submit(), bench.submit()];
  bench.service.fate = ({ call }) => (call === 'create' ? { do: 'lose', failure: ofTask } : denied);
  await bench.startAndEnd(3_600_000);
  expect(bench.outbox.retryAll()).toBe(0);
  await bench.end(3_600_000);
  for (const id of ids)
    expect(bench.row(id)).toMatchObject({ state: 'rejected', problem_code: 'service.unaccounted' });
  expect(bench.service.tasks.all).toHaveLength(2);
});

describe('I2: a fault while it is looked up hides nothing of what the create came to', () => {
  test.each([
    ['service.unaccounted', ofTask],
    ['service.blocked', refused(403)],
    ['service.too-large', refused(413)],
    ['service.unsaid', refused(422)],
  ] as const)('%s', async (code, failure) => {
    const id = bench.submit();
    let gets = 0;
    bench.service.fate = ({ call }) => {
      if (call === 'create') return { do: 'lose', failure };
      gets += 1;
      if (gets === 2) throw new Error('no row of this');
      return denied;
    };
    await bench.startAndEnd(3_600_000);
    expect(bench.row(id)).toMatchObject({ state: 'rejected', problem_code: code, attempts: 1 });
    expect(bench.service.tasks.all).toHaveLength(1);
  });
});

describe('I2: pages in the place of the answer, and then denials', () => {
  const busy = refused(429, 'queue full');
  const offline = { kind: 'not-sent', cause: 'ENETUNREACH' } as const;
  const tooLarge = { ...page, cause: 'the answer is too large', tooLarge: true } as const;

  test.each([
    ['a page', page],
    ['too large an answer', tooLarge],
  ])('%s each time: it is sent anew three times, later and later, and never for ever', async (_, failure) => {
    const id = bench.submit();
    bench.service.fate = only('create', { do: 'fail', failure });
    await bench.start(1_200_000);
    await bench.restart();
    await bench.end(4 * 3_600_000);
    expect(bench.row(id)).toMatchObject({ state: 'rejected', problem_code: 'service.unsaid', attempts: 4 });
    const at = bench.service.calls.filter(({ call }) => call === 'create').map((call) => call.at);
    const waits = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    // A person may have it tried once more each time.
    bench.outbox.retry(id);
    await bench.end(4 * 3_600_000);
    expect(bench.row(id)).toMatchObject({ state: 'rejected', problem_code: 'service.unsaid', attempts: 5 });
  });

  test('the wait comes before the look-up that decides: a Task that the service shows by then is found and not made again', async () => {
    const id = bench.submit();
    const began = bench.clock.monotonic();
    bench.service.fate = ({ call }) => {
      bench.service.denies = bench.clock.monotonic() - began < 6 * 60_000;
      return call === 'create' ? { do: 'lose', failure: page } : { do: 'answer' };
    };
    await bench.startAndEnd(4 * 3_600_000);
    expect(bench.row(id)).toMatchObject({ state: 'accepted', attempts: 2 });
  });

  test('a refusal for the moment or a lost network between them neither counts nor clears', async () => {
    const id = bench.submit();
    const script = [busy, page, offline, page, busy, offline, page, busy, page, page];
    bench.service.fate = ({ call }) => {
      const failure = call === 'create' ? script.shift() : undefined;
      return failure === undefined ? { do: 'answer' } : { do: 'fail', failure };
    };
    await bench.startAndEnd(12 * 3_600_000);
    expect(bench.row(id)).toMatchObject({ state: 'rejected', problem_code: 'service.unsaid', attempts: 9 });
    expect(bench.service.tasks.all).toHaveLength(0);
  });

  test.each([
    ['a refusal for the moment', busy],
    ['a lost network', offline],
    ['nothing', null],
  ])('after %s: what answers creates for twenty minutes heals by itself', async (_, before) => {
    const ids = [1, 2, 3].map(() => bench.submit());
    const began = bench.clock.monotonic();
    const fails = (): Failure | null => {
      const minutes = (bench.clock.monotonic() - began) / 60_000;
      if (before !== null && minutes < 10) return before;
      return minutes < 30 ? page : null;
    };
    bench.service.fate = ({ call }) => {
      const failure = call === 'create' ? fails() : null;
      return failure === null ? { do: 'answer' } : { do: 'fail', failure };
    };
    if (before === null) await bench.clock.advance(600_000);
    await bench.startAndEnd(4 * 3_600_000);
    expect(ids.map((id) => bench.row(id).state)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(bench.service.tasks.all).toHaveLength(3);
    expect(
      bench.ledger.db.prepare(`SELECT key FROM station_state WHERE key LIKE 'outbox.pages.%'`).all(),
    ).toEqual([]);
  });
});

test('I2: what the service made and answered with something else is found by its id', async () => {
  const id = bench.submit();
  bench.service.fate = only('create', { do: 'lose', failure: ofTask });
  await bench.startAndEnd(60_000);
  expect(bench.row(id)).toMatchObject({ state: 'accepted', attempts: 1 });
  expect(bench.service.tasks.all).toHaveLength(1);
});
