import { expect, it, test } from 'vitest';
import {
  type Circumstances,
  type FileEvent,
  type FileState,
  fileState,
  IDLE,
  type OpenFile,
} from '../../../../src-main/core/folders/file-state.ts';

const identity = { size: 1, mtimeMs: 1, inode: '1' };
const file = { id: 1, path: 'a.pdf', identity, groupKey: null };
const open: Omit<OpenFile, 'phase'> = { file, round: 1, heldFor: null, incompleteSince: null, spoiled: 0 };
const free: Circumstances = { ofWithdrawn: false, question: null, maySubmit: true };
const at = (phase: OpenFile['phase'], more: Partial<OpenFile> = {}): OpenFile => ({
  ...open,
  ...more,
  phase,
});
const inGroup = { file: { ...file, groupKey: 'p1' } };

const PHASES = ['idle', 'quiet', 'checking', 'settled', 'comparing', 'submitting'] as const;
type Phase = (typeof PHASES)[number];

const checked = { kind: 'checked', round: 1, now: 0, patienceMs: 100, as: free } as const;
const failed = { kind: 'submit-failed', round: 1, as: free } as const;

/** An event of each kind, and of each variant with a different outcome. */
const EVENTS = {
  recorded: { kind: 'recorded', file: { ...file, path: 'b.pdf' }, open: true, heldFor: null, round: 2 },
  'recorded as before': { kind: 'recorded', file, open: true, heldFor: null, round: 2 },
  'recorded closed': { kind: 'recorded', file, open: false, heldFor: null, round: 2 },
  ended: { kind: 'ended' },
  due: { kind: 'due' },
  complete: { ...checked, found: { kind: 'complete' } },
  changed: { ...checked, found: { kind: 'changed' } },
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
  'compared-late same': { kind: 'compared-late', round: 1, same: true, code: 'file.late-for-group' },
  'compared-late other': { kind: 'compared-late', round: 1, same: false, code: 'file.late-for-group' },
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
  changed: { checking: 'quiet: wait quiet, scan' },
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
      expect({ ...step.state, spoiled: 0 }).toEqual(newer);
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
  // Shown as changing until it could be copied once.
  expect(completed({ heldFor: 'file.changing' })).toBe('submitting: submit');
  expect(completed({ heldFor: 'file.empty' }, { ofWithdrawn: true })).toBe('comparing: compare');
});

it('a file without its end is held after its patience, and told once', () => {
  const first = fileState(at('checking'), { ...EVENTS.incomplete, now: 10 }).state;
  expect(first).toMatchObject({ incompleteSince: 10, heldFor: null });
  const later = (now: number, file: Partial<OpenFile> = {}) =>
    told(at('checking', { ...file, incompleteSince: 10 }), { ...EVENTS.incomplete, now });
  expect(later(109)).toBe('quiet: wait quiet');
  expect(later(110)).toBe('quiet: hold file.empty, wait retry');
  expect(later(200, { heldFor: 'file.empty' })).toBe('quiet: wait retry');
  expect(later(110, inGroup)).toBe('quiet: hold file.empty, judge-group, wait retry');
  expect(told(at('checking', { heldFor: 'file.unreadable' }), EVENTS.unreadable)).toBe('quiet: wait retry');
});

it('a file that changes while it is copied, again and again, is shown as changing and still tried', () => {
  const changed = EVENTS['submit found it changed'];
  expect(told(at('submitting', { spoiled: 3 }), changed)).toBe('quiet: wait quiet');
  expect(told(at('submitting', { spoiled: 4 }), changed)).toBe('quiet: hold file.changing, wait quiet');
  expect(told(at('submitting', { spoiled: 5, heldFor: 'file.changing' }), changed)).toBe('quiet: wait quiet');
  // The change may have been recorded already: the newer round counts it, and settles by itself.
  const newer = fileState(at('quiet', { round: 2, spoiled: 4 }), changed);
  expect(newer).toMatchObject({ state: { phase: 'quiet', spoiled: 5 }, effects: [{ kind: 'hold' }] });
  const next = fileState(newer.state, { ...EVENTS.recorded, round: 3 }).state;
  expect(next).toMatchObject({ spoiled: 5, round: 3 });
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
