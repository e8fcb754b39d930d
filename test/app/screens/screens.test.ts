import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PlainKey, setLocale, t } from '../../../src-renderer/strings/translate.ts';
import { violationsOfTexts } from '../support/accessible.ts';
import type { OpenApp } from '../support/app.ts';
import { watchedPage } from '../support/browser.ts';
import { freshLink } from '../support/fresh-link.ts';
import { tabThrough } from './support/focus.ts';
import { layoutFaults } from './support/layout.ts';
import { bareProgram, practiceProgram, strangeProgram } from './support/programs.ts';
import { rememberData, unbracketed } from './support/pseudo-text.ts';
import {
  documentStops,
  dropStops,
  everywhere,
  folderSteps,
  folderStops,
  foundStops,
  type Stop,
  screens,
  show,
  taskStops,
} from './support/stops.ts';
import { look, walk } from './support/walk.ts';

/* Every screen and dialog of the built program, looked at in a real Chromium. The programs are shared by all tests here. */

let practice: Awaited<ReturnType<typeof practiceProgram>>;
let strange: Awaited<ReturnType<typeof strangeProgram>>;
let bare: Awaited<ReturnType<typeof bareProgram>>;
let given: readonly string[] = [];
let decided = '';

beforeAll(async () => {
  [practice, strange, bare] = await Promise.all([practiceProgram(), strangeProgram(), bareProgram()]);
  const { station } = practice.app;
  await mkdir(station.dir.at('given'));
  given = ['new.txt', 'Thumbs.db', 'empty.pdf'].map((name) => station.dir.at('given', name));
  for (const path of given)
    await writeFile(path, path.endsWith('.pdf') ? '' : `A synthetic document: ${path}`);
  const { tasks } = await station.tasks();
  decided = tasks.find(({ verdicts }) => verdicts.length === 2)?.uuid ?? '';
});

afterAll(async () => {
  const programs = [practice, strange, bare].map(({ app }) => app);
  await Promise.all(programs.map((app) => app[Symbol.asyncDispose]()));
  await strange.service.close();
});

const inPractice = (): readonly Stop[] => [
  ...everywhere(() => practice.app.running().text()),
  ...folderSteps(practice.app.station.dir.at('scans')),
  ...dropStops(() => [...given, practice.sentFile]),
  ...taskStops('decided', decided),
  ...documentStops(decided),
  ...foundStops('member'),
  ...folderStops,
];
const inStrange = (): readonly Stop[] => [
  ...screens,
  ...taskStops('waiting', strange.waiting),
  ...taskStops('decided with strange words', strange.decided),
  ...documentStops(strange.decided),
];

test('axe finds nothing, light and dark; nothing overlaps, is cut or out of reach in any size; the Tab key reaches everything', async () => {
  const lookAtPractice = async (page: OpenApp['page']) => [
    ...(await look(page)),
    ...(await faultsOfTabOrder(page)),
  ];
  const found = await Promise.all([
    walk(practice.page, inPractice(), lookAtPractice),
    walk(strange.page, inStrange(), look),
    walk(bare.page, screens, look),
  ]);
  expect(found.flat()).toEqual([]);
}, 1_800_000);

/** Goes round the page with the Tab key. Returns a sentence for each stop whose focus ring is not seen, and for a focus that is caught. */
async function faultsOfTabOrder(page: OpenApp['page']): Promise<string[]> {
  await page.evaluate(() => {
    if (document.querySelector('[role="dialog"], [role="menu"]') === null) {
      document.querySelector('main')?.focus();
    }
  });
  const { stops, roundTrip } = await tabThrough(page);
  // A focused field with suggestions keeps them open, and the open list blocks the rest of the page.
  if ((await page.locator('.select-combo input[aria-expanded="true"]').count()) > 0) {
    await page.keyboard.press('Escape');
  }
  const unseen = stops.flatMap(({ words, unseen: why }) => (why === null ? [] : [`${why}: ${words}`]));
  return [...unseen, ...(roundTrip ? [] : [`the focus is caught after ${stops.length} stops`])];
}

test('no text of the app stands outside the catalogue, and there is room for longer languages', async () => {
  setLocale('pseudo');
  const read = async (app: OpenApp, stops: readonly Stop[]) => {
    await using watched = await pseudoPage(app);
    const { page, data } = watched;
    const found = await walk(page, stops, async () => [
      ...(await unbracketed(page, data)).map((text) => `not in the catalogue: ${JSON.stringify(text)}`),
      ...(await layoutFaults(page)),
    ]);
    return [...found, ...watched.faults];
  };
  try {
    const found = await Promise.all([read(practice.app, inPractice()), read(bare.app, screens)]);
    expect(found.flat()).toEqual([]);
  } finally {
    setLocale('en');
  }
}, 1_800_000);

test('in Spanish, axe finds nothing and no text is cut; another language is chosen and kept', async () => {
  setLocale('es');
  try {
    await using watched = await watchedPage({ locale: 'es-MX', viewport: { width: 1024, height: 700 } });
    const { page, faults } = watched;
    await page.goto(await freshLink(practice.app.station));
    await page.getByText(t('shell.today')).first().waitFor();
    expect(await languageOf(page)).toBe('es');
    const lookOnce = async () => [...(await violationsOfTexts(page)), ...(await layoutFaults(page))];
    expect(await walk(page, inPractice(), lookOnce)).toEqual([]);

    await choose(page, 'settings.language.en');
    setLocale('en');
    await page
      .getByRole('heading', { name: t('settings.appearance') })
      .and(page.locator(':focus'))
      .waitFor();
    expect(await languageOf(page)).toBe('en');
    await page.reload();
    await page.getByRole('heading', { name: t('settings.appearance') }).waitFor();
    await choose(page, 'settings.language.system');
    setLocale('es');
    await page.getByRole('heading', { name: t('settings.appearance') }).waitFor();
    expect(faults).toEqual([]);
  } finally {
    setLocale('en');
  }
}, 1_800_000);

const languageOf = (page: OpenApp['page']) => page.locator('html').getAttribute('lang');

async function choose(page: OpenApp['page'], key: PlainKey): Promise<void> {
  await show(page, 'settings');
  await page
    .getByRole('radiogroup', { name: t('settings.language') })
    .getByText(t(key), { exact: true })
    .click();
}

/** Another window on a running program, in the language that shows what is in the catalogue. */
async function pseudoPage(app: OpenApp) {
  const watched = await watchedPage();
  // The server knows one address and refuses any other: this one is put there before the page reads it.
  await watched.page.addInitScript(() => {
    window.history.replaceState(null, '', `/?locale=pseudo${window.location.hash}`);
  });
  const data = rememberData(watched.page, await app.station.tasks());
  await watched.page.goto(await freshLink(app.station));
  await watched.page.getByText(t('shell.today')).first().waitFor();
  return { ...watched, data };
}
