import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { t } from '../../../src-renderer/strings/translate.ts';
import { until } from '../../support/until.ts';
import { openApp } from '../support/app.ts';
import { closeBrowser } from '../support/browser.ts';
import { ownService } from '../support/own-service.ts';
import { stationWithPackets } from '../support/sent-packets.ts';

afterAll(closeBrowser);

const NOBODY = 'no such patient';
const inputSchema = z.object({ search: z.string().optional() });

test('of a name typed faster than it is searched for, not every letter is asked: the last one is, and shown', async () => {
  await using service = await ownService();
  await using app = await openApp(stationWithPackets(service, ['01']), service);
  const { page, station } = app;
  await until(async () => (await station.tasks()).tasks.length === 1);
  await page.getByRole('link', { name: t('shell.tasks'), exact: true }).click();
  await page.getByRole('row').nth(1).waitFor();
  const asked = new Set<string>();
  await page.route('**/api/call/tasks.page', async (route) => {
    asked.add(inputSchema.parse(route.request().postDataJSON()).search ?? '');
    await pause(2_000);
    await route.continue();
  });
  await page.getByRole('searchbox', { name: t('tasks.search') }).pressSequentially(NOBODY);
  await page.getByText(t('tasks.noMatch.title')).waitFor();
  expect([...asked].at(-1)).toBe(NOBODY);
  expect(asked.size).toBeLessThan(NOBODY.length / 2);
  await page.unroute('**/api/call/tasks.page');
}, 120_000);
