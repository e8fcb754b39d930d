import type { CDPSession, Page } from 'playwright';
import { t } from '../../../../src-renderer/strings/translate.ts';
import { pressEscape } from '../../support/press-escape.ts';
import { still } from '../../support/still.ts';
import { type Stop, show } from './stops.ts';

/** What asks before something is sent twice; there has to be an unconfirmed row. */
export const sendAgainStops: readonly Stop[] = [
  {
    name: 'outbox with an unconfirmed row',
    open: async (page) => {
      await show(page, 'today');
      // Its name says how many are on their way, too.
      await page.locator('.nav-outbox').click();
      await page.getByRole('button', { name: t('outbox.sendAgain') }).waitFor();
      await still(page);
    },
  },
  {
    name: 'send again',
    open: async (page) => {
      await page.getByRole('button', { name: t('outbox.sendAgain') }).click();
      await page.getByRole('dialog', { name: t('outbox.sendAgainTitle') }).waitFor();
      await still(page);
    },
    close: async (page) => {
      await page.getByRole('button', { name: t('outbox.sendAgainWait') }).click();
      await page.getByRole('dialog', { name: t('outbox.sendAgainTitle') }).waitFor({ state: 'detached' });
      await pressEscape(page);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  },
];

/** What lies over the window of `place` while a file is held over it. */
export function heldOver(name: string, place: string, file: string): Stop {
  let devtools: CDPSession | null = null;
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop', at = { x: 400, y: 300 }) =>
    devtools?.send('Input.dispatchDragEvent', {
      type,
      ...at,
      data: { items: [], files: [file], dragOperationsMask: 1 },
    });
  return {
    name: `files held over ${name}`,
    open: async (page) => {
      await show(page, place);
      devtools = await page.context().newCDPSession(page);
      await drag('dragEnter');
      await drag('dragOver');
      await page.getByText(t('shell.dropNew'), { exact: true }).waitFor();
      await still(page);
    },
    close: async (page) => {
      // Let go beside the places for them, which takes nothing; a drag that is called off tells a page nothing here.
      const beside = { x: 2, y: 2 };
      await drag('dragOver', beside);
      await drag('drop', beside);
      await page.getByText(t('shell.dropNew'), { exact: true }).waitFor({ state: 'detached' });
      await devtools?.detach();
    },
  };
}

/** What a window shows in place of a screen that broke: from now on no list can watch its own size. */
export const brokenScreen: Stop = {
  name: 'a screen that broke',
  open: async (page: Page) => {
    await show(page, 'today');
    await page.evaluate(() => {
      Object.assign(window, {
        ResizeObserver: class {
          constructor() {
            throw new Error('broken by the test');
          }
        },
      });
      window.location.hash = '#/tasks';
    });
    await page.getByRole('alert').getByText(t('shell.brokenTitle')).waitFor();
    await still(page);
  },
};
