import { expect, test, vi } from 'vitest';
import { attentionText } from '../../../src-renderer/features/today/attention-text.ts';
import { usePlace } from '../../../src-renderer/state/place.ts';
import { useTasksView } from '../../../src-renderer/state/tasks-view.ts';

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
