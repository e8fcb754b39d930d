import { afterEach, expect, test, vi } from 'vitest';
import type { HeldCauses } from '../../../src-main/contract/views/common.ts';
import { attentionText } from '../../../src-renderer/features/today/attention-text.ts';
import { usePanels } from '../../../src-renderer/state/panels.ts';
import { usePlace } from '../../../src-renderer/state/place.ts';
import { useTasksView } from '../../../src-renderer/state/tasks-view.ts';

afterEach(() => useTasksView.setState(useTasksView.getInitialState(), true));

test('the button of the Tasks that failed or had nothing relevant lists exactly these Tasks', async () => {
  vi.stubGlobal('window', { location: { hash: '' }, history: { pushState: () => undefined } });
  await Reflect.apply(attentionText({ kind: 'ended-badly', count: 3 }).open, null, []);
  vi.unstubAllGlobals();
  expect(useTasksView.getState()).toMatchObject({
    view: 'list',
    filters: { status: ['failed', 'invalid'], cleared: false },
  });
  expect(usePlace.getState().place).toEqual({ screen: 'tasks' });
});

test('a corrected Task of two patients says what is left to do, and the button opens the oldest such Task', async () => {
  vi.stubGlobal('window', { location: { hash: '' }, history: { pushState: () => undefined } });
  const { open, ...said } = attentionText({ kind: 'corrected-patient', count: 2, task: 'oldest' });
  await Reflect.apply(open, null, []);
  vi.unstubAllGlobals();
  expect(said).toMatchObject({
    title: '2 corrected Tasks have an open follow-up',
    action: 'Open oldest Task',
  });
  expect(said.text).toMatch(/Tell the person who is responsible for privacy/);
  expect(usePlace.getState().place).toEqual({ screen: 'task', task: 'oldest' });
});

test('files that wait for a decision say one reason, or the number of files for each reason, and the button asks at once', async () => {
  const saying = (causes: HeldCauses) =>
    attentionText({ kind: 'backlog', folder: 'scans', count: 3, causes });
  const { text, open } = saying([{ cause: 'before', count: 3 }]);
  expect(text).toBe(
    'These files were already in the folder when you added the folder. Clearfolder sends these files only if you decide so.',
  );
  const mixed = saying([
    { cause: 'before', count: 2 },
    { cause: 'left-out', count: 1 },
  ]);
  expect(mixed.text).toMatch(
    /^2 files were already in the folder when you added the folder\. 1 file looks the same as a file that you chose not to send\. /,
  );
  await Reflect.apply(open, null, []);
  expect(usePanels.getState().backlog).toBe('scans');
});
