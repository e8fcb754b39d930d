import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const codes = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

const isName = (code: string) => /^[a-z_.]+$/.test(code) && !['null', 'true', 'false'].includes(code);

// A row of one entry begins with the name; the other names of the row explain the entry. A row of an object lists the names of its fields.
const namesOf = (line: string): string[] => {
  const [first = '', ...others] = cellsOf(line);
  return first.startsWith('`') ? codes(first) : codes(others.join(' ')).filter(isName);
};

test('every entry of docs/service.md 2 and 4 has a row that says where a person meets it, in the app and on the command line', async () => {
  const page = await readFile('docs/service.md', 'utf8');
  const [contract = '', places = ''] = page.split('\n## 10. Where a person meets it\n');
  const met = new Map<string, string[]>();
  for (const line of places.split('\n').filter((one) => /^\| \d/.test(one))) {
    const [entry = '', ...where] = cellsOf(line);
    expect(
      where.map((cell) => cell.length > 1),
      line,
    ).toEqual([true, true]);
    const section = entry.split(' ')[0] ?? '';
    met.set(section, [...(met.get(section) ?? []), ...codes(entry)]);
  }
  const missing: string[] = [];
  for (const part of contract.split(/\n##+ /).slice(1)) {
    const section = /^([24]\.\d+) /.exec(part)?.[1];
    if (section === undefined) continue;
    if (!met.has(section)) missing.push(section);
    const rows = part
      .split(/\n\|---.*\n/)
      .slice(1)
      .flatMap((table) => table.split('\n\n')[0]?.split('\n') ?? []);
    const bullets = section.startsWith('4.')
      ? part.split('\n').filter((line) => /^ *- (Request|Query|Body|`)/.test(line))
      : [];
    for (const name of [...rows.flatMap(namesOf), ...bullets.flatMap(codes).filter(isName)])
      if (!met.get(section)?.includes(name)) missing.push(`${section} ${name}`);
  }
  expect(missing).toEqual([]);
});
