import { expect, test } from 'vitest';
import { systemClock } from '../../../../src-main/core/clock.ts';
import type { TrackingStatus } from '../../../../src-main/core/tracking/tracker.ts';
import { connectionOf } from '../../../../src-main/core/views/overview/connection.ts';
import { createServiceProbe } from '../../../../src-main/hosts/app/service-probe.ts';
import { clockWithWaits } from '../../../support/clock.ts';

const HOUR = 3_600_000;
const quiet: TrackingStatus = {
  asOf: null,
  toldAt: null,
  nothingToTell: false,
  reachable: true,
  problem: null,
  nextAt: null,
};

const engineWith = (tracking: TrackingStatus) => ({ tracking, lanes: [], lookedThrough: () => true });

test('I10: what an earlier run was told in a time that the clock has not reached again confirms nothing', () => {
  const now = Date.parse('2026-03-02T10:00:00Z');
  const tracking = { ...quiet, asOf: now + HOUR };
  expect(connectionOf(engineWith(tracking), null, null, now, null).state).toBe('starting');
});

test('a clock that was set back since the start takes nothing from what was told', () => {
  const since = Date.parse('2026-03-02T10:00:00Z');
  const tracking = { ...quiet, asOf: since - HOUR, toldAt: 5_000 };
  expect(connectionOf(engineWith(tracking), null, null, since - HOUR, null).state).toBe('connected');
});

test('I10: nothing is called connected once a document could not reach the service, until it tells everything again', () => {
  const told = Date.parse('2026-03-02T10:00:00Z');
  const state = (asOf: number, missedAt: number | null) =>
    connectionOf(engineWith({ ...quiet, asOf, toldAt: 5_000 }), null, null, told + HOUR, missedAt);
  expect(state(told, told - 1).state).toBe('connected');
  expect(state(told, told + 1)).toMatchObject({
    state: 'unreachable',
    confirmed_at: '2026-03-02T10:00:00.000Z',
    problem: { code: 'service.unreachable' },
  });
  expect(state(told + 2, told + 1).state).toBe('connected');
});

test('an answer to a small question tells everything only where nothing can have changed', async () => {
  const client = { listTasks: async () => ({ count: 9, offset: 0, tasks: [], unreadable: [] }) };
  const probe = createServiceProbe({
    running: () => null,
    clock: systemClock,
    onChange: () => undefined,
    onBack: () => undefined,
  });
  await probe.ask(client);
  expect(probe.complete(client, quiet)).toMatchObject({ asOf: null, toldAt: null });
  const told = probe.complete(client, { ...quiet, nothingToTell: true });
  expect(told.toldAt).not.toBeNull();
  expect(told.asOf).not.toBeNull();
  await probe.stop();
});

test('a look that fails on this machine does not end the looking', async () => {
  let looks = 0;
  const probe = createServiceProbe({
    running: () => {
      looks += 1;
      if (looks === 1) throw new Error('struck');
      return null;
    },
    clock: clockWithWaits((ms) => Math.min(ms, 10)),
    onChange: () => undefined,
    onBack: () => undefined,
  });
  await expect.poll(() => looks).toBeGreaterThan(2);
  await probe.stop();
});
