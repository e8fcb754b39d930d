import { beforeEach, expect, test } from 'vitest';
import { changeDraft, useDrafts } from '../../../src-renderer/features/waiting/drafts.ts';
import {
  forgetAtLock,
  forgetEnvironment,
  forgottenStore,
  keptStore,
} from '../../../src-renderer/state/store.ts';

const FIRST = { text: '' };
const typed = forgottenStore(FIRST);
const searched = forgottenStore(FIRST, { withEnvironment: true });
const kept = keptStore(FIRST);
const textsNow = () => [typed, searched, kept].map((store) => store.getState().text);

beforeEach(() => {
  for (const store of [typed, searched, kept]) store.setState({ text: 'Wilhelmina Testperson' });
});

test('I11: the lock empties every store that the factory makes, and no store that outlasts the lock', () => {
  forgetAtLock();
  expect(textsNow()).toEqual(['', '', 'Wilhelmina Testperson']);
  expect(typed.getState()).toBe(FIRST);
});

test('another environment empties only the stores that mean Tasks of one environment', () => {
  forgetEnvironment();
  expect(textsNow()).toEqual(['Wilhelmina Testperson', '', 'Wilhelmina Testperson']);
});

test('I11: the lock forgets what a person typed for a Task, and keeps the files that the person added', () => {
  changeDraft('task', { typed: { member_id: 'ZX-1' }, drop: 'drop-1' });
  forgetAtLock();
  expect(useDrafts.getState().drafts).toEqual({ task: { typed: {}, drop: 'drop-1' } });
});
