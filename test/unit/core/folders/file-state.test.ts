import { expect, it, test } from 'vitest';
import {
  type Circumstances,
  type FileEvent,
  type FileState,
  fileState,
  IDLE,
  type OpenFile,
} from '../../../../src-main/core/folders/file-state.ts';

const identity = { size: 1, mtimeMs: 1, inode: '1', ctimeMs: null };
const file = { id: 1, path: 'a.pdf', identity, groupKey: null };
const open: Omit<OpenFile, 'phase'> = {
  file,
  round: 1,
  heldFor: null,
  incompleteSince: null,
  endlessSince: null,
  changes: null,
  renumbered: 0,
};
const at0 = { now: 0, changingMs: 1_000 };
const free: Circumstances = { ofWithdrawn: false, question: null, maySubmit: true };
const at = (phase: OpenFile['phase'], more: Partial<OpenFile> = {}): OpenFile => ({
  ...open,
  ...more,
  phase,
});
const inGroup = { file: { ...file, groupKey: 'p1' } };

const PHASES = ['idle', 'quiet', 'checking', 'settled', 'comparing', 'submitting'] as const;
type Phase = (typeof PHASES)[number];

const checked = { kind: 'checked', round: 1, at: at0, patienceMs: 100, endlessMs: 50, as: free } as const;
const failed = { kind: 'submit-failed', round: 1, at: at0, as: free } as const;

const recorded = { kind: 'recorded', heldFor: null, round: 2, at: at0 } as const;

/** An event of each kind, and of each variant with a different outcome. */
const EVENTS = {
  recorded: { ...recorded, file: { ...file, path: 'b.pdf' }, open: true },
  'recorded as before': { ...recorded, file, open: true },
  'recorded closed': { ...recorded, file, open: false },
  ended: { kind: 'ended' },
  due: { kind: 'due' },
  complete: { ...checked, found: { kind: 'complete' } },
  endless: { ...checked, found: { kind: 'endless' } },
  changed: { ...checked, found: { kind: 'changed' } },
  renumbered: { ...checked, found: { kind: 'renumbered' } },
  incomplete: { ...checked, found: { kind: 'incomplete', code: 'file.empty' } },
  unreadable: { ...checked, found: { kind: 'unreadable', code: 'EIO' } },
  'check failed': { ...checked, found: { kind: 'fault' } },
  considered: { kind: 'considered', as: free },
  'group-held': { kind: 'group-held', code: 'file.group-held' },
  'group-released': { kind: 'group-released' },
  taken: { kind: 'taken' },
  late: { kind: 'late', code: 'file.late-for-group' },
  'compared same': { kind: 'compared', round: 1, same: true, as: free },
  'compared other': { kind: 'compared', round: 1, same: false, as: free },
  'compare-failed': { kind: 'compare-failed', round: 1, changed: false },
  'compared-late same': { kind: 'compared-late', round: 1, problem: null },
  'compared-late other': {
    kind: 'compared-late',
    round: 1,
    problem: { code: 'file.late-for-group', detail: null },
  },
  submitted: { kind: 'submitted', round: 1 },
  deferred: { kind: 'deferred', round: 1, maySubmit: true },
  'deferred for long': { kind: 'deferred', round: 1, maySubmit: false },
  'submit found it changed': { ...failed, why: { kind: 'changed' } },
  'submit refused': { ...failed, why: { kind: 'refused', code: 'spool.full', detail: '(ENOSPC)' } },
  unkept: { kind: 'unkept' },
} as const satisfies Record<string, FileEvent>;
type Name = keyof typeof EVENTS;

/** A kind of event without an event above does not compile. */
const _EVERY_KIND: Record<Exclude<FileEvent['kind'], (typeof EVENTS)[Name]['kind']>, never> = {};

const OPEN = ['quiet', 'checking', 'settled', 'comparing', 'submitting'] as const;
const each = (phases: readonly Phase[], to: string) => Object.fromEntries(phases.map((one) => [one, to]));

