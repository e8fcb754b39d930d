import { expect, test } from 'vitest';
import { preferencesSchema } from '../../../../src-main/contract/views/settings-view.ts';
import { noticesOf } from '../../../../src-main/hosts/desktop/notifications.ts';
import { ATTENTION, CANARY, overview } from './canary-overview.ts';

const wanted = preferencesSchema.parse({ notifyDecided: true });
const texts = (
  before: Parameters<typeof overview>[0],
  now: Parameters<typeof overview>[0],
  preferences = wanted,
) => noticesOf(overview(before), overview(now), preferences).map((notice) => notice.text);

test('what needs a person is told by kind, with counts', () => {
  const now = {
    attention: [ATTENTION.waiting(3), ATTENTION.held(1), ATTENTION.rejected(1), ATTENTION.folder()],
  };
  expect(texts({}, now)).toEqual([
    '3 Tasks are waiting for you',
    '2 files could not be sent',
    '1 folder needs attention',
  ]);
});

test('only what got worse is told: not what stayed, and not what was seen to', () => {
  const waiting = { attention: [ATTENTION.waiting(3)] };
  expect(texts(waiting, waiting)).toEqual([]);
  expect(texts(waiting, { attention: [ATTENTION.waiting(2)] })).toEqual([]);
  expect(texts({ attention: [ATTENTION.waiting(1)] }, waiting)).toEqual(['3 Tasks are waiting for you']);
});

test('the preferences decide', () => {
  const decided = { count: 2, tasks: [], approved: 2, not_approved: 0, ended_badly: 0, not_loaded: 0 };
  const now = { attention: [ATTENTION.waiting(1)], decided_today: decided };
  expect(texts({}, now)).toEqual(['1 Task is waiting for you', '2 Tasks were decided today']);
  expect(texts({}, now, { ...wanted, notifyDecided: false })).toEqual(['1 Task is waiting for you']);
  expect(texts({}, now, { ...wanted, notifyAttention: false })).toEqual(['2 Tasks were decided today']);
});

test('I11: no notice holds a name', () => {
  const now = {
    attention: [ATTENTION.folder(), ATTENTION.secret(), ATTENTION.held(1), ATTENTION.waiting(1)],
  };
  const notices = noticesOf(overview(), overview(now), wanted);
  expect(notices).toHaveLength(4);
  expect(JSON.stringify(notices)).not.toContain(CANARY);
});
