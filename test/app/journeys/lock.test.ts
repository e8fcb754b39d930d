import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src-main/core/clock.ts';
import type { AskPerson } from '../../../src-main/hosts/app/confirmations.ts';
import { ownPages, startBrowserHost } from '../../../src-main/hosts/browser/start-browser-host.ts';
import { shiftedClock } from '../../support/clock.ts';
import { until } from '../../support/until.ts';
import { startedApp } from '../../unit/hosts/app/support/app-place.ts';
import { ask } from '../../unit/hosts/app/support/ask.ts';
import { violationsOf } from '../support/accessible.ts';
import { GONE } from '../support/app.ts';
import { watchedPage } from '../support/browser.ts';
import { confirmChange } from '../support/confirm-change.ts';
import { dropOnWindow } from '../support/give-files.ts';
import { holdFrames } from '../support/traffic.ts';

const PIN = '482913';

/** The app in practice mode with its samples, on a clock that the test puts forward; the pages are those that were built. */
async function lockableApp(person?: AskPerson) {
  const { clock, forward } = shiftedClock();
  const { app, dir } = await startedApp({ clock, ...(person && { person }) });
  const files = await ownPages();
  const host = await startBrowserHost({
    app,
    clock: systemClock,
    port: 0,
    dataFolder: dir.at('data'),
    files,
  });
  let ended = false;
  const pages: Awaited<ReturnType<typeof watchedPage>>[] = [];
  return {
    app,
    dir,
    forward,
    /** A window of its own, let in by a link of its own. */
    open: async () => {
      const watched = await watchedPage();
      pages.push(watched);
      await watched.page.goto(host.link());
      return watched.page;
    },
    /** A window whose frames a test can hold. */
    openHeld: async () => {
      const watched = await watchedPage();
      pages.push(watched);
      const { page } = watched;
      const frames = await holdFrames(page);
      await page.goto(host.link());
      return { page, frames };
    },
    /** Ends what serves the windows; they stay open. */
    endHost: async () => {
      ended = true;
      await host.close();
    },
    [Symbol.asyncDispose]: async () => {
      for (const watched of pages) await watched[Symbol.asyncDispose]();
      await host.close();
      // Once the host has ended, the browser says on the console that nothing answers.
      const faults = pages
        .flatMap((watched) => watched.faults)
        .filter((fault) => !ended || !GONE.test(fault));
      if (faults.length > 0) throw new Error(`faults of the page:\n${faults.join('\n')}`);
    },
  };
}

/** `lockableApp` that locks after five minutes. */
async function lockingApp() {
  const lockable = await lockableApp();
  await ask(lockable.app, 'lock.set', { idle_minutes: 5, new_pin: PIN });
  return lockable;
}

/** Everything the page's memory holds once what nothing refers to was collected, as one text to search in. */
async function heapOf(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void chunks.push(chunk));
  await devtools.send('HeapProfiler.enable');
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await devtools.detach();
  return chunks.join('');
}

const MINUTE = 60_000;
/** A patient of the sample packets, and what is typed into the answer for them. */
const PATIENT = 'Joon Park';
const TYPED = 'LHP-KANARIENVOGEL-9';

const locked = (page: Page) => page.getByRole('heading', { name: 'This station is locked' });
const unlock = async (page: Page) => {
  await page.getByLabel('PIN of this station').fill(PIN);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
};

test('a station that was left locks: neither page nor memory holds a name, in any window; unlocked, everything is there again', async () => {
  let terminal = '';
  await using app = await lockableApp({
    kind: 'terminal',
    isSeen: true,
    showCode: (_changes, code) => {
      terminal = `Type ${code} in the app`;
    },
  });
  const page = await app.open();
  const screens = page.getByRole('navigation', { name: 'Screens' });
  await screens.getByRole('button', { name: 'Set a PIN' }).click();
  await page.locator('h3:focus', { hasText: 'Lock and PIN' }).waitFor();
  await page.getByRole('button', { name: /Lock after/ }).click();
  await page.getByRole('option', { name: '5 minutes', exact: true }).click();
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.getByLabel('Repeat the PIN').fill(PIN);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await confirmChange(page, () => terminal);
  await page.getByText('Saved. The station locks after 5 minutes.').first().waitFor();
  await screens.getByRole('button', { name: 'Lock now' }).waitFor();
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByRole('searchbox').first().fill(PATIENT);
  await page.getByRole('row', { name: PATIENT }).first().waitFor();
  await page.getByRole('link', { name: /^Waiting/ }).click();
  const list = page.getByRole('listbox', { name: 'Tasks waiting for you' });
  await list.getByRole('option', { name: new RegExp(PATIENT) }).click();
  const field = page.getByRole('textbox', { name: /Member id/i });
  await field.fill(TYPED);
  const place = new URL(page.url()).hash;
  const second = await app.open();
  await second.getByRole('link', { name: 'Tasks', exact: true }).click();
  await second.getByText(PATIENT).first().waitFor();
  const before = await heapOf(page);
  expect(before.includes(PATIENT), 'the search finds what is there').toBe(true);
  expect(before.includes(TYPED)).toBe(true);

  // The search of the memory may have taken longer than the warning lasts.
  await page.keyboard.press('Shift');
  app.forward(4 * MINUTE + 31_000);
  await page.getByText('Clearfolder locks soon').waitFor();
  app.forward(MINUTE);
  for (const window of [page, second]) {
    await locked(window).waitFor();
    const memory = await until(async () => {
      const heap = await heapOf(window);
      return heap.includes(PATIENT) ? null : heap;
    });
    expect(memory.includes(TYPED)).toBe(false);
    const shown = (await window.content()) + (await window.title()) + window.url();
    expect(shown).not.toContain(PATIENT);
    expect(shown).not.toContain(TYPED);
    const kept = await window.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    expect(kept).not.toMatch(new RegExp(`${PATIENT}|${TYPED}`));
  }
  expect(await violationsOf(page)).toEqual([]);
  await page.reload();
  await locked(page).waitFor();

  await page.keyboard.type('000001');
  await page.keyboard.press('Enter');
  await page.getByText('This PIN is wrong. You can try 4 more times.').waitFor();
  await unlock(page);
  expect(new URL(page.url()).hash).toBe(place);
  await expect.poll(() => field.inputValue(), { timeout: 60_000 }).toBe(TYPED);
  await second.getByRole('navigation', { name: 'Screens' }).waitFor();
  await second.getByText(PATIENT).first().waitFor();
}, 300_000);

