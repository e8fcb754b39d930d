import type { Page } from 'playwright';
import { until } from '../../support/until.ts';

/**
 * Presses Escape once what lies on top has the focus. What has just opened, and what another dialog lay over until now, gets it a
 * frame later than it is seen, and no key is heard there before.
 */
export async function pressEscape(page: Page): Promise<void> {
  await until(() => page.evaluate(hasFocusOnTop), { what: 'the focus in what lies on top' });
  await page.keyboard.press('Escape');
}

function hasFocusOnTop(): boolean {
  const over = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]')];
  return over.at(-1)?.contains(document.activeElement) ?? true;
}
