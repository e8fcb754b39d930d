import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { drainBeforeQuitting } from '../../../../src-main/hosts/desktop/quitting.ts';
import { until } from '../../../support/until.ts';

/** Electron's way to quit: asked first, and left alone where somebody forbids it. */
function shell() {
  const events = new EventEmitter();
  const ended: string[] = [];
  const app = {
    on(name: string, listener: (event: { preventDefault(): void }) => void) {
      events.on(name, listener);
      return app;
    },
    quit() {
      let forbidden = false;
      events.emit('before-quit', { preventDefault: () => (forbidden = true) });
      if (!forbidden) ended.push('quit');
    },
    exit: () => void ended.push('exit'),
  };
  return { app, ended };
}

function quitting({ uploads = 0, boundMs = 60_000, stuck = false } = {}) {
  const { app, ended } = shell();
  const drained = Promise.withResolvers<void>();
  const impatience = Promise.withResolvers<void>();
  const explained: { uploads: number; done: AbortSignal }[] = [];
  const { begun } = drainBeforeQuitting({
    app,
    drain: () => (stuck ? new Promise(() => undefined) : drained.promise),
    uploads: () => uploads,
    explain: (count, done) => {
      explained.push({ uploads: count, done });
      return impatience.promise;
    },
    boundMs,
  });
  return { app, ended, drained, impatience, explained, begun };
}

test('quitting waits until uploads have ended, says so, and takes the words away again', async () => {
  const { app, ended, drained, explained, begun } = quitting({ uploads: 2 });
  expect(begun()).toBe(false);
  app.quit();
  app.quit();
  expect(begun()).toBe(true);
  expect(ended).toEqual([]);
  expect(explained).toMatchObject([{ uploads: 2 }]);
  drained.resolve();
  await until(() => ended.length > 0);
  expect(ended).toEqual(['quit']);
  expect(explained[0]?.done.aborted).toBe(true);
});

test('with nothing under way nothing is explained', async () => {
  const { app, ended, drained, explained } = quitting();
  app.quit();
  drained.resolve();
  await until(() => ended.length > 0);
  expect(explained).toEqual([]);
});

test('whoever cannot wait need not, and no wait is endless', async () => {
  const hurried = quitting({ uploads: 1, stuck: true });
  hurried.app.quit();
  hurried.impatience.resolve();
  await until(() => hurried.ended.length > 0);
  expect(hurried.ended).toEqual(['exit']);
  const bounded = quitting({ stuck: true, boundMs: 30 });
  bounded.app.quit();
  await until(() => bounded.ended.length > 0);
  expect(bounded.ended).toEqual(['exit']);
});
