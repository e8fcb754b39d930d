import { expect, it } from 'vitest';
import { runningState } from '../../../../src-main/hosts/command-line/verbs/status.ts';

it('status of a running engine: fine with everyday work, needs attention otherwise, and service away ten minutes after the last answer', () => {
  const started = '2026-03-02T08:00:00Z';
  const checked = '2026-03-02T09:00:00Z';
  const at = (minutes: number, seconds = 0) => Date.parse(checked) + minutes * 60_000 + seconds * 1_000;
  const everyday = [{ kind: 'waiting' }, { kind: 'corrected-patient' }, { kind: 'not-approved' }] as const;
  const stuck = [...everyday, { kind: 'rejected' }] as const;
  expect(runningState({ now: at(10), checked, started, attention: everyday, idle: false })).toBe('fine');
  expect(runningState({ now: at(10), checked, started, attention: stuck, idle: false })).toBe(
    'needs-attention',
  );
  expect(runningState({ now: at(10, 1), checked, started, attention: stuck, idle: false })).toBe(
    'service-away',
  );
  expect(runningState({ now: at(-49), checked: null, started, attention: [], idle: false })).toBe(
    'service-away',
  );
  expect(runningState({ now: at(-51), checked: null, started, attention: [], idle: false })).toBe('fine');
  // A station that never followed a Task asks the service nothing, so nothing says that the service is away.
  expect(runningState({ now: at(600), checked: null, started, attention: [], idle: true })).toBe('fine');
});
