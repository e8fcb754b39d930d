import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow } from '../../../support/files-below.ts';

/* Items of Electron's checklist that hold because something is not there at all. */

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

const textsBelow = (folder: string) =>
  filesBelow(join(ROOT, folder))
    .filter((path) => /\.(m?[jt]sx?|cjs|html|css)$/.test(path))
    .map((path): [string, string] => [`${folder}/${path}`, readFileSync(join(ROOT, folder, path), 'utf8')]);

const having = (texts: readonly [string, string][], pattern: RegExp) =>
  texts.flatMap(([path, text]) => (pattern.test(text) ? [path] : []));

test('nothing is opened outside, loaded from files or run in a page by the built program (items 15, 18)', () => {
  const built = [...textsBelow('out/main'), ...textsBelow('out/preload')];
  for (const word of [
    /\bopenExternal\b/,
    /\bopenPath\b/,
    /\bloadFile\b/,
    /\bexecuteJavaScript\b/,
    /\bno-sandbox\b/,
    /\benableBlinkFeatures\b/,
    /\bcrashReporter\b/,
  ])
    expect(having(built, word), String(word)).toEqual([]);
});

test('windows are made in two places by one list of options, and nothing loosens what a page may (items 2 to 11)', () => {
  const source = textsBelow('src-main');
  const windows = ['src-main/hosts/desktop/main-window.ts', 'src-main/hosts/desktop/service-window.ts'];
  expect(having(source, /\bBrowserWindow\(/)).toEqual(windows);
  expect(having(source, /\bBrowserWindow\(\s*windowOptions\(/)).toEqual(windows);
  expect(
    having(source, /nodeIntegration\w*: true|contextIsolation: false|sandbox: false|webSecurity: false/),
  ).toEqual([]);
  expect(
    having(source, /webviewTag: true|allowRunningInsecureContent: true|experimentalFeatures: true/),
  ).toEqual([]);
  expect(having(source, /ipcMain\.(on|once)\(/)).toEqual([]);
  expect(having(source, /ipcMain\.handle\(/)).toEqual(['src-main/hosts/desktop/page-channel.ts']);
});

test('the bridge hands out neither Electron nor the environment (item 20)', () => {
  const preload = textsBelow('out/preload');
  expect(
    having(
      preload,
      /process\.env|sendSync|ipcRenderer\.send\b|exposeInMainWorld\([^,]*,\s*(ipcRenderer|electron)/,
    ),
  ).toEqual([]);
});

test('no page of ours asks another machine for anything, and none writes markup (items 1, 7)', () => {
  const renderer = textsBelow('src-renderer');
  expect(
    having(renderer, /dangerouslySetInnerHTML|\.innerHTML|\.outerHTML|insertAdjacentHTML|document\.write/),
  ).toEqual([]);
  expect(having(renderer, /\beval\(|new Function\(|window\.open\(|<iframe|<webview/)).toEqual([]);
  expect(having(renderer, /https?:\/\/(?!www\.w3\.org)[a-z]/)).toEqual([]);
  const [page] = textsBelow('out/renderer').filter(([path]) => path.endsWith('index.html'));
  expect(page?.[1]).not.toMatch(/<script(?![^>]*\ssrc="\.?\/)[^>]*>|https?:|\son\w+=/);
});
