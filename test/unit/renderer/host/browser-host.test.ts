import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { preferencesSchema } from '../../../../src-main/contract/views/settings-view.ts';
import type { BuiltFiles } from '../../../../src-main/hosts/built-files.ts';
import { watchedPage } from '../../../app/support/browser.ts';
import { secretOf } from '../../../support/page-client.ts';
import { until } from '../../../support/until.ts';
import { CANARY, guardedHost } from '../../hosts/browser/support/guarded-host.ts';
import type { Probe } from './host-page.ts';
import { hostPage } from './support.ts';

declare global {
  interface Window {
    probe: Probe;
  }
}

const PREFERENCES = preferencesSchema.parse({ theme: 'dark', welcomed: true });
let files: BuiltFiles;
beforeAll(async () => {
  files = await hostPage();
});
const start = (port = 0) => guardedHost({ files, port, answers: { 'preferences.get': PREFERENCES } });
const state = (page: Page) => until(() => page.evaluate(() => window.probe?.session()), { what: 'the page' });

test('a page opened by its link asks, hears and goes on after a reload, twice at once too; its link is worth nothing then, and no secret is sent or kept but the ticket of the tab', async () => {
  await using guarded = await start();
  await using watched = await watchedPage();
  const { page } = watched;
  const sent: string[] = [];
  const frames: string[] = [];
  page.on('request', (request) => sent.push(request.url(), JSON.stringify(request.headers())));
  page.on('websocket', (socket) => {
    sent.push(socket.url());
    socket.on('framesent', ({ payload }) => frames.push(String(payload)));
  });
  const link = guarded.host.link();
  await page.goto(link);
  expect(await state(page)).toEqual({ state: 'open', failure: null });
  expect(page.url()).toBe(`${guarded.origin}/`);
  const afterOpen = sent.length;
  expect(await page.evaluate(() => window.probe.preferences())).toEqual({ ok: true, value: PREFERENCES });
  await until(() => guarded.listeners.size === 1);
  for (const tell of guarded.listeners) tell({ kind: 'go', place: { screen: 'today' } });
  await until(() => page.evaluate(() => window.probe.events().length === 1));
  // A connected page sends no HTTP request.
  expect(sent).toHaveLength(afterOpen);

  const kept = () => page.evaluate(() => Object.values(sessionStorage).map(String));
  const tickets = await kept();
  await page.reload();
  expect(await state(page)).toEqual({ state: 'open', failure: null });
  tickets.push(...(await kept()));
  const began = await page.evaluate(() => {
    window.location.reload();
    window.location.reload();
    return performance.timeOrigin;
  });
  await until(() => page.evaluate((before) => performance.timeOrigin > before, began), {
    what: 'a new page',
  });
  expect((await state(page)).state).toBe('open');
  expect(await page.evaluate(() => window.probe.preferences())).toMatchObject({ ok: true });
  await until(() => guarded.listeners.size === 1, { what: 'the pages before it gone' });
  expect(await page.evaluate(() => [document.cookie, Object.keys(localStorage)])).toEqual(['', []]);
  tickets.push(...(await kept()));
  expect(tickets).toHaveLength(3);
  expect(new Set(tickets).size).toBe(3);
  for (const secret of [...tickets, secretOf(link)])
    expect([...sent, ...frames].filter((part) => part.includes(secret))).toEqual([]);
  expect(watched.faults).toEqual([]);

  await using second = await watchedPage();
  await second.page.goto(link);
  expect(await state(second.page)).toMatchObject({ state: 'ended', failure: { code: 'launch.used' } });
  await second.page.goto('about:blank');
  await second.page.goto(guarded.origin);
  expect(await state(second.page)).toMatchObject({ state: 'ended', failure: { code: 'session.none' } });
  // A fresh link in the window that is there already.
  await second.page.goto(guarded.host.link());
  await until(async () => (await state(second.page)).state === 'open');
});

test('files go up four at a time with progress over all of them, and documents come down as what cannot run', async () => {
  await using guarded = await start();
  await using watched = await watchedPage();
  const { page } = watched;
  await page.goto(guarded.host.link());
  await state(page);
  const { result, told } = await page.evaluate(() => window.probe.upload(5, 3_000_000));
  expect(result).toEqual({ ok: true, value: null });
  expect(told.at(-1)).toBe(15_000_000);
  expect(told).toEqual(told.toSorted((one, other) => one - other));
  expect(guarded.asked.filter((what) => what.startsWith('drop')).toSorted()).toEqual(
    [0, 1, 2, 3, 4].map((index) => `drop d1 Ordner/ä & ${index}.pdf 3000000 of 5 with 0`),
  );
  expect(guarded.asked.filter((what) => what === 'taken 3000000')).toHaveLength(5);

  expect(await page.evaluate(() => window.probe.read())).toMatchObject({
    name: `${CANARY}.pdf`,
    type: 'application/octet-stream',
    blobType: 'application/octet-stream',
    text: 'bytes',
  });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.evaluate(() => window.probe.save()),
  ]);
  expect(download.suggestedFilename()).toBe('Bescheid.pdf');
  expect(watched.faults).toEqual([]);
});

test('when the server goes away the page is disconnected and asks no more; opened again, it goes on where the server still knows it, and else says that Clearfolder has ended', async () => {
  await using watched = await watchedPage();
  const { page } = watched;
  let port = 0;
  {
    await using guarded = await start();
    port = guarded.port;
    await page.goto(guarded.host.link());
    expect((await state(page)).state).toBe('open');
  }
  await until(async () => (await state(page)).failure?.code === 'session.disconnected');
  expect(await page.evaluate(() => window.probe.preferences())).toMatchObject({
    ok: false,
    error: { code: 'host.gone' },
  });
  // Started again on the same port: the page does not connect by itself, and its ticket was of the one before.
  await using next = await start(port);
  expect((await state(page)).state).toBe('disconnected');
  await page.reload();
  expect(await state(page)).toMatchObject({ state: 'ended', failure: { code: 'session.ended' } });
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  expect(next.asked).toEqual([]);
});
