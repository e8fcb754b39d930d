import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

/* What SECURITY.md and HARDENING.md claim: each row names tests that exist, and the configuration says the same. */

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');
const HARDENING = read('resources', 'packaging', 'HARDENING.md');
const SECURITY = read('SECURITY.md');

/** What stands before the name of a test that is run: once, or once for each of a list. */
const RUN =
  /(?:\b(?:test|it)|^ *(?:test|it)\.each(?:<[\s\S]{0,120}?>)?\((?:(?!^ *(?:test|it|describe)\b)[\s\S])*\))\(\s*(?![\s\S])/m;

/** The rows of the tables of a text, each as its cells. */
function rowsOf(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('|---'))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
}

/** The tests a cell names: a file, then names of tests in it. */
function citedIn(cell: string): { file: string; name: string }[] {
  let file = '';
  return [...cell.matchAll(/`(test\/[^`]+)`|"([^"]+)"/g)].flatMap(([, path, name]) => {
    if (path !== undefined) file = path;
    return name === undefined ? [] : [{ file, name: name.replace(/\s+/g, ' ') }];
  });
}

const proofs = [...rowsOf(HARDENING), ...rowsOf(SECURITY)].flatMap((cells) => {
  const cited = citedIn(cells.at(-1) ?? '');
  return cited.length === 0 ? [] : [{ row: cells[0] ?? '', cited }];
});

/** The text of a section of SECURITY.md, whose heading begins so. */
function sectionOf(heading: string): string {
  const [, text = ''] = SECURITY.split(`\n## ${heading}`);
  return text.split('\n## ')[0] ?? '';
}

/** Each limit that the program does not overcome, by its first words. */
const limits = sectionOf('What does not stop them')
  .split(/^- /m)
  .slice(1)
  .map((text) => ({ row: text.slice(0, 40), text, cited: text.includes('`test/') ? citedIn(text) : [] }));

test('every item of the checklist, from 1 to 20, names a test', () => {
  const items = proofs.map(({ row }) => row).filter((row) => /^\d+$/.test(row));
  expect(items).toEqual(Array.from({ length: 20 }, (_, index) => String(index + 1)));
});

test('everybody who might do harm is answered by a test', () => {
  const people = sectionOf('Who might do harm, and what stops them');
  const safeguards = sectionOf('HIPAA');
  const answered = proofs.map(({ row }) => row).filter((row) => !/^\d+$/.test(row));
  const named = [people, safeguards]
    .map((part) => rowsOf(part).slice(1))
    .map((rows) => rows.map(([who]) => who));
  expect(answered).toEqual(named.flat());
  expect(named.map((rows) => rows.length)).toEqual([expect.toSatisfy((count: number) => count >= 9), 12]);
});

test('what a limit says that Clearfolder tells or does all the same is answered by a test too', () => {
  const promising = limits.filter(({ text }) => /`doctor`|by its mode|waits grow/.test(text));
  expect(promising).toHaveLength(4);
  expect(promising.filter(({ cited }) => cited.length === 0)).toEqual([]);
});

test.each([...proofs, ...limits])('$row: the tests are there', ({ cited }) => {
  for (const { file, name } of cited) {
    expect(existsSync(join(ROOT, file)), file).toBe(true);
    const text = read(file);
    const at = text.indexOf(`'${name}'`);
    expect(at, `${file}: ${name}`).toBeGreaterThan(0);
    expect(text.slice(0, at), `${name} is run`).toMatch(RUN);
  }
});

const config = z
  .object({
    asar: z.boolean(),
    extraMetadata: z.object({ main: z.string() }),
    electronFuses: z.record(z.string(), z.boolean()),
  })
  .parse(JSON.parse(read('resources', 'packaging', 'electron-builder.json')));

test('every fuse is set as this table says', () => {
  const told = rowsOf(HARDENING).flatMap(([fuse = '', set = '']) => {
    const [, name] = /^`(\w+)`$/.exec(fuse) ?? [];
    return name === undefined ? [] : [[name, set === 'on'] as const];
  });
  expect(Object.fromEntries(told)).toEqual(config.electronFuses);
  expect(config.electronFuses).toMatchObject({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  });
  expect(config.asar).toBe(true);
});

// Only an installer can replace a program that is in use.
test('the desktop program starts the installer of an update, and nothing else', () => {
  const loaded = loadedFrom(join(ROOT, config.extraMetadata.main)).map((file) => readFileSync(file, 'utf8'));
  const having = (pattern: RegExp) => loaded.flatMap((text) => [...text.matchAll(pattern)].map(() => text));
  const starting = having(/["'](node:)?(child_process|cluster)["']|utilityProcess/g);
  expect(starting).toEqual([]);
  // The bundle holds nothing of electron-updater, and loads electron-updater in one place, when an update is wanted.
  expect(having(/(from|import|require)\s*\(?["']electron-updater["']/g)).toEqual([
    expect.stringContaining('await import("electron-updater")'),
  ]);
});

// Whether that is a current one no test can say. But none is updated without a person who comes by this row and its day.
test('the table speaks of the Electron that is installed', () => {
  const { version } = z
    .object({ packages: z.object({ 'node_modules/electron': z.object({ version: z.string() }) }) })
    .parse(JSON.parse(read('package-lock.json'))).packages['node_modules/electron'];
  expect(rowsOf(HARDENING).find(([item]) => item === '16')?.[2]).toMatch(
    new RegExp(`^Electron ${version.replaceAll('.', '\\.')}, the newest on \\d{4}-\\d{2}-\\d{2};`),
  );
});

/** The built files that one loads, and those that they load. The bundler writes double quotes, the comments in packages single ones. */
function loadedFrom(entry: string, known = new Set<string>()): string[] {
  if (known.has(entry)) return [];
  known.add(entry);
  const text = readFileSync(entry, 'utf8');
  for (const [, path = ''] of text.matchAll(/(?:from|import\(?)\s*"(\.\/[^"]+\.js)"/g)) {
    loadedFrom(join(dirname(entry), path), known);
  }
  return [...known];
}
