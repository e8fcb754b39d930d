import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { t } from '../../../src-renderer/strings/translate.ts';
import { until } from '../../support/until.ts';
import { openApp } from '../support/app.ts';
import { ownService } from '../support/own-service.ts';
import { stationWithPackets } from '../support/sent-packets.ts';

const LOOKED_AFTER = 'Ana looks after this';
const NOBODY = 'no such patient';
const inputSchema = z.looseObject({ search: z.string().optional(), extent: z.string() });
const answerSchema = z.looseObject({ value: z.looseObject({ whole: z.boolean() }) });

/** The page once it lists the one Task. */
async function taskList({ page, station }: Awaited<ReturnType<typeof openApp>>) {
  await until(async () => (await station.tasks()).tasks.length === 1);
  await page.getByRole('link', { name: t('shell.tasks'), exact: true }).click();
  await page.getByRole('row').nth(1).waitFor();
  return page;
}

test('of a name typed faster than it is searched for, not every letter is asked: the last one is, and shown', async () => {
  await using service = await ownService();
  await using app = await openApp(stationWithPackets(service, ['01']), { ...service, answersInstead: true });
  const page = await taskList(app);
  const asked = new Set<string>();
  app.answers.set('tasks.page', async (input, pass) => {
    asked.add(inputSchema.parse(input).search ?? '');
    await pause(2_000);
    return await pass(input);
  });
  await page.getByRole('searchbox', { name: t('tasks.search') }).pressSequentially(NOBODY);
  await page.getByText(t('tasks.noMatch.title')).waitFor();
  expect([...asked].at(-1)).toBe(NOBODY);
  expect(asked.size).toBeLessThan(NOBODY.length / 2);
}, 120_000);

test('the newest Tasks that fit are shown at once; all are looked at afterwards, and keep no next letter waiting', async () => {
  await using service = await ownService();
  await using app = await openApp(stationWithPackets(service, ['01']), { ...service, answersInstead: true });
  const page = await taskList(app);
  const held = { n: Promise.withResolvers<void>(), no: Promise.withResolvers<void>() };
  const asked: string[] = [];
  // As a station answers that knows more Tasks than a quick look reads, all of which fit.
  app.answers.set('tasks.page', async (given, pass) => {
    const input = inputSchema.parse(given);
    // The list before the first letter is asked once more when the station looked at its Task.
    if (input.search === undefined) return await pass(input);
    asked.push(`${input.search} ${input.extent}`);
    if (input.extent === 'all') await held[input.search === 'n' ? 'n' : 'no'].promise;
    const answer = answerSchema.parse(await pass({ ...input, search: '' }));
    if (input.extent === 'newest') answer.value.whole = false;
    return answer;
  });
  const search = page.getByRole('searchbox', { name: t('tasks.search') });
  const status = page.locator('.tasks-count');
  await search.press('n');
  await page.getByText(t('tasks.leadSoFar', { count: 1 })).waitFor();
  await page.getByRole('row').nth(1).waitFor();
  await expect.poll(() => asked).toContain('n all');
  await search.press('o');
  await expect.poll(() => asked).toContain('no all');
  expect(await status.textContent()).toBe(t('tasks.leadSoFar', { count: 1 }));
  held.no.resolve();
  await expect.poll(() => status.textContent()).toBe(t('tasks.lead', { count: 1 }));
  held.n.resolve();
  // Each of these may be asked again, because the station looked at its Tasks.
  expect([...new Set(asked)]).toEqual(['n newest', 'n all', 'no newest', 'no all']);
}, 120_000);

