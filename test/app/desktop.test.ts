import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openDesktop } from '../support/electron/desktop-program.ts';
import { type TempDir, tempDir } from '../support/temp-dir.ts';
import { bridge, chooseFiles, itemThat } from './support/bridge.ts';
import { dropOnWindow } from './support/give-files.ts';

/* The same on Electron, where it is installed, and on its stand-in: what a person, or an attacker, has of the page. */

// Whole programs, each with a browser of its own.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 });

let dir: TempDir;
let program: Awaited<ReturnType<typeof openDesktop>>;
const places = () => ({ data: dir.at('data'), home: dir.path });

beforeAll(async () => {
  dir = await tempDir('desktop');
  program = await openDesktop(places());
});

afterAll(async () => {
  await program.quit();
  await dir.remove();
});

const verb = (page: Page, name: string, input: unknown = {}) =>
  page.evaluate(`window.clearfolder.invoke(${JSON.stringify(name)}, ${JSON.stringify(input)})`);

test('the first start shows a living first screen in practice mode, and a reload shows the same', async () => {
  const { page } = program;
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  await page.getByRole('link', { name: 'Today' }).first().waitFor();
  await expect.poll(() => page.locator('body').textContent(), { timeout: 30_000 }).toContain('Last checked');
  const before = await page.getByRole('navigation').first().textContent();
  await page.reload();
  await expect
    .poll(() => page.getByRole('navigation').first().textContent(), { timeout: 30_000 })
    .toContain('Today');
  expect(before).toContain('Today');
  await expect.poll(() => page.locator('body').textContent(), { timeout: 30_000 }).toContain('Last checked');
  expect(violations).toEqual([]);
});

test('verbs, events and bad input go over the bridge', async () => {
  const { page } = program;
  expect(await verb(page, 'app.info')).toMatchObject({ ok: true, value: { host: 'desktop' } });
  expect(await verb(page, 'tasks.page', { nonsense: true })).toMatchObject({ ok: false });
  const kinds = await page.evaluate(`new Promise((resolve) => {
    const heard = [];
    const end = window.clearfolder.onEvent(({ kind }) => {
      heard.push(kind);
      if (kind !== 'overview') return;
      end();
      resolve(heard);
    });
  })`);
  expect(kinds).toContain('overview');
});

test('the page has nothing of the system, no network, and goes nowhere else', async () => {
  const { page } = program;
  const names = ['require', 'process', 'Buffer', 'module', 'ipcRenderer', 'electron'];
  expect(await page.evaluate((all) => all.filter((name) => name in window), names)).toEqual([]);
  const fetched = (url: string) => page.evaluate((to) => fetch(to).then(Boolean, () => false), url);
  for (const url of ['/index.html', 'https://example.com/', 'http://127.0.0.1/'])
    expect(await fetched(url), url).toBe(false);
  expect(await page.evaluate(() => window.open('https://example.com/') === null)).toBe(true);
  const before = page.url();
  await page.evaluate(() => window.location.assign('https://example.com/')).catch(() => undefined);
  expect(await verb(page, 'app.info')).toMatchObject({ ok: true });
  expect(page.url()).toBe(before);
});

test('files go to a drop by the paths the system knows, and a document is read, over the bridge', async () => {
  const { page } = program;
  writeFileSync(dir.at('referral.txt'), 'Patient: Ada Sample\nReferral letter\n');
  await page.evaluate(`(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'test-input';
    document.body.append(input);
  })()`);
  await chooseFiles(page, '#test-input', [dir.at('referral.txt')]);
  const added = await page.evaluate(`(async () => {
    const opened = await window.clearfolder.invoke('drops.open', {});
    const [file] = document.getElementById('test-input').files;
    const add = (files, folders) =>
      window.clearfolder.invoke('desktop.add-files', { drop: opened.value.id, folders }, files);
    await add([file], []);
    const made = await add([new File(['x'], 'x.txt')], []);
    return { drop: opened.value.id, made };
  })()`);
  const { drop, made } = z.object({ drop: z.string(), made: z.unknown() }).parse(added);
  expect(made).toMatchObject({ ok: false, error: { code: 'drop.not-files' } });
  await expect
    .poll(() => verb(page, 'drops.get', { drop }))
    .toMatchObject({ ok: true, value: { files: [{ path: 'referral.txt', state: 'ready' }] } });

  const file = await itemThat(page, (type) => type === 'file');
  const read =
    await page.evaluate(`window.clearfolder.invoke('desktop.read-document', ${file}).then((r) => r.ok
    ? { bytes: r.value.bytes instanceof Uint8Array ? r.value.bytes.length : -1 } : r)`);
  expect(z.object({ bytes: z.number() }).parse(read).bytes).toBeGreaterThan(0);
  // What the service keeps as data it gives as no file.
  const noFile = await itemThat(page, (type) => type !== 'file');
  expect(await bridge(page, `invoke('desktop.read-document', ${noFile})`)).toMatchObject({
    ok: false,
    error: { code: 'document.refused' },
  });
});

test('one chosen file adds no folder whatever the page calls the file; a folder dropped on the window is added as the folder', async () => {
  const { page } = program;
  mkdirSync(dir.at('anna'));
  for (const name of ['referral.txt', 'private.txt']) writeFileSync(dir.at('anna', name), `${name}\n`);
  await chooseFiles(page, '#test-input', [dir.at('anna/referral.txt')]);
  const added = await page.evaluate(`(async () => {
    const opened = await window.clearfolder.invoke('drops.open', {});
    const [file] = document.getElementById('test-input').files;
    const add = (files, folders) =>
      window.clearfolder.invoke('desktop.add-files', { drop: opened.value.id, folders }, files);
    await add([file], []);
    return { id: opened.value.id, asked: await add([file], [${JSON.stringify(dir.at('anna'))}]) };
  })()`);
  const { id: drop, asked } = z.object({ id: z.string(), asked: z.unknown() }).parse(added);
  expect(asked).toMatchObject({ ok: false, error: { code: 'drop.not-files' } });
  const dropSchema = z.object({ value: z.object({ files: z.array(z.object({ path: z.string() })) }) });
  const filesOf = async (id: unknown) =>
    dropSchema.parse(await verb(page, 'drops.get', { drop: id })).value.files.map(({ path }) => path);
  await expect.poll(() => filesOf(drop)).toEqual(['referral.txt']);
  await verb(page, 'drops.discard', { drop });

  const dropsSchema = z.object({ value: z.array(z.object({ id: z.string() })) });
  const open = async () => dropsSchema.parse(await verb(page, 'drops.list')).value.at(-1)?.id ?? '';
  await dropOnWindow(page, [dir.at('anna')]);
  await expect.poll(open).not.toBe('');
  await expect
    .poll(async () => (await filesOf(await open())).toSorted())
    .toEqual(['anna/private.txt', 'anna/referral.txt']);
  await verb(page, 'drops.discard', { drop: await open() });
});

test('opened again, the same is there', async () => {
  const preferences = z.object({ value: z.looseObject({ theme: z.string() }) });
  const { value } = preferences.parse(await verb(program.page, 'preferences.get'));
  const saved = await verb(program.page, 'preferences.save', { preferences: { ...value, theme: 'dark' } });
  expect(saved).toMatchObject({ ok: true });
  await program.quit();
  program = await openDesktop(places());
  const { page } = program;
  expect(await verb(page, 'preferences.get')).toMatchObject({ value: { theme: 'dark' } });
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
});
