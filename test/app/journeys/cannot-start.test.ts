import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { t } from '../../../src-renderer/strings/translate.ts';
import { openApp, PRACTICE } from '../support/app.ts';

test('an engine that cannot start is told with what to do, and started from the first screen once that is done', async () => {
  let logs = '';
  await using app = await openApp(PRACTICE, {
    before: async ({ dir }) => {
      logs = dir.at('data', 'logs');
      mkdirSync(dirname(logs), { mode: 0o700 });
      writeFileSync(logs, 'a file where a folder belongs');
    },
  });
  const { page } = app;
  await page.getByRole('heading', { name: t('today.stopped') }).waitFor();
  const needed = page.getByRole('listitem').filter({ hasText: t('today.needs.engine-stopped') });
  expect(await needed.textContent()).toContain('restarts automatically');
  // Nothing is known, and an empty list would say that there is nothing.
  await page.getByText(t('today.notRead')).waitFor();
  expect(await page.getByText(t('today.sending')).count()).toBe(0);
  await page.getByRole('link', { name: t('shell.settings'), exact: true }).click();
  // Told once for all settings, with the way to start it again.
  await page.getByRole('button', { name: t('settings.restart') }).waitFor();
  expect(await page.locator('.settings-groups > .failure-box').count()).toBe(1);
  await page.getByRole('link', { name: t('shell.today'), exact: true }).click();
  const again = page.getByRole('button', { name: t('settings.restart') });
  await again.click();
  await page.getByRole('heading', { name: t('today.stopped') }).waitFor();
  rmSync(logs);
  await again.click();
  await page.getByRole('heading', { name: t('today.stopped') }).waitFor({ state: 'detached' });
  await needed.waitFor({ state: 'detached' });
}, 240_000);
