import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { BRIDGE_NAME } from '../../src-main/contract/bridge.ts';
import type { StandIn } from '../support/electron/desktop-program.ts';
import { test } from './support/stand-in-test.ts';

/*
 * What the desktop program forbids, asked of the program as it is built. Read in the stand-in's record, which Electron does not keep:
 * this runs on the stand-in everywhere.
 */

// Whole programs, some of them three in a row, each with a browser of its own.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 });

test('the sandbox is on before anything else, and the scheme is an origin of its own', async ({
  program,
}) => {
  const asked = z.array(z.looseObject({ what: z.string() })).parse(await program.ask({ do: 'record' }));
  const first = asked.map((one) => one.what);
  expect(first[0]).toBe('app.enableSandbox');
  expect(first.indexOf('protocol.privileged')).toBeLessThan(first.indexOf('app.ready'));
  expect(await program.last('protocol.privileged')).toEqual([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
});

test('there is one window, and everything a page could misuse is off in it', async ({ program }) => {
  const windows = await program.record('window.made');
  expect(windows).toHaveLength(1);
  expect(windows[0]).toMatchObject({
    minWidth: 1024,
    minHeight: 700,
    webPreferences: {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
    },
  });
  expect(JSON.stringify(windows[0])).not.toMatch(/enableBlinkFeatures|additionalArguments|disable/);
});

test('every permission is denied in all the ways there are to ask', async ({ program }) => {
  for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read', 'usb', 'openExternal'])
    expect(await program.ask({ do: 'grants', permission }), permission).toEqual([false, false, false, false]);
});

test('other pages, windows and guests are denied', async ({ program, page }) => {
  const before = page.url();
  const addresses = ['https://example.com/', 'http://127.0.0.1:1/', 'https://other.app-stand-in/'];
  for (const [index, address] of addresses.entries()) {
    await page.evaluate((to) => location.assign(to), address).catch(() => undefined);
    // One at a time: a navigation that follows at once takes the place of the one before.
    const denied = async () => (await program.record('navigation.denied')).length;
    await expect.poll(denied, { timeout: 15_000 }).toBe(index + 1);
  }
  expect(page.url()).toBe(before);
  expect(await page.evaluate(() => window.open('https://example.com/') === null)).toBe(true);
  expect(await program.last('window.open')).toBe('deny');
  expect(await program.ask({ do: 'webview' })).toBe(true);
});

test('the page has no network', async ({ program }) => {
  for (const url of [
    'https://example.com/',
    'http://127.0.0.1/',
    'ws://example.com/',
    'file:///etc/passwd',
    'data:,x',
  ])
    expect(await program.ask({ do: 'request', url }), url).toBe('cancelled');
});

test('only built files are served, with the strictest headers', async ({ program }) => {
  const answer = z.object({
    status: z.number(),
    headers: z.record(z.string(), z.string()),
    size: z.number(),
  });
  const get = async (url: string, method = 'GET') =>
    answer.parse(await program.ask({ do: 'request', url, method }));
  const index = await get('app://clearfolder/');
  expect(index.status).toBe(200);
  expect(index.headers['content-security-policy']).toContain("connect-src 'none'");
  expect(index.headers['content-security-policy']).not.toContain('unsafe');
  expect(index.headers['x-content-type-options']).toBe('nosniff');
  for (const path of [
    '/../../package.json',
    '/%2e%2e/%2e%2e/package.json',
    '/..%2f..%2fpackage.json',
    '/assets/../../main/desktop.js',
    '/.vite/manifest.json',
    '/assets',
    '//etc/passwd',
    '/index.html%00',
  ])
    expect(await get(`app://clearfolder${path}`), path).toMatchObject({ status: 404, size: 0 });
  expect(await get('app://clearfolder/', 'POST')).toMatchObject({ status: 405, size: 0 });
  expect(await program.ask({ do: 'request', url: 'app://other/' })).toBe('cancelled');
});

const message = (name: string, input: unknown = {}, paths: string[] = []) => ({ name, input, paths });
const forge = (program: Pick<StandIn, 'ask'>, sender: string, sent: unknown) =>
  program.ask({ do: 'forge', channel: BRIDGE_NAME, sender, message: sent });

test('the one channel refuses whoever is not the page of the window', async ({ program }) => {
  expect(await program.ask({ do: 'channels' })).toEqual([BRIDGE_NAME]);
  for (const sender of [
    'null frame',
    'sub frame',
    'unknown window',
    'http://clearfolder/',
    'https://clearfolder.example/',
    'app://other/',
    'about:blank',
  ])
    for (const sent of [message('app.info'), message('desktop.listen'), {}, null])
      expect(await forge(program, sender, sent), sender).toMatchObject({
        error: { code: 'request.refused' },
      });
  expect(await forge(program, 'own', message('app.info'))).toMatchObject({ ok: true });
});

const NOT_UNDERSTOOD: readonly [string, unknown][] = [
  ['no message', null],
  ['a message without a name', {}],
  ['a name that is no text', { name: 7, input: {}, paths: [] }],
  ['paths that are no texts', { name: 'app.info', input: {}, paths: [7] }],
  ['more than a message', { ...message('app.info'), actor: 'somebody' }],
  ['an unknown name', message('app.nothing')],
  ['an unknown request of the desktop', message('desktop.nothing')],
  ['a name that every object has', message('constructor')],
  ['files without a drop', message('desktop.add-files')],
  ['a document without a Task', message('desktop.save-document', { item: 'i', name: 'n' })],
  ['a document of another form', message('desktop.read-document', { task: 7, item: 'i' })],
  ['more input than a request has', message('desktop.choose-folder', { path: '/etc' })],
  ['a verb with paths of the page', message('drops.add-paths', { drop: 'd', paths: ['/etc/passwd'] })],
  ['the prototype', message('__proto__')],
];

test('what no page of ours sends is refused in words, and nothing is done', async ({ program }) => {
  for (const [what, sent] of NOT_UNDERSTOOD)
    expect(await forge(program, 'own', sent), what).toMatchObject({
      error: { code: 'request.not-understood' },
    });
});

test('the surface of the bridge is exactly this', async ({ page }) => {
  // Each number is that of the parameters of a function before the first one that may be missing.
  expect(
    await page.evaluate(
      `Object.fromEntries(Object.entries(window.clearfolder).map(([name, part]) => [name, part.length]))`,
    ),
  ).toEqual({ invoke: 2, onEvent: 1 });
  expect(await page.evaluate('Object.isFrozen(window.clearfolder)')).toBe(true);
});

test('of the built program, the desktop entry alone loads Electron, and the bridge nothing else', async () => {
  const out = join(import.meta.dirname, '..', '..', 'out');
  const built = (await readdir(join(out, 'main'))).filter((name) => name.endsWith('.js'));
  const loading = await Promise.all(
    built.map(async (name) => {
      const text = await readFile(join(out, 'main', name), 'utf8');
      return /(from|import\(?|require\()\s*["']electron["'/]/.test(text) ? [name] : [];
    }),
  );
  expect(loading.flat()).toEqual(['desktop.js']);
  const bridge = await readFile(join(out, 'preload', 'preload.cjs'), 'utf8');
  expect([...bridge.matchAll(/require\(([^)]*)\)/g)].map(([, name]) => name)).toEqual(['"electron"']);
  expect(bridge).not.toMatch(/process\.|zod/);
});
