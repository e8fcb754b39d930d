import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { t } from '../../../src-renderer/strings/translate.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { routes } from '../../support/routes.ts';
import { until } from '../../support/until.ts';
import { violationsOf } from '../support/accessible.ts';
import { openApp } from '../support/app.ts';
import { watchedPage } from '../support/browser.ts';
import { freshLink } from '../support/fresh-link.ts';
import { ownService } from '../support/own-service.ts';
import { stationWithPackets } from '../support/sent-packets.ts';
import { faultsInAllSizes } from './support/layout.ts';
import { brokenScreen, heldOver, sendAgainStops } from './support/seldom-stops.ts';
import { walk } from './support/walk.ts';

/* What most days do not show, looked at as every screen is. */

type Page = Awaited<ReturnType<typeof watchedPage>>['page'];
const look = (page: Page) => async () => [...(await violationsOf(page)), ...(await faultsInAllSizes(page))];

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
  expect(await walk(page, stops, look(page))).toEqual([]);

  // The fault of this page is wanted, so it is a page of its own.
  await using other = await watchedPage();
  await other.page.goto(await freshLink(station));
  await other.page.getByText(t('shell.today')).first().waitFor();
  expect(await walk(other.page, [brokenScreen], look(other.page))).toEqual([]);
  expect(other.faults.filter((fault) => !fault.includes('broken by the test'))).toEqual([]);
  // The window around it is whole, and another screen clears it.
  await other.page.getByRole('link', { name: t('shell.today'), exact: true }).click();
  await other.page.getByText(t('shell.brokenTitle')).waitFor({ state: 'detached' });
}, 600_000);
