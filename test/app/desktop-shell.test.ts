import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { type StandIn, startStandIn } from '../support/electron/desktop-program.ts';
import { type TestDir, tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';
import { bridge, itemThat } from './support/bridge.ts';
import { test } from './support/stand-in-test.ts';

/*
 * What stands around the window: tray, badge, notifications, menus, dialogs, power, quitting. Read in the stand-in's record, which
 * Electron does not keep: this runs on the stand-in everywhere.
 */

// Whole programs, some of them three in a row, each with a browser of its own.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 });

/** From now on the page notes the screens that the program leads the page to. */
const NOTE_PLACES = `window.went = []; window.clearfolder.onEvent((e) => e.kind === 'go' && window.went.push(e.place.screen))`;

const start = (dir: TestDir, more: { args?: string[]; env?: Record<string, string> } = {}) =>
  startStandIn({ data: dir.at('data'), home: dir.path, ...more });

const answerDialog = (program: Pick<StandIn, 'ask'>, kind: 'open' | 'save', answer: object) =>
  program.ask({ do: 'answer-dialog', kind, answer: { canceled: false, ...answer } });

test('tray, badge and notifications follow the practice folder, and hold no name of a document', async ({
  program,
}) => {
  await until(async () => (await program.record('notification')).length > 0, { what: 'a notification' });
  // They follow the same overviews, each in its own time.
  await expect
    .poll(() => program.last('tray.tooltip'))
    .toMatch(/^Clearfolder: .*(need attention|needs attention)\. Last checked \d/);
  await expect.poll(() => program.last('tray.image')).toMatch(/tray-needs-attention\.png$/);
  await expect.poll(async () => Number(await program.last('app.setBadgeCount'))).toBeGreaterThan(0);
  const notification = z
    .object({ title: z.string(), body: z.string() })
    .parse((await program.record('notification'))[0]);
  expect(notification).toEqual({
    title: 'Clearfolder',
    body: expect.stringMatching(/^\d+ [A-Za-z ]+(\. \d+ [A-Za-z ]+)*$/),
  });
  const outside = JSON.stringify(
    await Promise.all(
      ['tray.tooltip', 'tray.menu', 'notification', 'menu'].map((what) => program.record(what)),
    ),
  );
  expect(outside).not.toMatch(/\.pdf|\.json|\.txt|patient|practice-/i);
});

test('a click on a notification and in the menus leads the page there', async ({ program, page }) => {
  await page.evaluate(NOTE_PLACES);
  expect(await program.ask({ do: 'click-menu', label: 'Verdicts' })).toBe(true);
  await expect.poll(() => page.evaluate('window.went')).toEqual(['verdicts']);
  await until(async () => (await program.record('notification')).length > 0, { what: 'a notification' });
  await program.ask({ do: 'click-notification', index: 0 });
  await expect.poll(() => page.evaluate('window.went.length')).toBe(2);
  const shown = (await program.record('window.show')).length;
  expect(await program.ask({ do: 'click-tray-menu', label: 'Open Clearfolder' })).toBe(true);
  expect(await program.record('window.show')).toHaveLength(shown + 1);
});

test('files chosen from the menu go to a drop, and the page is led there', async ({ dir, program, page }) => {
  writeFileSync(dir.at('referral.txt'), 'Patient: Ada Sample\nReferral letter\n');
  await answerDialog(program, 'open', { filePaths: [dir.at('referral.txt')] });
  await page.evaluate(NOTE_PLACES);
  await program.ask({ do: 'click-menu', label: 'Add documents…' });
  await expect.poll(() => page.evaluate('window.went')).toContain('drop');
});

test('a document is saved where the system dialog says, and a folder is chosen with it', async ({
  dir,
  program,
  page,
}) => {
  const document = await itemThat(page, (type) => type === 'file');
  const size = Number(
    await page.evaluate(
      `window.clearfolder.invoke('desktop.read-document', ${document}).then((r) => r.value.bytes.length)`,
    ),
  );
  expect(size).toBeGreaterThan(0);
  const save = () =>
    bridge(page, `invoke('desktop.save-document', { ...${document}, name: '../../evil.pdf' })`);
  expect(await save()).toEqual({ ok: true, value: { saved: false, name: 'evil.pdf' } });
  await answerDialog(program, 'save', { filePath: dir.at('saved') });
  expect(await save()).toEqual({ ok: true, value: { saved: true, name: 'saved' } });
  expect(readFileSync(dir.at('saved')).length).toBe(size);
  await answerDialog(program, 'open', { filePaths: [dir.path] });
  const choose = () => bridge(page, `invoke('desktop.choose-folder', {})`);
  expect(await choose()).toEqual({ ok: true, value: { path: dir.path } });
  expect(await choose()).toEqual({ ok: true, value: { path: null } });
  expect(await bridge(page, `invoke('desktop.copy-text', { text: 'a payload' })`)).toEqual({
    ok: true,
    value: null,
  });
  expect(await program.record('clipboard')).toEqual(['a payload']);
});

test('a folder that the person chose in the dialog of the system becomes a drop with all files of the folder', async ({
  dir,
  program,
  page,
}) => {
  mkdirSync(dir.at('anna'));
  writeFileSync(dir.at('anna', 'referral.txt'), 'Patient: Anna Sample\n');
  await answerDialog(program, 'open', { filePaths: [dir.at('anna')] });
  await page.getByRole('button', { name: 'Add documents' }).first().click();
  await page.getByRole('menuitem', { name: 'Choose a folder…' }).click();
  await page.getByText('anna/referral.txt').waitFor();
});

test('a page that crashed is loaded again', async ({ program, page }) => {
  await page.evaluate('window.before = true');
  await program.ask({ do: 'crash-page' });
  expect(await program.record('window.reload')).toHaveLength(1);
  await until(async () => (await page.evaluate('window.before === undefined')) === true, {
    what: 'the page loaded again',
  });
  await page.getByRole('link', { name: 'Today' }).first().waitFor();
});

test('theme and start at login follow the preferences', async ({ dir, program, page }) => {
  const save = (change: string) =>
    page.evaluate(`window.clearfolder.invoke('preferences.get', {}).then((r) =>
      window.clearfolder.invoke('preferences.save', { preferences: { ...r.value, ${change} } }))`);
  expect(await save(`theme: 'dark', startAtLogin: true`)).toMatchObject({ ok: true });
  await expect.poll(() => program.last('theme')).toBe('dark');
  const entry = dir.at('autostart', 'clearfolder.desktop');
  if (process.platform === 'linux') {
    await until(() => /"--data" .*"--background"/.test(readFileSync(entry, 'utf8')));
    await save('startAtLogin: false');
    await until(() => !existsSync(entry));
  }
});

test('the menus, the tray and its line speak Spanish on a Spanish system', async () => {
  await using dir = await tempDir('spanish');
  await using spanish = await start(dir, { env: { LC_ALL: 'es_MX.UTF-8' } });
  await spanish.page();
  await expect.poll(() => spanish.last('tray.tooltip')).toMatch(/^Clearfolder: .*\. Última comprobación: /);
  const around = JSON.stringify([await spanish.record('menu'), await spanish.record('tray.menu')]);
  for (const label of ['Dictámenes', 'Agregar documentos…', 'Deshacer', 'Abrir Clearfolder'])
    expect(around).toContain(label);
  expect(around).not.toMatch(/\b(Verdicts|Add|Undo|Open|Quit|Copy|Window|Last checked)\b/);
});

test('a second program on a data folder in use says so in words, and ends', async ({ dir }) => {
  await using other = await startStandIn({ data: dir.at('data'), home: dir.at('elsewhere') });
  expect(await other.ended()).toBe(1);
  expect(other.output()).toMatch(/^Clearfolder could not start\n.*\n\nWhat to do: /);
});

test('waking up looks at everything anew, and a shutdown waits for the program to end in order', async ({
  program,
  page,
}) => {
  const folders = z.object({ value: z.array(z.looseObject({ last_scan: z.string() })).min(1) });
  const lastScan = async () =>
    folders.safeParse(await bridge(page, `invoke('folders.list', {})`)).data?.value[0]?.last_scan;
  // At the start the folder is looked through more than once; by itself the next look is minutes away.
  let before: string | undefined;
  await until(
    async () => {
      const last = before;
      before = await lastScan();
      return before !== undefined && before === last;
    },
    { everyMs: 2_000, what: 'a folder at rest' },
  );
  await program.ask({ do: 'power', event: 'resume' });
  await until(async () => (await lastScan()) !== before, { what: 'a look at the folder' });
  expect(await program.ask({ do: 'power', event: 'shutdown' })).toBe(true);
  expect(await program.ended()).toBe(0);
});

test('closing the window keeps sending and says so once; a second start shows the window; quitting drains and frees the data folder', async () => {
  await using dir = await tempDir('desktop');
  await using program = await start(dir);
  const page = await program.page();
  await program.ask({ do: 'move-window', bounds: { x: 60, y: 70, width: 1200, height: 800 } });
  await program.ask({ do: 'close-window' });
  await program.ask({ do: 'close-window' });
  expect(await program.record('window.hide')).toHaveLength(2);
  expect(await program.record('dialog.message')).toHaveLength(1);
  expect(await bridge(page, `invoke('app.info', {})`)).toMatchObject({ ok: true });

  const shown = (await program.record('window.show')).length;
  await using second = await start(dir);
  expect(await second.ended()).toBe(0);
  await expect.poll(async () => (await program.record('window.show')).length).toBe(shown + 1);

  expect(await program.ask({ do: 'click-tray-menu', label: 'Quit' })).toBe(true);
  expect(await program.ended()).toBe(0);
  expect(program.output()).not.toMatch(/fault|Error/);
  const log = readFileSync(dir.at('data', 'logs', 'clearfolder.log'), 'utf8')
    .trim()
    .split('\n');
  expect(JSON.parse(log.at(-1) ?? '')).toMatchObject({ event: 'engine.stopped', reason: 'asked' });

  await using again = await start(dir);
  await again.page();
  expect(await again.record('dialog.error')).toEqual([]);
  expect(await again.last('window.made')).toMatchObject({ x: 60, y: 70, width: 1200, height: 800 });
  await again.ask({ do: 'close-window' });
  expect(await again.record('dialog.message')).toEqual([]);
  await again.quit();
});

test('without a tray, closing the window ends the program', async () => {
  await using dir = await tempDir('desktop');
  await using program = await start(dir, { env: { STAND_IN_NO_TRAY: '1' } });
  await program.page();
  await program.ask({ do: 'close-window' });
  expect(await program.ended()).toBe(0);
});
