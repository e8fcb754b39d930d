import { mkdir, writeFile } from 'node:fs/promises';
import type { Locator } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CATALOGS } from '../../../src-main/contract/texts/catalogs.ts';
import { until } from '../../support/until.ts';
import { violationsOf } from '../support/accessible.ts';
import { watchedPage } from '../support/browser.ts';
import { chooseWith } from '../support/give-files.ts';
import { pressEscape } from '../support/press-escape.ts';
import { still } from '../support/still.ts';
import { nextAnswer } from '../support/traffic.ts';
import { faultsInAllSizes, SIZES } from './support/layout.ts';
import { bareProgram, practiceProgram } from './support/programs.ts';
import { show } from './support/stops.ts';

/* How the built program behaves towards a keyboard, a screen reader, and a system set to strong colours or to little motion. */

/** The names of a Task's status, in all languages. */
const STATUS_NAMES = [CATALOGS.en, CATALOGS.es].flatMap((common) =>
  Object.entries(common).flatMap(([key, text]) => (key.startsWith('status.') ? [text] : [])),
);

let practice: Awaited<ReturnType<typeof practiceProgram>>;

beforeAll(async () => {
  practice = await practiceProgram();
});

afterAll(async () => {
  await practice.app[Symbol.asyncDispose]();
});

test('Escape closes what was opened, and the focus is back on what opened it', async () => {
  const { page } = practice;
  const decided = (await practice.app.station.tasks()).tasks.find(({ verdicts }) => verdicts.length > 0);
  const named = (name: string | RegExp): Locator => page.getByRole('button', { name }).first();
  const openers: readonly { place: string; opener: Locator; what: string }[] = [
    { place: 'today', opener: named('Outbox'), what: '[role="dialog"]' },
    { place: 'today', opener: named('Keyboard shortcuts'), what: '[role="dialog"]' },
    { place: 'today', opener: named('Help'), what: '[role="dialog"]' },
    { place: 'today', opener: named('Add documents'), what: '[role="menu"]' },
    { place: 'today', opener: page.locator('.today-count').first(), what: '[role="dialog"]' },
    { place: 'tasks', opener: named('Status'), what: '[role="menu"]' },
    { place: 'folders', opener: named('Decide…'), what: '[role="dialog"]' },
    { place: 'folders', opener: named('Remove…'), what: '[role="dialog"]' },
    { place: `task/${decided?.uuid}`, opener: named('Rename'), what: '[role="dialog"]' },
    { place: `task/${decided?.uuid}`, opener: named(/^Open .*(pdf|txt)/), what: '[role="dialog"]' },
  ];
  for (const { place, opener, what } of openers) {
    await show(page, place);
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.locator(what).waitFor();
    await pressEscape(page);
    await page.locator(what).waitFor({ state: 'detached' });
    await expect
      .poll(() => opener.evaluate((at) => document.activeElement === at), { message: `${place} ${opener}` })
      .toBe(true);
  }
  // The palette comes from anywhere and goes back there.
  await show(page, 'today');
  await named('Keyboard shortcuts').focus();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await pressEscape(page);
  await expect
    .poll(() => named('Keyboard shortcuts').evaluate((at) => document.activeElement === at))
    .toBe(true);
  // A form that was begun is not thrown away by a key; its own button does that.
  await show(page, 'folders');
  const add = named('Add folder…');
  await add.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('/srv/scans');
  await pressEscape(page);
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => add.evaluate((at) => document.activeElement === at)).toBe(true);
});

