import { expect, test } from 'vitest';
import { fillWithTasks } from '../support/many-tasks.ts';
import { until } from '../support/until.ts';
import { openApp, PRACTICE } from './support/app.ts';
import { p95, scrollThrough } from './support/page-times.ts';
import { nextAnswer, trafficOf } from './support/traffic.ts';

/** `npm run bench` measures the same with 100,000 Tasks and more. */
const COUNT = 20_000;

test('search, sort and scroll among 20,000 Tasks, of which only the rows in sight are in the page', async () => {
  let name = '';
  let member = '';
  await using app = await openApp(PRACTICE, {
    before: async ({ dir, settingsFile }) => {
      const filled = await fillWithTasks(
        { data: dir.at('data'), settings: settingsFile, secrets: `file:${dir.at('secrets.json')}` },
        COUNT,
        undefined,
        1,
      );
      ({ name, member } = filled);
    },
  });
  const { page } = app;
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  const grid = page.getByRole('grid', { name: 'Tasks' });
  // The sample packets of practice mode come on top.
  await page.getByText(/^20,00\d Tasks$/).waitFor();
  expect(Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(COUNT);
  expect(await grid.getByRole('row').count()).toBeLessThan(60);

  await grid.focus();
  await page.keyboard.press('End');
  await grid.locator('[aria-rowindex="20001"]').waitFor();
  await page.keyboard.press('Home');
  await grid.locator('[aria-rowindex="2"]').waitFor();

  const search = page.getByRole('searchbox', { name: 'Search' });
  const keystrokes: number[] = [];
  // The member ID stands only in the text of a document.
  for (const text of [name, member]) {
    await search.fill('');
    await page.getByText(/^20,00\d Tasks$/).waitFor();
    for (const letter of text.toLowerCase()) {
      const begun = performance.now();
      const answered = nextAnswer(page, 'tasks.page');
      await search.press(letter === ' ' ? 'Space' : letter);
      await answered;
      keystrokes.push(performance.now() - begun);
    }
    await page.getByText('1 Task', { exact: true }).waitFor();
    await grid.getByText(name).waitFor();
  }
  await search.fill('');
  await page.getByText(/^20,00\d Tasks$/).waitFor();

  // A page that is dragged past is not asked for: one question at a time, and then for what is in sight.
  const { open, answered } = trafficOf(page);
  let most = 0;
  answered.add((name) => {
    if (name === 'tasks.page')
      most = Math.max(most, 1 + [...open.values()].filter((one) => one === name).length);
  });
  await scrollThrough(page, { how: 'bar' });
  await until(() => most > 0, { what: 'a page that is asked for' });
  await until(() => page.evaluate(() => document.querySelector('.vtable-pending') === null), {
    what: 'every row',
  });
  expect(most).toBeLessThanOrEqual(2);

  const frames = await scrollThrough(page);
  process.stdout.write(
    `20,000 Tasks: a letter typed to its answer, p95 ${Math.round(p95(keystrokes))} ms; while scrolling, longest frame ${Math.round(Math.max(...frames))} ms, ${frames.filter((ms) => ms > 50).length} of ${frames.length} over 50 ms\n`,
  );
  expect(frames.length).toBeGreaterThan(10);
});
