import { expect, test } from 'vitest';
import { t } from '../../src-renderer/strings/translate.ts';
import { fillWithTasks } from '../support/many-tasks.ts';
import { type OpenApp, openApp } from './support/app.ts';

const TASKS = 620;
const PICKED = '.pick-list .pick-row .pick-name';
/** Nobody answers there: what the ledger has is all that is shown. */
const AWAY = { environment: 'away', environments: { away: 'http://127.0.0.1:9/public/v1' } };

const appWith = (statuses: readonly string[]) =>
  openApp(AWAY, {
    apiSecret: 'desk:uid:secret',
    before: async ({ choice }) => void (await fillWithTasks(choice, TASKS, statuses)),
  });

/** Every row of a list, from part to part until no further one is offered. */
async function everyRow(
  { page }: OpenApp,
  { rows, list }: { rows: string; list: string },
): Promise<string[]> {
  const found: string[] = [];
  const after = page
    .getByRole('navigation', { name: list })
    .getByRole('button', { name: t('common.part.after') });
  for (;;) {
    const shown = page.locator(rows);
    await shown.first().waitFor();
    const texts = await shown.allTextContents();
    found.push(...texts);
    if (!(await after.isEnabled())) return found;
    await after.click();
    await expect.poll(() => shown.first().textContent()).not.toBe(texts[0]);
  }
}

test('every one of hundreds of verdicts is reached, the first of each part chosen, and journeys likewise', async () => {
  await using app = await appWith(['completed']);
  const { page } = app;
  await page.getByRole('link', { name: t('shell.verdicts'), exact: true }).click();
  const list = t('verdicts.list');
  const verdicts = await everyRow(app, { rows: PICKED, list });
  expect(new Set(verdicts).size).toBe(TASKS);
  const parts = page.getByRole('navigation', { name: list });
  await expect
    .poll(() => parts.textContent())
    .toContain(t('common.part', { from: 601, to: TASKS, count: TASKS }));
  await expect
    .poll(() => page.getByRole('option', { selected: true }).textContent())
    .toContain(verdicts[600] ?? '-');
  await parts.getByRole('button', { name: t('common.part.before') }).click();
  await expect.poll(() => page.locator('.pick-list .pick-name').first().textContent()).toBe(verdicts[500]);

  await page.getByRole('link', { name: t('shell.tasks'), exact: true }).click();
  await page.getByText(t('tasks.view.journeys'), { exact: true }).click();
  const journeys = await everyRow(app, { rows: '.journey h2', list: t('tasks.view.journeys') });
  // Three Tasks share each key; two are left for the last one.
  expect(new Set(journeys).size).toBe(Math.ceil(TASKS / 3));
}, 240_000);

test('Back from a Task returns to the row of the Task, by keyboard and by mouse', async () => {
  await using app = await appWith(['completed']);
  const { page } = app;
  const grid = page.getByRole('grid', { name: t('shell.tasks') });
  const row = (index: number) => grid.locator(`[aria-rowindex="${index + 2}"]`);
  const nameAt = (index: number) => row(index).locator('.task-name-line').textContent();
  const goBack = () => page.getByRole('button', { name: t('common.back') }).press('Enter');
  await page.getByRole('link', { name: t('shell.tasks'), exact: true }).click();
  await grid.focus();
  for (const key of ['End', 'ArrowUp', 'ArrowUp']) await grid.press(key);
  const name = await nameAt(TASKS - 3);
  await grid.press('Enter');
  await page.getByRole('heading', { level: 1, name: name ?? '-' }).waitFor();
  await goBack();
  await expect.poll(() => grid.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await row(TASKS - 3).getAttribute('data-active')).toBe('true');
  await expect.poll(() => nameAt(TASKS - 3)).toBe(name);
  expect(await grid.evaluate((one) => one.scrollTop)).toBeGreaterThan(10_000);

  await grid.evaluate((one) => one.scrollTo(0, 5_000));
  // A row without its Task cannot be opened.
  await row(100).locator('.task-name-line').click();
  await goBack();
  await row(100).waitFor();
  expect(await grid.evaluate((one) => one.scrollTop)).toBe(5_000);

  // A list with other filters begins at its first row, also after a visit to another screen.
  await page.getByRole('searchbox', { name: 'Search' }).fill('Ada');
  await expect.poll(() => row(0).textContent()).toContain('Ada');
  expect(await grid.evaluate((one) => one.scrollTop)).toBe(0);
  await page.getByRole('link', { name: t('shell.today'), exact: true }).click();
  await page.getByRole('link', { name: t('shell.tasks'), exact: true }).click();
  await row(0).waitFor();
  expect(await grid.evaluate((one) => one.scrollTop)).toBe(0);
}, 240_000);

test('every one of hundreds of waiting Tasks is reached', async () => {
  await using app = await appWith(['waiting']);
  await app.page.getByRole('link', { name: t('shell.waiting') }).click();
  const waiting = await everyRow(app, { rows: PICKED, list: t('waiting.list') });
  expect(new Set(waiting).size).toBe(TASKS);
}, 240_000);
