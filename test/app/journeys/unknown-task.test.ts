import { expect, test } from 'vitest';
import { startServiceModel } from '../../support/service-model/start.ts';
import { look } from '../screens/support/walk.ts';
import { openApp } from '../support/app.ts';
import { still } from '../support/still.ts';

const LONG_AGO = Date.parse('2026-01-05T09:00:00Z') * 1000;
const PICTURES = process.env['PICTURES'];

test('a Task that this station does not know is looked up at the service from an empty search and by Ctrl+K, and can only be read', async () => {
  const service = await startServiceModel();
  const settings = { environment: 'test', environments: { test: service.baseUrl } };
  const task = service.tasks.add({ external_id: 'case-9', name: 'Of another desk' }, LONG_AGO);
  service.tasks.addData(task, 'upload', { member_id: 'M-7711' });
  service.tasks.move(task, 'waiting');
  await using app = await openApp(settings, service);
  const { page } = app;
  const faults: string[] = [];
  const seen = async (what: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width: 1024, height: 700 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await still(page);
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${what}-${colorScheme}.png` });
      for (const fault of await look(page)) faults.push(`${what}: ${fault}`);
    }
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const shown = async () => {
    await page.getByRole('heading', { name: 'Of another desk' }).waitFor();
    await page.getByText('This station did not send this Task and does not follow it.').waitFor();
    await page.getByText('case-9', { exact: true }).waitFor();
    for (const name of ['Mark follow-up done', 'Rename', 'Change…'])
      await expect.poll(() => button(name).count()).toBe(0);
  };

  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('Miller');
  await page.getByText('No Tasks match these filters').waitFor();
  expect(await button('Look up at the service').count()).toBe(0);
  await search.fill('case-10');
  await button('Look up at the service').click();
  await page
    .getByText(/the service knows no Task with this id that your organization may see/)
    .first()
    .waitFor();
  await seen('unknown-denied');
  await search.fill('case-9');
  await button('Look up at the service').click();
  await shown();
  await seen('unknown-task');
  // The address has only the uuid. A reload forgets the Task, and the screen offers to look the Task up again.
  expect(page.url()).toContain(`#/task/${task.uuid}`);
  expect(page.url()).not.toContain('case-9');
  await page.reload();
  await page.getByText('This station does not know this Task.').first().waitFor();
  await seen('unknown-again');
  await button('Look up at the service').click();
  await shown();

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('searchbox').fill('case-9');
  await page.getByRole('option', { name: 'Look up the Task with the ID or reference case-9' }).waitFor();
  await seen('unknown-palette');
  await page.keyboard.press('Enter');
  await shown();
  expect(faults).toEqual([]);
  await service.close();
});