/** What a file alone comes to by an event; where a phase is not named, nothing happens. */
const TABLE: Record<Name, Partial<Record<Phase, string>>> = {
  recorded: each(PHASES, 'quiet: wait quiet'),
  'recorded as before': { idle: 'quiet: wait quiet' },
  'recorded closed': each(OPEN, 'idle'),
  ended: each(OPEN, 'idle'),
  due: { quiet: 'checking: check' },
  complete: { checking: 'submitting: submit' },
  endless: { checking: 'quiet: wait quiet' },
  changed: { checking: 'quiet: wait quiet, scan' },
  renumbered: { checking: 'quiet: wait quiet, scan' },
  incomplete: { checking: 'quiet: wait quiet' },
  unreadable: { checking: 'quiet: hold file.unreadable, wait retry' },
  'check failed': { checking: 'quiet: wait retry' },
  considered: { settled: 'submitting: submit' },
  'group-held': { settled: 'settled: hold file.group-held' },
  'group-released': {},
  taken: { settled: 'submitting' },
  late: { settled: 'comparing: compare late' },
  'compared same': { comparing: 'idle' },
  'compared other': { comparing: 'submitting: submit' },
  'compare-failed': { comparing: 'quiet: wait retry' },
  'compared-late same': { comparing: 'idle' },
  'compared-late other': { comparing: 'idle: hold file.late-for-group' },
  submitted: each(OPEN, 'idle'),
  deferred: each(OPEN, 'quiet: wait quiet'),
  'deferred for long': each(OPEN, 'settled'),
  'submit found it changed': each(OPEN, 'quiet: wait quiet'),
  'submit refused': each(OPEN, 'quiet: hold spool.full, wait retry'),
  unkept: each(OPEN, 'quiet: wait retry'),
};

function told(before: FileState, event: FileEvent): string {
  const { state, effects } = fileState(before, event);
  const words = effects.map((effect) => {
    if (effect.kind === 'wait') return `wait ${effect.until}`;
    if (effect.kind === 'hold') return `hold ${effect.code}`;
    return effect.kind === 'compare' && effect.late !== null ? 'compare late' : effect.kind;
  });
  return words.length === 0 ? state.phase : `${state.phase}: ${words.join(', ')}`;
}

test.each(Object.entries(TABLE))('each phase meets "%s"', (name, row) => {
  const event: FileEvent | undefined = Object.entries(EVENTS).find(([one]) => one === name)?.[1];
  if (event === undefined) throw new Error('no such event');
  const outcome = PHASES.map((phase) => told(phase === 'idle' ? IDLE : at(phase), event));
  expect(Object.fromEntries(PHASES.map((phase, n) => [phase, outcome[n]]))).toEqual(
    Object.fromEntries(PHASES.map((phase) => [phase, row[phase] ?? phase])),
  );
});

it('answers to work that was begun for an older version change nothing', () => {
  for (const newer of OPEN.map((phase) => at(phase, { round: 2 }))) {
    for (const event of Object.values(EVENTS)) {
      if (!('round' in event) || event.kind === 'recorded') continue;
      const step = fileState(newer, event);
      expect(step.effects).toEqual([]);
      expect({ ...step.state, changes: null }).toEqual(newer);
    }
  }
});

it('a complete file waits for its group, a question, a pause or a comparison', () => {
  const completed = (file: Partial<OpenFile>, as: Partial<Circumstances> = {}) =>
    told(at('checking', file), { ...EVENTS.complete, as: { ...free, ...as } });
  const asked = { question: 'folder.read-only' } as const;
  expect(completed(inGroup)).toBe('settled: judge-group');
  expect(completed({ ...inGroup, heldFor: 'file.empty' })).toBe('settled: release, judge-group');
  expect(completed({ ...inGroup, heldFor: 'file.group-held' })).toBe('settled: judge-group');
  expect(completed({}, asked)).toBe('settled: hold folder.read-only');
  expect(completed({ heldFor: 'folder.read-only' }, asked)).toBe('settled');
  expect(completed({}, { maySubmit: false })).toBe('settled');
  expect(completed({ heldFor: 'file.empty' })).toBe('submitting: release, submit');
  // Shown as changing until the file could be copied once, or waits for another cause.
  expect(completed({ heldFor: 'file.changing' })).toBe('submitting: submit');
  expect(completed({ heldFor: 'file.changing' }, { maySubmit: false })).toBe('settled: release');
  expect(completed({ heldFor: 'file.empty' }, { ofWithdrawn: true })).toBe('comparing: compare');
});

it('a file whose end cannot be told goes on after a longer time, and is never held for that', () => {
  const first = fileState(at('checking'), { ...EVENTS.endless, at: { ...at0, now: 10 } }).state;
  expect(first).toMatchObject({ phase: 'quiet', endlessSince: 10, heldFor: null });
  const later = (now: number, file: Partial<OpenFile> = {}) =>
    told(at('checking', { ...file, endlessSince: 10 }), { ...EVENTS.endless, at: { ...at0, now } });
  expect(later(59)).toBe('quiet: wait quiet');
  expect(later(60)).toBe('submitting: submit');
  expect(later(60, { heldFor: 'file.empty' })).toBe('submitting: release, submit');
  const changed = fileState(first, { ...EVENTS.recorded, at: { ...at0, now: 30 } }).state;
  expect(changed).toMatchObject({ endlessSince: null });
});

