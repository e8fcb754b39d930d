import * as fc from 'fast-check';
import { expect, it, test } from 'vitest';
import {
  type GroupEffect,
  type GroupEvent,
  groupState,
  memberOf,
  NEW_GROUP,
} from '../../../../../src-main/core/folders/group/group-state.ts';
import { fileRowOf } from '../support/file-row-of.ts';

type Judged = Extract<GroupEvent, { kind: 'judged' }>;

const judged: Judged = {
  kind: 'judged',
  now: 1_000,
  quietMs: 100,
  members: [{ id: 1, state: 'settled' }],
  marked: false,
  mayBeUnread: false,
  before: null,
  scannedUntil: 1_000,
  question: null,
  maySubmit: true,
};
const besides = (state: 'held' | 'settling') => ({ members: [...judged.members, { id: 2, state }] });
const quiet = { changedAt: 500, markedAt: null };

function told(effects: readonly GroupEffect[]): string {
  return effects
    .map((effect) => {
      if (effect.kind === 'member') {
        const { event } = effect;
        return `${event.kind}${'code' in event ? ` ${event.code}` : ''} ${effect.id}`;
      }
      if (effect.kind === 'await-scan') return effect.awaited ? 'await' : '';
      return effect.kind === 'submit' ? `submit ${effect.ids.join(' ')}` : effect.kind;
    })
    .filter((word) => word !== '')
    .join(', ');
}

test.each<[string, Partial<Judged>, string]>([
  ['without files', { members: [] }, 'forget'],
  ['ready', {}, 'group-released 1, submit 1'],
  ['of which documents were sent', { before: 'sent' }, 'late file.late-for-group 1'],
  ['of which documents were refused', { before: 'refused' }, 'late file.late-for-refused 1'],
  ['of which documents do not go', { before: 'kept-back' }, 'late file.late-for-kept-back 1'],
  ['with a file that cannot be read', { mayBeUnread: true }, 'group-held file.group-held 1'],
  ['with a held file', besides('held'), 'group-held file.group-held 1'],
  ['with a settling file', besides('settling'), 'group-released 1'],
  ['that changed lately', { now: 598 }, 'group-released 1'],
  ['that may have unseen files', { scannedUntil: 598 }, 'await, group-released 1'],
  ['the same, where nothing may be sent', { scannedUntil: 598, maySubmit: false }, 'group-released 1'],
  ['that is paused', { maySubmit: false }, 'group-released 1'],
  ['of a folder with a question', { question: 'folder.read-only' }, 'group-held folder.read-only 1'],
])('the state of a group: %s', (_what, event, expected) => {
  expect(told(groupState(quiet, { ...judged, ...event }).effects)).toBe(expected);
});

it('the state of a group: a change begins its quiet time anew, and a marker ends it', () => {
  expect(groupState(quiet, { kind: 'touched', now: 990 })).toEqual({
    state: { changedAt: 990, markedAt: null },
    effects: [{ kind: 'wait' }],
  });
  const changed = { changedAt: 990, markedAt: null };
  expect(told(groupState(changed, judged).effects)).toBe('group-released 1');
  const marked = groupState(changed, { ...judged, marked: true });
  expect(marked.state.markedAt).toBe(1_000);
  expect(told(marked.effects)).toBe('group-released 1, submit 1');
  expect(groupState(marked.state, { ...judged, now: 1_001, marked: true }).state.markedAt).toBe(1_000);
  expect(groupState(marked.state, { ...judged, now: 1_001 }).state.markedAt).toBeNull();
  expect(groupState(marked.state, { ...judged, members: [] }).state).toEqual(NEW_GROUP);
});

it('the state of a group never lets a group go while anything in it is unfinished, held, too late, lately changed or unseen', () => {
  const member = fc.record({
    id: fc.nat(9),
    state: fc.constantFrom<'settled' | 'settling' | 'held'>('settled', 'settling', 'held'),
  });
  const events = fc.record({
    members: fc.array(member, { maxLength: 6 }),
    before: fc.constantFrom('sent', null),
    now: fc.constantFrom(500, 1_000),
    scannedUntil: fc.constantFrom(500, 1_000),
    mayBeUnread: fc.boolean(),
  });
  fc.assert(
    fc.property(events, (event) => {
      const { effects } = groupState(quiet, { ...judged, ...event });
      const whole = event.members.length > 0 && event.members.every(({ state }) => state === 'settled');
      const may = whole && event.before === null && !event.mayBeUnread && event.now === 1_000;
      const scanned = event.scannedUntil === 1_000;
      expect(effects.some(({ kind }) => kind === 'submit')).toBe(may && scanned);
      // Only a group that could go otherwise waits for a scan.
      expect(effects[0]).toEqual({ kind: 'await-scan', awaited: may && !scanned });
    }),
  );
});

it('the state of a group tells the state of a member by its row and its file', () => {
  const held = fileRowOf({ state: 'held', problem_code: 'file.unreadable' });
  const file = {
    id: 1,
    path: 'a.pdf',
    identity: { size: 1, mtimeMs: 1, inode: '1', ctimeMs: null },
    groupKey: 'p1',
  };
  const open = {
    file,
    round: 1,
    heldFor: null,
    incompleteSince: null,
    endlessSince: null,
    changes: null,
    renumbered: 0,
  };
  expect(memberOf(held, { ...open, phase: 'settled' }).state).toBe('settled');
  expect(memberOf(held, { ...open, phase: 'quiet' }).state).toBe('settling');
  expect(memberOf(held, { ...open, phase: 'quiet', heldFor: 'file.unreadable' }).state).toBe('held');
  expect(memberOf(held, null).state).toBe('held');
  expect(memberOf(fileRowOf({}), null).state).toBe('settling');
  const waits = fileRowOf({ state: 'held', problem_code: 'file.group-held' });
  expect(memberOf(waits, null).state).toBe('settling');
});