test('a shortcut moves the focus to its screen, Enter runs the marked row, and one ring shows the focus', async () => {
  const { page } = practice;
  const focused = () => page.evaluate(() => document.activeElement?.tagName);
  await show(page, 'today');
  for (const key of ['5', 'Control+k']) {
    await page.getByRole('link', { name: 'Verdicts' }).focus();
    await page.keyboard.press(key);
    if (key !== '5') {
      await page.keyboard.type('tasksx');
      await page.getByText('No results').waitFor();
      await page.keyboard.press('Backspace');
      await page.getByRole('option', { name: 'Go to Tasks' }).waitFor();
      await page.keyboard.press('Enter');
    }
    await page.getByRole('heading', { name: key === '5' ? 'Folders' : 'Tasks', exact: true }).waitFor();
    await expect.poll(focused, { message: key }).toBe('MAIN');
  }
  const search = page.getByRole('searchbox', { name: 'Search' });
  await page.keyboard.press('/');
  await page.keyboard.type('Tremblay');
  const rings = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('main *')].filter(
          (one) => getComputedStyle(one).outlineStyle === 'solid' && !one.matches('input'),
        ).length,
    );
  expect(await rings()).toBe(0);
  // Outside a text field, Ctrl+Z changes no text that was typed before.
  await page.getByRole('button', { name: 'Clear filters' }).focus();
  await page.keyboard.press('Control+z');
  expect(await search.inputValue()).toBe('Tremblay');
  await page.getByText('There is nothing to undo.').first().waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('INPUT');
});

