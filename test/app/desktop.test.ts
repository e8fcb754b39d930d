import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openDesktop } from '../support/electron/desktop-program.ts';
import { tempDir } from '../support/temp-dir.ts';

/* The same on Electron and on its stand-in: what a person has of the page. */

const verb = (page: Page, name: string, input: unknown = {}) =>
  page.evaluate(`window.clearfolder.verbs[${JSON.stringify(name)}](${JSON.stringify(input)})`);

test('the first start shows a living first screen in practice mode, and a reload shows the same', async () => {
  await using dir = await tempDir('desktop');
  const { page, quit } = await openDesktop({ data: dir.at('data'), home: dir.path });
  try {
    const violations: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    await page.getByRole('link', { name: 'Today' }).first().waitFor();
    await expect.poll(() => page.locator('body').textContent(), { timeout: 30_000 }).toContain('Confirmed');
    const before = await page.getByRole('navigation').first().textContent();
    await page.reload();
    await expect
      .poll(() => page.getByRole('navigation').first().textContent(), { timeout: 30_000 })
      .toContain('Today');
    expect(before).toContain('Today');
    await expect.poll(() => page.locator('body').textContent(), { timeout: 30_000 }).toContain('Confirmed');
    expect(violations).toEqual([]);
  } finally {
    await quit();
  }
});

test('verbs, events and bad input go over the bridge', async () => {
  await using dir = await tempDir('desktop');
  const { page, quit } = await openDesktop({ data: dir.at('data'), home: dir.path });
  try {
    expect(await verb(page, 'app.info')).toMatchObject({ ok: true, value: { host: 'desktop' } });
    expect(await verb(page, 'tasks.page', { nonsense: true })).toMatchObject({ ok: false });
    const first = await page.evaluate(`new Promise((resolve) => {
      const end = window.clearfolder.onEvent((event) => { end(); resolve(event.kind); });
    })`);
    expect(first).toBe('overview');
  } finally {
    await quit();
  }
});
