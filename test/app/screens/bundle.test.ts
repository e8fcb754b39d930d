import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/* What is built for the page, read as it lies there. That the desktop entry alone loads Electron: desktop-lock.test.ts. */

const root = join(import.meta.dirname, '..', '..', '..', 'out', 'renderer');
const scripts = readdirSync(join(root, 'assets'))
  .filter((name) => /\.m?js$/.test(name))
  .map((name) => ({ name, code: readFileSync(join(root, 'assets', name), 'utf8') }));
const page = readFileSync(join(root, 'index.html'), 'utf8');

/** Names that look like addresses and are asked by nobody: namespaces, schemas, prefixes, examples, and a link in an error of React. */
const NAMES = [
  /^https?:\/\/\.?$/,
  /^http:\/\/www\.w3\.org\/(1998\/Math\/MathML|1999\/(XSL\/Transform|xhtml|xlink)|2000\/(09\/xmldsig#|svg)|XML\/1998\/namespace)$/,
  /^http:\/\/ns\.adobe\.com\/(xdp|xdp\/pdf|xfdf|xmpmeta)\/$/,
  /^http:\/\/www\.xfa\.org\/schema\/[a-z-]+\/([\d.]+\/)?$/,
  /^https?:\/\/json-schema\.org\/[\w/-]+#?$/,
  /^https:\/\/HOST\.?$/,
  /^https:\/\/HOST\/(public\/v1|PATH)$/,
  /^http:\/\/HOST:PORT$/,
  /^(http:\/\/example\.com|https:\/\/foo\.bar)$/,
  /^https:\/\/react\.dev\/errors\/$/,
];

test('the page names every script and style that was built: nothing is loaded later, from whoever then has the port', () => {
  const built = readdirSync(join(root, 'assets')).filter((name) => /\.(m?js|css)$/.test(name));
  expect(scripts.length).toBeGreaterThan(1);
  expect(built.filter((name) => !page.includes(`./assets/${name}"`))).toEqual([]);
});

test('no script of the page imports anything of Node or reads its environment', () => {
  const builtin = new Set(builtinModules);
  for (const { name, code } of scripts) {
    const imported = [...code.matchAll(/(?:\bfrom|\bimport|\brequire\()\s*\(?\s*["'`]([^"'`]+)["'`]/g)].map(
      ([, module = '']) => module,
    );
    expect(
      imported.filter((module) => module.startsWith('node:') || builtin.has(module)),
      name,
    ).toEqual([]);
    expect(code.match(/process\.env|import\.meta\.env/g) ?? [], name).toEqual([]);
  }
});

test('no script makes code out of text, and none speaks of a secret', () => {
  for (const { name, code: all } of scripts) {
    // A method named eval stands behind a dot or a brace (re2js).
    // Zod and pdf.js ask whether they might, and pdf.js does only then. Zod is told beforehand that it may not (zod-config.ts).
    const code = all
      .replaceAll('return Function(``),!0', '')
      .replace(/isEvalSupported\)\{let [^}]*?return Function\(/, '');
    expect(code.match(/\bnew Function\b|(?<![\w.$}])eval\(|(?<![\w.$])Function\(/g) ?? [], name).toEqual([]);
    // Three parts with colons between is how an api_secret looks; `Bearer` with anything fixed behind it is a token.
    expect(
      code.match(/Bearer [A-Za-z0-9._-]{8,}|["'`][\w-]+:[0-9a-f-]{36}:[0-9a-f-]{36}["'`]/g) ?? [],
      name,
    ).toEqual([]);
    expect(code, name).not.toMatch(/sourceMappingURL/);
  }
});

test('every address in the scripts and styles is a name that nobody asks', () => {
  const files = readdirSync(join(root, 'assets')).filter((name) => /\.(m?js|css)$/.test(name));
  const found = files.flatMap((name) => {
    const text = readFileSync(join(root, 'assets', name), 'utf8');
    return [...text.matchAll(/\b(?:https?|wss?|ftp):\/\/[\w./#?=&%:@-]*/g)].map(([address]) => address);
  });
  expect(found.length).toBeGreaterThan(0);
  expect([...new Set(found)].filter((address) => !NAMES.some((name) => name.test(address)))).toEqual([]);
});

test('the page holds no script and no style of its own, and loads from its own folder alone', () => {
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/i);
  for (const [, attributes = '', body = ''] of page.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)) {
    expect(attributes).toMatch(/\ssrc="\.\/assets\/[\w.-]+"/);
    expect(body.trim()).toBe('');
  }
  const loaded = [...page.matchAll(/\s(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
  expect(loaded.length).toBeGreaterThan(2);
  expect(loaded.filter((address) => !/^\.\/assets\/[\w.-]+$/.test(address))).toEqual([]);
});