test('whoever touches a window keeps it open; who leaves locks it by a key', async () => {
  await using app = await lockingApp();
  const page = await app.open();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  app.forward(4 * MINUTE + 31_000);
  const warning = page.getByText('Clearfolder locks soon');
  await warning.waitFor();
  await page.keyboard.press('Shift');
  await warning.waitFor({ state: 'detached' });
  app.forward(4 * MINUTE);
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  expect(app.app.locked()).toBe(false);
  await page.keyboard.press('Control+Shift+L');
  await locked(page).waitFor();
  expect(app.app.locked()).toBe(true);
}, 180_000);

test('files on their way out of a page arrive although it locks, and are there once it is unlocked', async () => {
  await using app = await lockingApp();
  const { page, frames } = await app.openHeld();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  frames.hold('files');
  const text = new TextEncoder().encode(`${'A page of a file that takes long.\n'.repeat(60_000)}`);
  const file = app.dir.at('KANARIENVOGEL long.txt');
  writeFileSync(file, text);
  await dropOnWindow(page, [file]);
  await page.getByRole('heading', { name: 'Review before sending' }).waitFor();
  await page.evaluate(() => Object.assign(window, { theSamePage: true }));
  const same = () => page.evaluate(() => Reflect.get(window, 'theSamePage') === true);
  app.app.lock('asked');
  await locked(page).waitFor();
  expect(await same()).toBe(true);
  expect(await page.content()).not.toContain('KANARIENVOGEL');
  frames.release();
  await expect.poll(same, { timeout: 60_000 }).toBe(false);
  await until(async () => !(await heapOf(page)).includes('KANARIENVOGEL'));
  await locked(page).waitFor();
  await unlock(page);
  await page.getByText('KANARIENVOGEL long.txt', { exact: true }).first().waitFor();
  await page.getByText('One Task, 1 document').first().waitFor();
}, 300_000);

test('a window whose Clearfolder hangs locks by itself once it was left; while somebody touches the window, it does not', async () => {
  await using app = await lockingApp();
  const { page, frames } = await app.openHeld();
  await page.clock.install();
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByText(PATIENT).first().waitFor();
  frames.hold('answers');
  await page.clock.runFor(MINUTE / 2);
  await page.getByText('This window is disconnected from Clearfolder.').first().waitFor();
  await page.clock.runFor(3 * MINUTE);
  await page.keyboard.press('Shift');
  await page.clock.runFor(3 * MINUTE);
  expect(await page.content()).toContain(PATIENT);
  await page.clock.runFor(3 * MINUTE);
  await locked(page).waitFor();
  expect((await page.content()) + (await page.title())).not.toContain(PATIENT);
});

test('a window whose Clearfolder has ended shows nothing of a patient, and asks to be opened again', async () => {
  await using app = await lockingApp();
  const page = await app.open();
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByText(PATIENT).first().waitFor();
  await app.endHost();
  await page.getByText('This window is disconnected.').waitFor();
  await page.getByRole('button', { name: 'Open again' }).waitFor();
  expect((await page.content()) + (await page.title())).not.toContain(PATIENT);
  expect(await heapOf(page)).not.toContain(PATIENT);
});

test('two people share an account: each unlocks by name, Clearfolder says who is signed in, and the note has the name', async () => {
  await using app = await lockingApp();
  const page = await app.open();
  const dialog = page.getByRole('dialog');
  const screens = page.getByRole('navigation', { name: 'Screens' });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  for (const [name, pin] of [
    ['Ana Ruiz', '771204'],
    ['Ben Okafor', 'blue heron'],
  ] as const) {
    await press('Add person…');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('PIN of this person').fill(pin);
    await dialog.getByLabel('Repeat the PIN').fill(pin);
    await dialog.getByLabel('PIN of this station').fill(PIN);
    await page.keyboard.press('Enter');
    await page.getByText(`${name} can unlock this station now.`).first().waitFor();
  }
  await press('New PIN for Ana Ruiz');
  await dialog.getByText('Only who knows').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await screens.getByText('Signed in:').waitFor();
  await screens.getByRole('button', { name: 'Switch user' }).click();
  await page.getByText('Who are you?').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await press('Ben Okafor');
  await page.getByLabel('PIN of Ben Okafor').fill(PIN);
  await page.keyboard.press('Enter');
  await page.getByText('This PIN is wrong.').waitFor();
  await press('Somebody else');
  await press('Ana Ruiz');
  await page.getByLabel('PIN of Ana Ruiz').fill('771204');
  await page.keyboard.press('Enter');
  await screens.getByText('Signed in: Ana Ruiz').waitFor();
  await page.getByRole('link', { name: /^Waiting/ }).click();
  await press('I look after this');
  await page.getByText('Ana Ruiz looks after this Task.', { exact: true }).waitFor();
  await press('Add staff note');
  await page.getByRole('textbox', { name: 'Note for your staff' }).fill('The patient called.');
  await press('Save note');
  await page.getByText('Ana Ruiz ·').waitFor();
});
