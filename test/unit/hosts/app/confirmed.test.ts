import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isConfirmed } from '../../../../src-main/contract/views/open-counts.ts';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { createServiceProbe } from '../../../../src-main/core/tracking/service-probe.ts';
import type { TrackingStatus } from '../../../../src-main/core/tracking/tracker.ts';
import { connectionOf } from '../../../../src-main/core/views/overview/connection.ts';
import { clockWithWaits } from '../../../support/clock.ts';
import { routes } from '../../../support/routes.ts';
import { signedInStation, untilOverview } from './support/app-place.ts';

const HOUR = 3_600_000;
const quiet: TrackingStatus = {
  asOf: null,
  toldAt: null,
  nothingToTell: false,
  reachable: true,
  problem: null,
  nextAt: null,
};

const engineWith = (tracking: TrackingStatus, silent = false) => ({
  tracking,
  silent,
  compared: true,
  unwritable: null,
  filesUnrecorded: 0,
  clockAheadMs: null,
  lanes: [],
  lookedThrough: () => true,
});

test('I10: what an earlier run was told in a time that the clock has not reached again confirms nothing', () => {
  const now = Date.parse('2026-03-02T10:00:00Z');
  const tracking = { ...quiet, asOf: now + HOUR };
  expect(connectionOf(engineWith(tracking), null, null, now).state).toBe('starting');
});

test('a clock that was set back since the start takes nothing from what was told', () => {
  const since = Date.parse('2026-03-02T10:00:00Z');
  const tracking = { ...quiet, asOf: since - HOUR, toldAt: 5_000 };
  expect(connectionOf(engineWith(tracking), null, null, since - HOUR).state).toBe('connected');
});

test('I10: nothing is called confirmed once a request got no response', () => {
  const told = Date.parse('2026-03-02T10:00:00Z');
  const tracking = { ...quiet, asOf: told, toldAt: 5_000, nextAt: told - 1 };
  const connection = (silent: boolean) => connectionOf(engineWith(tracking, silent), null, null, told);
  expect(isConfirmed(connection(false))).toBe(true);
  expect(isConfirmed(connection(true))).toBe(false);
  expect(connection(true)).toMatchObject({
    state: 'unreachable',
    confirmed_at: '2026-03-02T10:00:00.000Z',
    next_try_at: null,
    problem: { code: 'service.unreachable' },
  });
});

test('I10: a document whose create gets no response takes the confirmation from the screen', async () => {
  const { app, service, dir } = await signedInStation(({ at }) => {
    mkdirSync(at('in'));
    const rule = { id: 'in', path: at('in'), taskType: 'prior-auth', quietSeconds: 0.2 };
    return { folders: [rule], tracking: { seconds: 3_600 } };
  });
  service.faults.on(routes.create, { kind: 'dropBefore' });
  service.faults.on(routes.any, { kind: 'hang' });
  writeFileSync(dir.at('in', 'visit.txt'), 'Visit');
  const { connection } = await untilOverview(app, ({ connection: { state } }) => state === 'unreachable');
  expect(connection.confirmed_at).not.toBeNull();
});

test('an answer to a small question tells everything only where nothing can have changed', async () => {
  const client = {
    listTasks: async () => ({ count: 9, offset: 0, tasks: [], unreadable: [] }),
    isSilent: () => false,
  };
  const tracker = { status: () => quiet };
  const probe = createServiceProbe({ client, tracker, clock: systemClock, onBack: () => undefined });
  await probe.ask();
  expect(probe.complete(quiet)).toMatchObject({ asOf: null, toldAt: null });
  const told = probe.complete({ ...quiet, nothingToTell: true });
  expect(told.toldAt).not.toBeNull();
  expect(told.asOf).not.toBeNull();
});

test('a look that fails on this machine does not end the looking', async () => {
  let looks = 0;
  const client = { listTasks: () => expect.fail('The service was asked.'), isSilent: () => false };
  const probe = createServiceProbe({
    client,
    tracker: {
      status: () => {
        looks += 1;
        if (looks === 1) throw new Error('struck');
        return { ...quiet, problem: { code: 'service.unreachable', detail: null } };
      },
    },
    clock: clockWithWaits((ms) => Math.min(ms, 10)),
    onBack: () => undefined,
  });
  probe.start();
  await expect.poll(() => looks).toBeGreaterThan(2);
  await probe.stop();
});
