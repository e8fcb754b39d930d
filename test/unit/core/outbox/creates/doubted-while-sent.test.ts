import { beforeEach, describe, expect, test } from 'vitest';
import { openFolder } from '../../../../../src-main/core/ledger/tables/folders.ts';
import { markUnconfirmed } from '../../../../../src-main/core/ledger/tables/perhaps-sent.ts';
import type { Failure } from '../../../../../src-main/core/service/service-failure.ts';
import { type Fate, refused } from '../../../../support/service-model/scripted-service.ts';
import { bench, benchWith } from '../support/bench.ts';
import { failing, UNSENT } from '../support/fates.ts';

/** The folder was another station's for a while, and is this one's again: all at once, as after the machine slept. */
const takeBack = () => markUnconfirmed(bench.ledger, '/scans', bench.clock.now());

async function openShared(mayCreate: () => Promise<boolean> = async () => true): Promise<string> {
  await benchWith({ guard: { mayCreate } });
  openFolder(bench.ledger, 'scans', '/scans', 0);
  return bench.submit({ folderId: 'scans' });
}

describe('I2: what is being sent while another station turns out to have had its folder', () => {
  /** The first question is before it is being sent, the second when token and connection are there. */
  let asked: number;
  const takenBackMeanwhile = async () => {
    asked += 1;
    if (asked === 2) takeBack();
    return true;
  };

  beforeEach(() => {
    asked = 0;
  });

  test('is not sent, though the folder is this station’s again, but looked up: the other station sent it', async () => {
    const id = await openShared(takenBackMeanwhile);
    bench.addTask({ external_id: id });
    await bench.startAndEnd(180_000);
    expect(bench.row(id)).toMatchObject({ state: 'accepted', attempts: 1 });
    expect(bench.service.count('create')).toBe(0);
  });

  test('is sent once the service was asked and does not have it', async () => {
    const id = await openShared(takenBackMeanwhile);
    await bench.start(1_000);
    expect(bench.row(id)).toMatchObject({ state: 'unconfirmed', problem_code: 'station.perhaps' });
    await bench.end(180_000);
    expect(bench.row(id)).toMatchObject({ state: 'accepted', attempts: 2 });
    expect(bench.service.count('create')).toBe(1);
  });

  test.each<[string, Failure]>([
    ['did not reach the service', { kind: 'not-sent', cause: 'x' }],
    ['met a full queue', refused(429)],
    ['got no token', { kind: 'auth-wait', retryAfterMs: 1_000, cause: 'x' }],
    ['was refused', refused(422, 'no')],
    ['found its copy changed', { kind: 'source-changed', cause: 'x' }],
    ['found no address', refused(404, 'no')],
  ])('and %s, is looked up before it is tried again, or called refused', async (_what, failure) => {
    const id = await openShared();
    bench.service.fate = ({ call }): Fate => {
      if (call !== 'create' || bench.service.count('create') > 1) return { do: 'answer' };
      takeBack();
      return { do: 'fail', failure };
    };
    await bench.start(50);
    expect(bench.row(id)).toMatchObject({ state: 'unconfirmed', problem_code: 'station.perhaps' });
    bench.addTask({ external_id: id });
    await bench.endAccepted(60_000, id);
    expect(bench.service.count('create')).toBe(1);
  });

  test('and is refused, is not called so where that came to light during the look-up', async () => {
    const id = await openShared();
    let created = false;
    bench.service.fate = ({ call }): Fate => {
      if (call === 'create') {
        created = true;
        return failing(409, 'taken');
      }
      if (created) takeBack();
      created = false;
      return { do: 'answer' };
    };
    await bench.start(100);
    expect(bench.row(id).state).toBe('unconfirmed');
  });

  test('and is accepted, is accepted', async () => {
    const id = await openShared();
    bench.service.fate = ({ call }): Fate => {
      if (call === 'create') takeBack();
      return { do: 'answer' };
    };
    await bench.startAndEnd(1_000);
    expect(bench.row(id)).toMatchObject({ state: 'accepted', problem_code: null });
    expect(bench.service.count('get')).toBe(0);
  });
});

test('what comes from another folder is sent as it was', async () => {
  await openShared();
  const other = bench.submit();
  bench.service.fate = ({ call, externalId }): Fate => {
    if (call !== 'create' || externalId !== other || bench.service.count('create') > 2)
      return { do: 'answer' };
    takeBack();
    return UNSENT;
  };
  await bench.start(50);
  expect(bench.row(other)).toMatchObject({ state: 'queued', problem_code: 'service.unreachable' });
});
