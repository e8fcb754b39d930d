import type { Page } from 'playwright';
import { expect } from 'vitest';
import { rowTitle } from '../../../src-renderer/strings/row-title.ts';
import { t } from '../../../src-renderer/strings/translate.ts';
import type { Ask } from './beside-the-page.ts';
import { pressEscape } from './press-escape.ts';

/** What the program says now, as far as a window repeats it. */
async function told(ask: Ask) {
  const { account } = await ask('app.overview', {});
  const outbox = await ask('outbox.page', { length: 50 });
  const { theme } = await ask('preferences.get', {});
  const counts = Object.entries(account).filter(
    ([state, count]) => count > 0 || /^(found|accepted)$/.test(state),
  );
  return {
    account: account.found === 0 ? {} : Object.fromEntries(counts),
    outbox: outbox.rows.map((row) => `${rowTitle(row)}: ${t(`state.${row.state}`)}`),
    theme,
  };
}

/** The same, read off the window, which shows Today and the outbox over it. */
function shown(page: Page) {
  return page.evaluate(() => {
    const counts = [...document.querySelectorAll('.today-count')].map((count): [string, number] => [
      /today-count-(\w+)(?: |$)/.exec(count.className.replace('today-count ', ''))?.[1] ?? '',
      Number(count.querySelector('.today-count-number')?.textContent),
    ]);
    const rows = [...document.querySelectorAll('.outbox-row')].map(
      (row) =>
        `${row.querySelector('.outbox-title')?.textContent}: ${row.querySelector('.outbox-head .chip')?.textContent}`,
    );
    return {
      account: Object.fromEntries(counts),
      outbox: rows,
      theme: document.documentElement.dataset['theme'],
    };
  });
}

/** Waits until the window shows what the program says; both may be on their way to something else meanwhile. */
export async function expectSameTruth(page: Page, ask: Ask, when: string): Promise<void> {
  await page.evaluate(() => {
    window.location.hash = '#/today';
  });
  await page.keyboard.press('Escape');
  const outbox = page.getByRole('dialog', { name: t('shell.outbox') });
  if (!(await outbox.isVisible())) await page.getByRole('button', { name: /^Outbox/ }).click();
  await outbox.waitFor();
  let last: unknown;
  await expect
    .poll(
      async () => {
        const [before, seen, after] = [await told(ask), await shown(page), await told(ask)];
        last = { when, before, seen };
        const same = (one: unknown) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(seen));
        return same(before) || same(after) ? 'the same' : last;
      },
      { timeout: 90_000, interval: 250 },
    )
    .toBe('the same');
  await pressEscape(page);
  await outbox.waitFor({ state: 'detached' });
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}