it('a file without its end is held after its patience, and told once', () => {
  const first = fileState(at('checking'), { ...EVENTS.incomplete, at: { ...at0, now: 10 } }).state;
  expect(first).toMatchObject({ incompleteSince: 10, heldFor: null });
  const later = (now: number, file: Partial<OpenFile> = {}) =>
    told(at('checking', { ...file, incompleteSince: 10 }), { ...EVENTS.incomplete, at: { ...at0, now } });
  expect(later(109)).toBe('quiet: wait quiet');
  expect(later(110)).toBe('quiet: hold file.empty, wait retry');
  expect(later(200, { heldFor: 'file.empty' })).toBe('quiet: wait retry');
  expect(later(110, inGroup)).toBe('quiet: hold file.empty, judge-group, wait retry');
  expect(told(at('checking', { heldFor: 'file.unreadable' }), EVENTS.unreadable)).toBe('quiet: wait retry');
});

it('I1: a file that changes again and again without settling is held as changing, and is tried further', () => {
  const since = (last: number, more: Partial<OpenFile> = {}) => ({ changes: { since: 0, last }, ...more });
  const late = { ...at0, now: 1_000 };
  const copied = { ...EVENTS['submit found it changed'], at: late };
  const checkedAgain = { ...EVENTS.changed, at: late };
  const written = { ...EVENTS.recorded, at: late };
  expect(told(at('submitting', since(900)), copied)).toBe('quiet: hold file.changing, wait quiet');
  expect(told(at('checking', since(900)), checkedAgain)).toBe('quiet: hold file.changing, wait quiet, scan');
  expect(told(at('quiet', since(900)), written)).toBe('quiet: hold file.changing, wait quiet');
  expect(told(at('quiet', since(900)), { ...written, ...{ file: { ...inGroup.file, path: 'b.pdf' } } })).toBe(
    'quiet: hold file.changing, judge-group, wait quiet, touch-group',
  );
  // A person is told once.
  const held = since(900, { heldFor: 'file.changing' });
  expect(told(at('submitting', held), copied)).toBe('quiet: wait quiet');
  expect(told(at('quiet', held), { ...written, heldFor: 'file.changing' })).toBe('quiet: wait quiet');
  // Before the time is over, or after a rest of that time, the file only waits again.
  expect(told(at('quiet', since(900)), { ...written, at: { ...at0, now: 999 } })).toBe('quiet: wait quiet');
  expect(told(at('quiet', since(0)), written)).toBe('quiet: wait quiet');
  expect(
    told(at('quiet', since(900, { heldFor: 'file.duplicate-withdrawn' })), {
      ...written,
      heldFor: 'file.duplicate-withdrawn',
    }),
  ).toBe('quiet: wait quiet');
  // Work for an older version tells of the change too, and the newer version settles by itself.
  const newer = fileState(at('quiet', since(900, { round: 2 })), copied);
  expect(newer).toMatchObject({
    state: { phase: 'quiet', changes: { since: 0, last: 1_000 } },
    effects: [{ kind: 'hold' }],
  });
});

it('I1: a file that has another inode or change time at each check makes the folder distrust these', () => {
  let state: FileState = at('quiet');
  const seen: string[] = [];
  for (let round = 1; round <= 4; round += 1) {
    state = fileState(state, EVENTS.due).state;
    const step = fileState(state, { ...EVENTS.renumbered, round });
    seen.push(
      ...step.effects
        .map(({ kind }) => kind)
        .filter((kind) => kind === 'distrust-inodes')
        .map(() => String(round)),
    );
    const found = { ...file, identity: { ...identity, inode: String(round + 1) } };
    state = fileState(step.state, { ...EVENTS['recorded as before'], file: found, round: round + 1 }).state;
  }
  expect(seen).toEqual(['3']);
  const written = { ...file, identity: { ...identity, size: 2 } };
  expect(fileState(state, { ...EVENTS['recorded as before'], file: written, round: 9 }).state).toMatchObject({
    renumbered: 0,
  });
});

it('the row of what equals a document that was taken back is not written over', () => {
  const as = { ...free, ofWithdrawn: true };
  const held = { heldFor: 'file.duplicate-withdrawn' } as const;
  expect(told(at('checking', held), { ...EVENTS.unreadable, as })).toBe('quiet: wait retry');
  expect(told(at('submitting', held), { ...EVENTS['submit refused'], as })).toBe('quiet: wait retry');
});

it('a group touches, holds and lets go of its settled files', () => {
  expect(told(IDLE, { ...EVENTS.recorded, ...inGroup })).toBe('quiet: wait quiet, touch-group');
  const held = at('settled', { heldFor: 'file.group-held' });
  expect(told(held, EVENTS['group-held'])).toBe('settled');
  expect(told(held, EVENTS['group-released'])).toBe('settled: release');
  expect(told(at('settled', inGroup), EVENTS.considered)).toBe('settled');
});
