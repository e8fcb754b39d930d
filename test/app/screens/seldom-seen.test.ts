import { mkdirSync, writeFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright';
import { expect, test } from 'vitest';
import { t } from '../../../src-renderer/strings/translate.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { routes } from '../../support/routes.ts';
import { until } from '../../support/until.ts';
import { openApp } from '../support/app.ts';
import { watchedPage } from '../support/browser.ts';
import { freshLink } from '../support/fresh-link.ts';
import { ownService } from '../support/own-service.ts';
import { pressEscape } from '../support/press-escape.ts';
import { stationWithPackets } from '../support/sent-packets.ts';
import type { Stop } from './support/stops.ts';
import { look, walk } from './support/walk.ts';

/** What asks before something is sent twice; there has to be an unconfirmed row. */
const sendAgainStops: readonly Stop[] = [
  {
    name: 'outbox with an unconfirmed row',
    place: 'today',
    open: async (page) => {
      // Its name says how many are on their way, too.
      await page.locator('.nav-outbox').click();
      await page.getByRole('button', { name: t('outbox.sendAgain') }).waitFor();
    },
  },
  {
    name: 'send again',
    open: async (page) => {
      await page.getByRole('button', { name: t('outbox.sendAgain') }).click();
      await page.getByRole('dialog', { name: t('outbox.sendAgainTitle') }).waitFor();
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
function heldOver(name: string, place: string, file: string): Stop {
  let devtools: CDPSession | null = null;
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop', at = { x: 400, y: 300 }) =>
    devtools?.send('Input.dispatchDragEvent', {
      type,
      ...at,
      data: { items: [], files: [file], dragOperationsMask: 1 },
    });
  return {
    name: `files held over ${name}`,
    place,
    open: async (page) => {
      devtools = await page.context().newCDPSession(page);
      await drag('dragEnter');
      await drag('dragOver');
      await page.getByText(t('shell.dropNew'), { exact: true }).waitFor();
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
const brokenScreen: Stop = {
  name: 'a screen that broke',
  place: 'today',
  open: async (page: Page) => {
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
  },
};

/* What most days do not show, looked at as every screen is. */

test('axe finds nothing, light and dark, and nothing is cut or out of reach: send again, files held over the window, a screen that broke', async () => {
  await using service = await ownService();
  const settings = stationWithPackets(service, ['05']);
  // Long enough that what may have arrived is not looked for by itself while it is looked at here.
  await using app = await openApp({ ...settings, sending: { idleTimeoutSeconds: 600 } }, service);
  const { page, station } = app;
  const waiting = await until(async () => {
    const { tasks } = await station.tasks();
    return tasks.find(({ status }) => status === 'waiting')?.uuid ?? null;
  });
  service.faults.on(routes.create, { kind: 'dropAfterRequest' });
  const folder = service.dir.at('watched', 'another');
  mkdirSync(folder);
  writeFileSync(`${folder}/unconfirmed.pdf`, pdfDocument({ pages: ['a synthetic document'] }));
  await until(async () => (await station.outbox()).some(({ state }) => state === 'unconfirmed'), {
    what: 'an unconfirmed row',
  });
  const file = service.packet('01').files[0] ?? '';
  const stops = [
    ...sendAgainStops,
    heldOver('today', 'today', file),
    heldOver('a waiting Task', `waiting/${waiting}`, file),
  ];
  expect(await walk(page, stops, look)).toEqual([]);

  // The fault of this page is wanted, so it is a page of its own.
  await using other = await watchedPage();
  await other.page.goto(await freshLink(station));
  await other.page.getByText(t('shell.today')).first().waitFor();
  expect(await walk(other.page, [brokenScreen], look)).toEqual([]);
  expect(other.faults.filter((fault) => !fault.includes('broken by the test'))).toEqual([]);
  // The window around it is whole, and another screen clears it.
  await other.page.getByRole('link', { name: t('shell.today'), exact: true }).click();
  await other.page.getByText(t('shell.brokenTitle')).waitFor({ state: 'detached' });
}, 600_000);
