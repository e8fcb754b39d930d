import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { issueText } from '../../../src-main/contract/texts/issue-text.ts';
import { insightsSchema } from '../../../src-main/contract/views/insights.ts';
import { until } from '../../support/until.ts';
import { PRACTICE } from '../support/app.ts';
import { openByKeyboard } from '../support/open-by-keyboard.ts';

test('by keyboard alone: a picture is shown as its table, the numbers and the decided Tasks are exported, and a report and a receipt are printed', async () => {
  await using app = await openByKeyboard(PRACTICE);
  const { page, keys, station } = app;
  // While a Task is still in progress, its verdicts change the numbers below.
  await until(async () => {
    const { tasks } = await station.tasks();
    return tasks.length === 9 && tasks.every(({ status }) => status === 'waiting' || status === 'completed');
  });
  await page.getByRole('heading', { level: 1, name: /2 Tasks are waiting for you/ }).waitFor();
  await keys.press('6');
  const table = page.getByRole('button', { name: 'Show as table: Why codes were not approved' });
  await keys.activate(table);
  await keys.check('showing the table');
  const insights = insightsSchema.parse(await station.json('insights'));
  const rows = page.getByRole('table', { name: 'Why codes were not approved' }).getByRole('row');
  expect(insights.decided.by_reason.length).toBeGreaterThan(1);
  expect(await rows.count()).toBe(insights.decided.by_reason.length + 2);
  expect(await rows.nth(-2).locator('td').nth(2).textContent()).toBe(
    String(insights.decided.by_reason.at(-1)?.not_approved),
  );
  expect(await rows.last().textContent()).toBe(
    `Total (a code with several reasons counts once)${insights.decided.not_approved}`,
  );
  await keys.press('Enter');
  await table.waitFor();
  const { tasks: decided, tasks_approved: approved, tasks_not_approved: refused } = insights.decided;
  await page
    .getByText(
      `${decided} Tasks were decided: ${approved} with every code approved, ${refused} with a code that was not approved`,
    )
    .waitFor();
  // The bar of each code has the full length, and its parts are the shares of approved and other codes.
  const figure = page.getByRole('figure', { name: /^Approval by code/ });
  const bars = figure.locator('.insight-bar');
  for (const [index, { approved: yes, not_approved: no }] of insights.decided.by_code.entries()) {
    const parts = await bars.nth(index).locator('rect').all();
    const widths = await Promise.all(parts.map(async (part) => Number(await part.getAttribute('width'))));
    const shares = [yes, no].filter((codes) => codes > 0).map((codes) => (100 * codes) / (yes + no));
    expect(widths).toEqual(shares.map((share) => expect.closeTo(share)));
  }

  const saved = async () => {
    const download = page.waitForEvent('download');
    await keys.press('Enter');
    const file = await download;
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await keys.check('the export');
    return [file.suggestedFilename(), readFileSync(await file.path(), 'utf8')] as const;
  };
  await keys.command('export');
  await page.getByRole('dialog').getByText('The reasons can contain names and member IDs').waitFor();
  await keys.to(page.getByRole('radio', { name: /^CSV/ }));
  await keys.press('ArrowDown');
  const [name, numbers] = await saved();
  expect(name).toMatch(/^clearfolder-insights-.*\.json$/);
  expect(JSON.parse(numbers)).toEqual({ ...insights, as_of: expect.any(String) });

  await keys.press('3');
  await keys.activate(page.getByRole('button', { name: 'Export…' }));
  await keys.check('opening the export');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`The file will contain ${insights.decided.tasks} Tasks`).waitFor();
  await dialog.getByText('Filters: Follow-up: Open · Folder: Any · Date: Any', { exact: true }).waitFor();
  const [file, tasks] = await saved();
  expect(tasks.split('\r\n')).toHaveLength(insights.decided.tasks + 2);
  await page.getByText(`${insights.decided.tasks} Tasks were exported to ${file}.`).first().waitFor();

  // A browser without a window prints nothing: what it would print stays on the page.
  await page.evaluate(() => Object.assign(window, { print: () => undefined }));
  const printed = page.locator('.print-sheet');
  const print = async (open: () => Promise<void>) => {
    await open();
    await printed.getByRole('heading', { level: 1, includeHidden: true }).waitFor({ state: 'attached' });
    await page.emulateMedia({ media: 'print' });
    expect(await printed.isVisible()).toBe(true);
    expect(await page.locator('#root').evaluate((root) => getComputedStyle(root).display)).toBe('none');
    const text = (await printed.textContent()) ?? '';
    await page.emulateMedia({ media: null });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await printed.waitFor({ state: 'detached' });
    expect(text).toContain('PRACTICE');
    return text;
  };
  const title = await page.title();
  const { tasks: known } = await station.tasks();
  const shown = (await page.locator('[data-detail-heading]').textContent()) ?? '';
  const task = known.find((one) => one.name === shown);
  const report = await print(() => keys.command('print decision'));
  expect(report).toContain('Decision report');
  for (const { code, approved, conclusion, reasons } of task?.verdicts ?? []) {
    expect(report).toContain(`${code}: ${approved ? 'Approved' : 'Not approved'}`);
    expect(report).toContain(conclusion);
    for (const reason of reasons) expect(report).toContain(issueText(reason));
  }
  const receipt = await print(async () => {
    await keys.activate(page.getByRole('button', { name: 'Print…' }));
    await keys.to(page.getByRole('menuitem', { name: 'Print receipt' }), 'ArrowDown');
    await keys.press('Enter');
  });
  expect(receipt).toContain(task?.uuid);
  const sent = (await station.outbox()).find((row) => row.task_uuid === task?.uuid)?.files ?? [];
  expect(sent.length).toBeGreaterThan(0);
  for (const { sha256 } of sent) expect(receipt).toContain(sha256);
  // The title becomes the name of the print job, which names no patient (I11).
  expect(title).not.toContain(shown);
  const entries = await station.json('audit', '--about', task?.uuid ?? '', '--action', 'task.printed');
  expect(entries).toMatchObject({ count: 2 });
  // Only a shown Task can be printed.
  await keys.press('1');
  await keys.command('print decision');
  await page.getByText('No results.').waitFor();
  await keys.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await keys.press('4');
  await keys.command('export');
  await keys.to(page.getByRole('radio', { name: /^CSV/ }));
});
