import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Clock, systemClock } from '../../../../src-main/core/clock.ts';
import { createSupervisor, retryIn } from '../../../../src-main/hosts/app/supervisor.ts';
import { until } from '../../../support/until.ts';
import { appPlace, choiceOf, listen, overviewOf, untilConnected } from './support/app-place.ts';
import { ask, failure } from './support/ask.ts';

const MINUTE_MS = 60_000;

/** The system's clock, but that a sleep of a minute or more ends when the test says so. */
function dozingClock() {
  const dozing: { readonly ms: number; wake(): void }[] = [];
  const clock: Clock = {
    ...systemClock,
    sleep: (ms, signal) => {
      if (ms < MINUTE_MS) return systemClock.sleep(ms, signal);
      return new Promise((resolve) => {
        dozing.push({ ms, wake: resolve });
        signal?.addEventListener('abort', () => resolve(), { once: true });
      });
    },
  };
  /** How long it slept, once it does so for the n-th time; then it wakes. */
  const wake = async (nth: number): Promise<number> => {
    const doze = await until(() => dozing[nth - 1]);
    doze.wake();
    return doze.ms;
  };
  return { clock, dozing, wake };
}

/** An app whose engine cannot start: a file stands where a folder belongs. */
async function inTheWay() {
  const { dir, start } = appPlace();
  const file = dir.at('data', 'logs');
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, '');
  const { clock, dozing, wake } = dozingClock();
  return { app: await start({ clock }), clear: () => rmSync(file), dozing, wake };
}

test('an engine that could not start is started again by itself, rarer and rarer, and each try tells nobody anew', async () => {
  const { app, clear, dozing, wake } = await inTheWay();
  const stopped = await overviewOf(app);
  expect(stopped.connection.state).toBe('stopped');
  expect(stopped.attention[0]).toMatchObject({
    kind: 'engine-stopped',
    failure: { next: expect.stringContaining('restarts automatically') },
  });
  const heard = listen(app);
  expect([await wake(1), await wake(2)]).toEqual([MINUTE_MS, 2 * MINUTE_MS]);
  await until(() => dozing.length === 3);
  clear();
  await wake(3);
  await untilConnected(app);
  expect((await overviewOf(app)).attention.map(({ kind }) => kind)).not.toContain('engine-stopped');
  const states = heard.flatMap(({ event }) =>
    event.kind === 'overview' ? [event.overview.connection.state] : [],
  );
  expect(states.slice(0, states.lastIndexOf('stopped') + 1)).not.toContain('starting');
  expect(dozing).toHaveLength(3);
});

test('who starts it by hand ends the wait, and one who fails waits from the beginning', async () => {
  const { app, clear, dozing, wake } = await inTheWay();
  await wake(1);
  await until(() => dozing.length === 2);
  const { code } = await failure(app, 'app.restart-engine', {});
  expect(retryIn({ code, message: '', next: '' }, 1)).toBe(MINUTE_MS);
  expect(dozing.map(({ ms }) => ms)).toEqual([MINUTE_MS, 2 * MINUTE_MS, MINUTE_MS]);
  clear();
  await ask(app, 'app.restart-engine', {});
  // The waits were given up: they start nothing over what runs.
  const { id } = await ask(app, 'drops.open', {});
  for (const { wake: end } of dozing) end();
  await untilConnected(app);
  expect((await ask(app, 'drops.list', {})).map((drop) => drop.id)).toEqual([id]);
});

test('an engine that could not end properly is started again all the same', async () => {
  const { dir } = appPlace();
  const supervisor = createSupervisor({
    choice: choiceOf(dir),
    samples: true,
    clock: systemClock,
    onChange: () => undefined,
  });
  onTestFinished(() => supervisor.stop());
  await supervisor.restart();
  const before = supervisor.ledger();
  // Whatever its parts still write when they end fails.
  before?.db.close();
  await supervisor.restart();
  expect(supervisor.state().state).toBe('running');
  expect(supervisor.ledger()).not.toBe(before);
});

test('what needs a person is not tried by itself; everything else at most a quarter of an hour later', () => {
  const after = (code: string, failed: number) => retryIn({ code, message: '', next: '' }, failed);
  expect([1, 2, 3, 4, 5, 6, 2_000].map((failed) => after('disk.full', failed))).toEqual(
    [1, 2, 4, 8, 15, 15, 15].map((minutes) => minutes * MINUTE_MS),
  );
  for (const code of ['ledger.unreadable', 'secrets.locked', 'secrets.no-answer', 'settings.invalid'])
    expect(after(code, 1)).toBeNull();
});