test('what changes is said politely and not with every event', async () => {
  const { page, app } = practice;
  await show(page, 'today');
  await page.evaluate(() => {
    const said: { at: number; words: string; how: string }[] = [];
    Reflect.set(window, 'said', said);
    const isLive = (node: Node | null): Element | null => {
      const element = node instanceof Element ? node : (node?.parentElement ?? null);
      return element?.closest('[aria-live], [role="status"], [role="alert"]') ?? null;
    };
    new MutationObserver((changes) => {
      for (const region of new Set(changes.map(({ target }) => isLive(target)))) {
        if (region === null || region.getAttribute('aria-live') === 'off') continue;
        const how =
          region.getAttribute('role') === 'alert'
            ? 'assertive'
            : (region.getAttribute('aria-live') ?? 'polite');
        // A region that is emptied says nothing.
        const words = region.textContent ?? '';
        if (words !== '') said.push({ at: performance.now(), words, how });
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const before = (await app.station.tasks()).tasks.length;
  const folder = app.station.dir.at('packets');
  for (let count = 0; count < 40; count++) {
    await mkdir(`${folder}/more ${count}`);
    await writeFile(`${folder}/more ${count}/visit.txt`, `Synthetic visit note number ${count}.`);
  }
  await until(async () => (await app.station.tasks()).tasks.length >= before + 40);
  const saidSoFar = () =>
    page.evaluate(() => {
      const list: unknown = Reflect.get(window, 'said');
      return Array.isArray(list)
        ? list.map(({ at, words, how }) => ({ at: Number(at), words: String(words), how: String(how) }))
        : [];
    });
  // On a busy machine the service has them before the page has said anything.
  await until(async () => (await saidSoFar()).length > 0, { what: 'something that is said' });
  const said = await saidSoFar();
  process.stdout.write(`said while 40 submissions went out: ${said.length}\n`);
  expect(said.filter(({ how }) => how === 'assertive')).toEqual([]);
  const gaps = said.slice(1).map(({ at }, index) => at - (said[index]?.at ?? 0));
  expect(
    gaps.filter((gap) => gap < 4000),
    said.map(({ at, words }) => `${Math.round(at)} ${words}`).join('\n'),
  ).toEqual([]);
});

test('with strong colours of the system everything chosen, on, or in focus can still be told', async () => {
  const { page } = practice;
  await page.emulateMedia({ forcedColors: 'active' });
  await show(page, 'settings');
  const told = await page.evaluate(() => {
    const look = (selector: string, pseudo?: string) => {
      const element = document.querySelector(selector);
      if (element === null) return `${selector} is not there`;
      const { borderTopWidth, borderTopColor, backgroundColor, forcedColorAdjust } = getComputedStyle(
        element,
        pseudo,
      );
      return `${borderTopWidth} ${borderTopColor} ${backgroundColor} ${forcedColorAdjust}`;
    };
    return {
      forced: matchMedia('(forced-colors: active)').matches,
      here: look('.nav-item[aria-current="page"]'),
      elsewhere: look('.nav-item:not([aria-current="page"])'),
      chosen: look('.choice-option[data-selected] .choice-dot'),
      other: look('.choice-option:not([data-selected]) .choice-dot'),
      on: look('.choice-option[data-selected] .choice-switch'),
      off: look('.choice-option:not([data-selected]) .choice-switch'),
    };
  });
  expect(told.forced).toBe(true);
  expect(told.here).not.toBe(told.elsewhere);
  expect(told.chosen).not.toBe(told.other);
  expect(told.on).not.toBe(told.off);
  await page.getByRole('link', { name: 'Today' }).focus();
  await page.keyboard.press('Tab');
  const ring = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
    return `${outlineStyle} ${outlineWidth}`;
  });
  expect(ring).toBe('solid 2px');
  // What is chosen in a list.
  await show(page, 'waiting');
  const rows = await page.evaluate(() =>
    [true, false].map((chosen) => {
      const row = document.querySelector(
        `.pick-row[data-selected${chosen ? '' : '="none"'}], .pick-row${chosen ? '[data-selected]' : ':not([data-selected])'}`,
      );
      const { width, backgroundColor, content } = getComputedStyle(row ?? document.body, '::before');
      return `${content} ${width} ${backgroundColor}`;
    }),
  );
  expect(rows[0]).not.toBe(rows[1]);
  await page.emulateMedia({ forcedColors: null });
});

test('with little motion nothing moves by itself', async () => {
  const { page } = practice;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const place of ['today', 'tasks', 'folders', 'settings', 'waiting']) {
    await show(page, place);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll('*')].flatMap((element) => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(element);
        const moves = transitionDuration.split(', ').some((time) => Number.parseFloat(time) > 0);
        const plays = animationName !== 'none' && Number.parseFloat(animationDuration) > 0;
        return moves || plays
          ? [`${element.tagName} ${element.getAttribute('class')} ${transitionDuration} ${animationName}`]
          : [];
      }),
    );
    expect(moving, place).toEqual([]);
    await pressEscape(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await page.emulateMedia({ reducedMotion: null });
});

test('a service that is gone, an engine that cannot start and a window signed out say so and stay usable', async () => {
  const bare = await bareProgram();
  try {
    const { page, app } = bare;
    const look = async () => [...(await violationsOf(page)), ...(await faultsInAllSizes(page))];
    await app.station.setSecret('a:b:c');
    await app.restart();
    await page.getByRole('heading', { name: /cannot be reached/ }).waitFor({ timeout: 30_000 });
    expect(await look(), 'no service').toEqual([]);
    await bare.breakIt();
    await page.getByRole('heading', { name: /has stopped/ }).waitFor({ timeout: 30_000 });
    await still(page);
    expect(await look(), 'no engine').toEqual([]);
    const origin = new URL(page.url()).origin;
    await using stranger = await watchedPage();
    await stranger.page.goto(origin);
    await stranger.page.getByRole('alert').waitFor();
    expect(await violationsOf(stranger.page), 'signed out').toEqual([]);
    expect(await faultsInAllSizes(stranger.page), 'signed out').toEqual([]);
  } finally {
    await bare.app[Symbol.asyncDispose]();
  }
});

test('when the time for Undo is over, Undo keeps its place and the focus, presses nothing, and the message names the way back', async () => {
  const { page, app } = practice;
  const ended = (await app.station.tasks()).tasks.find(({ status }) => status === 'completed');
  await show(page, `task/${ended?.uuid}`);
  await page.getByRole('button', { name: 'Mark follow-up done' }).click();
  const undo = page.getByRole('button', { name: /^Undo/ });
  await undo.waitFor();
  await page.keyboard.press('F6');
  const place = await undo.boundingBox();
  await page.locator('.notice').getByText('press “Reopen follow-up”').waitFor();
  expect(await undo.evaluate((one) => document.activeElement === one)).toBe(true);
  expect(await undo.getAttribute('aria-disabled')).toBe('true');
  expect(await undo.boundingBox()).toEqual(place);
  await undo.click({ force: true });
  await page.getByText('To take this back, open the Task').first().waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  await page.locator('.notice').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await page.locator('.notice').getByText('press “Reopen follow-up”').waitFor();
  await page.getByRole('button', { name: 'Reopen follow-up' }).click();
  await undo.waitFor();
  await page.locator('.notice').first().getByRole('button', { name: 'Dismiss' }).click();
});

test('messages have a part of the window to themselves: they lie over no screen, no dialog and no bar, in any size, and move nothing', async () => {
  const { page, app } = practice;
  app.answers.set('outbox.retry-all', () => ({
    ok: false,
    error: { code: 'x', message: 'No.', next: 'Wait.' },
  }));
  await show(page, 'tasks');
  const before = await page.locator('main').boundingBox();
  for (let count = 1; count <= 3; count++) {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('retry everything');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('.notice').count()).toBe(count);
  }
  expect(await page.locator('main').boundingBox()).toEqual(before);
  await page.getByRole('button', { name: 'Outbox' }).click();
  await page.getByRole('dialog').waitFor();
  const covered = () =>
    page.evaluate(() => {
      const boxes = (selector: string) =>
        [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
      const [messages] = boxes('.notices');
      const others = boxes('main, nav.nav, .status-bar, .dialog-modal');
      const isFront = document.elementFromPoint((messages?.left ?? 0) + 40, (messages?.top ?? 0) + 30);
      const over = others.filter(
        ({ left, right, top, bottom }) =>
          messages === undefined ||
          (Math.min(right, messages.right) - Math.max(left, messages.left) > 1 &&
            Math.min(bottom, messages.bottom) - Math.max(top, messages.top) > 1),
      );
      return { over: over.length, front: isFront?.closest('.notices') !== null };
    });
  for (const { width, height, rem } of SIZES) {
    await page.setViewportSize({ width, height });
    await page.evaluate((px) => document.documentElement.style.setProperty('font-size', `${px}px`), rem);
    await still(page);
    expect(await covered(), `${width} x ${height}`).toMatchObject({ over: 0, front: true });
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await violationsOf(page)).toEqual([]);
  app.answers.clear();
  for (let left = 3; left > 0; left--) await page.locator('.notice button').first().click();
  await pressEscape(page);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('filters stand in one row and fold in a narrow window; the name of a Task has the most room', async () => {
  const { page } = practice;
  const rowHeight = async () => (await page.locator('.filter-row').boundingBox())?.height;
  for (const place of ['verdicts', 'tasks']) {
    await page.setViewportSize({ width: 1024, height: 700 });
    await show(page, place);
    const more = page.getByRole('button', { name: /^More filters/ });
    await more.click();
    await page
      .locator('.filter-grid')
      .getByRole('button', { name: /Verdict code/ })
      .click();
    await page.getByRole('option', { name: '72148', exact: true }).click();
    await page.getByRole('button', { name: 'More filters (1)' }).waitFor();
    expect(await rowHeight(), place).toBeLessThan(70);
    await page.setViewportSize({ width: 899, height: 700 });
    const folded = page.getByRole('button', { name: 'Filters (1)', exact: true });
    await folded.click();
    expect(await page.locator('main .filter-row .field, main .filter-row .filter-button').count()).toBe(0);
    expect(await page.locator('.filter-grid').count()).toBe(0);
    await folded.click();
    await page.locator('.filter-grid').getByText('Follow-up', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
  }
  await page.setViewportSize({ width: 1024, height: 700 });
  await show(page, 'tasks');
  const name = await page.locator('.vtable-row .task-name').first().boundingBox();
  expect(name?.width).toBeGreaterThan(380);
  // With large text too, no status that the app can name is cut.
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'));
  await still(page);
  const cut = await page
    .locator('.tasks-status .chip')
    .first()
    .evaluate((chip, names) => {
      const before = chip.textContent;
      const found = names.filter((text) => {
        chip.textContent = text;
        return chip.scrollWidth > chip.clientWidth || chip.scrollHeight > chip.clientHeight;
      });
      chip.textContent = before;
      return found;
    }, STATUS_NAMES);
  expect(cut).toEqual([]);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize({ width: 1280, height: 800 });
  const choose = async (label: string, option: string) => {
    await page.locator('.filter-grid').getByRole('button', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const first = (text: string) => page.locator('.vtable-row').first().getByText(text);
  await choose('Sort by', 'Name');
  await first('Ada Fenwick').waitFor();
  await choose('Direction', 'Newest first, Z to A');
  await first('Ada Fenwick').waitFor({ state: 'detached' });
  await choose('Sort by', 'Created');
});

test('with text of 200 % in a small window, the bars of Insights have room', async () => {
  const { page } = practice;
  await page.setViewportSize({ width: 640, height: 400 });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'));
  await show(page, 'insights');
  const bar = page
    .getByRole('figure', { name: /^Approval by code/ })
    .locator('.insight-bar')
    .first();
  await bar.waitFor();
  expect((await bar.boundingBox())?.width).toBeGreaterThan(200);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('in a small window, a file chosen for an answer and the send button are in the visible part', async () => {
  const { page, station } = practice.app;
  await page.setViewportSize({ width: 1024, height: 700 });
  await show(page, 'waiting');
  await page.getByRole('option', { name: /Halloran/ }).click();
  const form = page.getByRole('form', { name: 'What is missing' });
  const card = station.dir.at('insurance card.txt');
  await writeFile(card, 'Insurance card');
  await chooseWith(form.getByRole('button', { name: 'Add files…' }), [card]);
  await form.getByText('1 document will be sent.').waitFor();
  const below = async (part: Locator) => {
    const [own, main] = [await part.boundingBox(), await page.locator('main').boundingBox()];
    if (own === null || main === null) throw new Error('the answer is not seen');
    return own.y + own.height - (main.y + main.height);
  };
  await expect.poll(() => below(form.getByRole('button', { name: 'Send answer' }))).toBeLessThanOrEqual(0);
  expect(await below(form.getByText('insurance card.txt'))).toBeLessThanOrEqual(0);
  await form.getByRole('button', { name: /^Leave out/ }).click();
  await form.getByText('insurance card.txt').waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('with text of 200 %, a click or Enter on a Task shows its details, and the arrow keys stay in the list', async () => {
  const { page } = practice;
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'));
  await show(page, 'verdicts');
  const rows = page.locator('.pick-row');
  const heading = page.locator('[data-detail-heading]');
  const top = () => heading.evaluate((at) => at.getBoundingClientRect().top / window.innerHeight);
  const name = (row: Locator) => row.locator('.pick-name').textContent();
  for (const row of [rows.nth(1), rows.first(), rows.first()]) {
    await page.locator('main').evaluate((main) => main.scrollTo(0, 0));
    await row.click();
    await expect.poll(() => heading.textContent()).toBe(await name(row));
    await expect.poll(top).toBeLessThan(0.4);
    await still(page);
    expect(await top()).toBeLessThan(0.4);
  }
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => heading.textContent()).toBe(await name(rows.nth(1)));
  await still(page);
  expect(await top()).toBeGreaterThan(0.6);
  await page.keyboard.press('Enter');
  await expect.poll(top).toBeLessThan(0.4);
  await show(page, 'waiting');
  await rows.nth(1).click();
  await expect.poll(() => heading.textContent()).toBe(await name(rows.nth(1)));
  await expect.poll(top).toBeLessThan(0.4);
  expect(await heading.evaluate((at) => at === document.activeElement)).toBe(true);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('the groups of the settings are shown together, so that none moves under a pointer; a group that fails keeps no other back', async () => {
  const { page, app } = practice;
  const answer = Promise.withResolvers<void>();
  const failure = { code: 'backups.test', message: 'No backup can be read.', next: 'Try again.' };
  app.answers.set('backups.state', async () => {
    await answer.promise;
    return { ok: false, error: failure };
  });
  const others = ['settings.get', 'app.info'].map((verb) => nextAnswer(page, verb));
  await page.evaluate(() => {
    window.location.hash = '#/settings';
  });
  await Promise.all(others);
  await page.locator('.settings-groups').getByRole('progressbar').waitFor();
  const groups = page.locator('.settings-group');
  expect(await groups.count()).toBe(0);
  answer.resolve();
  await page.getByRole('button', { name: 'Open the audit record' }).waitFor();
  await page.locator('#settings-backups').getByText(failure.message).waitFor();
  expect(await groups.count()).toBe(15);
  app.answers.clear();
});