test('Enter in the palette waits for the answer to the typed text, and opens no row of an older text', async () => {
  await using service = await ownService();
  await using app = await openApp(stationWithPackets(service, ['07', '01']), {
    ...service,
    answersInstead: true,
  });
  const { page, station } = app;
  await until(async () => (await station.tasks()).tasks.length === 2);
  const [older = '', typed = ''] = (await station.tasks()).tasks.map(({ uuid }) => uuid);
  await page.getByRole('link', { name: t('shell.tasks'), exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('searchbox', { name: t('palette.title') });
  await field.fill(older);
  await page.locator(`[data-key="task-${older}"]`).waitFor();
  const held = Promise.withResolvers<void>();
  app.answers.set('tasks.page', async (input, pass) => {
    await held.promise;
    return await pass(input);
  });
  await field.fill(typed);
  await page.keyboard.press('Enter');
  held.resolve();
  await field.waitFor({ state: 'detached' });
  expect(page.url()).toContain(typed);
});

test('what stands only in a document finds the Task in every search; its place is opened, marked, and turned to page by page', async () => {
  await using service = await ownService();
  await using app = await openApp(stationWithPackets(service, ['07', '01']), service);
  const { page, station } = app;
  const greta = await until(async () =>
    (await station.tasks()).tasks.find(
      ({ name, verdicts }) => name.includes('Lindqvist') && verdicts.length > 0,
    ),
  );
  await station.run('assign', greta.uuid, 'Ana');
  await page.getByRole('link', { name: t('shell.verdicts') }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox', { name: t('palette.title') }).fill('lhp-5509');
  await page
    .getByRole('option', { name: /Lindqvist/ })
    .getByText(/…LHP-550921 /)
    .waitFor();
  await page
    .getByRole('option', { name: /Lindqvist/ })
    .getByText(LOOKED_AFTER)
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: t('shell.verdicts') }).click();
  await page.getByRole('searchbox', { name: t('tasks.search') }).fill('12/24/67');
  await page
    .getByRole('option', { name: /Lindqvist/ })
    .getByText('12/24/1967')
    .waitFor();
  await page
    .getByRole('option', { name: /Lindqvist/ })
    .getByText(LOOKED_AFTER)
    .waitFor();
  // A Task that is not decided is not in Verdicts, so an empty list leads to all Tasks with the same search.
  await page.getByRole('searchbox', { name: t('tasks.search') }).fill(NOBODY);
  await page.getByText(t('tasks.noMatch.search')).waitFor();
  await page.getByRole('button', { name: t('verdicts.noMatch.all') }).click();
  await page.getByText(t('tasks.noMatch.title')).waitFor();
  await page.getByText(t('tasks.noMatch.search')).waitFor();
  expect(await page.getByRole('searchbox', { name: t('tasks.search') }).inputValue()).toBe(NOBODY);
  await page.getByRole('searchbox', { name: t('tasks.search') }).fill('greta 95810');
  await page.getByText(t('tasks.lead', { count: 1 })).waitFor();
  await page.getByRole('row').nth(1).getByText(LOOKED_AFTER).waitFor();
  await page.getByRole('row').nth(1).click();
  const places = page.getByRole('region', { name: t('task.found') }).getByRole('button');
  await places.filter({ hasText: /imaging report, .*, page 3/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(t('document.page', { page: 3, count: 4 }), { exact: true }).waitFor();
  const shown = dialog.locator('[data-shown]');
  await shown.getByText(/Sleep Study Report/).waitFor();
  expect(await shown.locator('mark').allTextContents()).toContain('95810');
  await dialog.getByRole('searchbox', { name: t('document.find') }).fill('chief');
  await dialog.getByText(t('document.found', { count: 1 })).waitFor();
  await dialog.getByRole('button', { name: t('document.findNext'), exact: true }).click();
  await dialog.getByText(t('document.page', { page: 2, count: 4 }), { exact: true }).waitFor();
  expect(await shown.locator('mark').allTextContents()).toEqual(['Chief']);
  await dialog.getByRole('button', { name: t('document.showPlace', { place: 'page 1' }) }).click();
  await shown.getByText(/Prior Authorization Request Form/).waitFor();
  await page.keyboard.press('Escape');
  const { stdout } = await station.run('tasks', '--search', 'lhp-550921');
  expect(stdout).toMatch(/Lindqvist[\s\S]*in its documents: …LHP-550921/);
  expect(stdout).not.toMatch(/Iglesias|Fenwick/);
}, 120_000);
