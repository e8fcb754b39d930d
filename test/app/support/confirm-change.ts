import type { Page } from 'playwright';
import { t } from '../../../src-renderer/strings/translate.ts';
import { until } from '../../support/until.ts';

const used = new WeakMap<Page, string>();

/** The newest code in what the terminal showed, once there is one that this page did not use yet. */
export async function codeFor(page: Page, terminal: () => string): Promise<string> {
  const newest = () => [...terminal().matchAll(/Type (\d{4}-\d{2}) in the app/g)].at(-1)?.[1];
  const code = await until(
    () => {
      const shown = newest();
      return shown === undefined || shown === used.get(page) ? null : shown;
    },
    { what: 'a code on the terminal' },
  );
  used.set(page, code);
  return code;
}

export const codeField = (page: Page) => page.getByRole('textbox', { name: t('redirect.code') });

/** Confirms the change that the app asks about, as the person does who sees the terminal. */
export async function confirmChange(page: Page, terminal: () => string): Promise<void> {
  await codeField(page).waitFor();
  await codeField(page).fill(await codeFor(page, terminal));
  await page.getByRole('button', { name: t('redirect.confirm') }).click();
  await codeField(page).waitFor({ state: 'detached' });
}
