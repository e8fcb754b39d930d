// Draws the rooms of the source code and their imports into docs/architecture.md. With --check, fails if the drawing is old.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-options';

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs', 'architecture.md');
const begin = '<!-- drawing: made by `npm run drawing` -->\n';
const end = '<!-- end of the drawing -->\n';

/** The room of a source file: a folder of `core` or `hosts`, `contract`, `practice`, or the renderer; null for other files. */
function roomOf(path) {
  const [, core, host, other] =
    /^src-main\/(?:core\/([\w-]+)\/|hosts\/([\w-]+)|(contract|practice)\/)/.exec(path) ?? [];
  if (core !== undefined) return core;
  if (host !== undefined) return `hosts/${host}`;
  if (path.startsWith('src-renderer/')) return 'src-renderer';
  return other ?? null;
}

/** Each room with the rooms that its files import. */
async function importsOfRooms() {
  const options = await extractConfig(join(root, '.dependency-cruiser.mjs'));
  const { output } = await cruise(['src-main', 'src-renderer'], options);
  const rooms = new Map();
  for (const { source, dependencies } of output.modules) {
    const room = roomOf(source);
    if (room === null) continue;
    const imported = rooms.get(room) ?? new Set();
    for (const { resolved } of dependencies) {
      const target = roomOf(resolved);
      if (target !== null && target !== room) imported.add(target);
    }
    rooms.set(room, imported);
  }
  return rooms;
}

function reaches(rooms, from, to, seen = new Set()) {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return [...(rooms.get(from) ?? [])].some((next) => reaches(rooms, next, to, seen));
}

/** An arrow is left out if a longer way leads to the same room: A imports C is not drawn beside A imports B imports C. */
function drawn(rooms, from, to) {
  const others = [...rooms.get(from)].filter((other) => other !== to && !reaches(rooms, other, from));
  return !others.some((other) => reaches(rooms, other, to));
}

const rooms = await importsOfRooms();
const names = [...rooms.keys()].sort();
const arrows = names.flatMap((from) =>
  [...rooms.get(from)]
    .sort()
    .filter((to) => drawn(rooms, from, to))
    .map((to) => `  ${from} --> ${to}\n`),
);
const drawing = `${begin}\n\`\`\`mermaid\nflowchart TD\n${arrows.join('')}\`\`\`\n\n${end}`;
const text = readFileSync(page, 'utf8');
const [before, rest] = text.split(begin);
const after = rest.split(end)[1];
if (`${before}${drawing}${after}` === text) process.exit(0);
if (process.argv.includes('--check')) {
  console.error('The drawing in docs/architecture.md is older than the code. Run: npm run drawing');
  process.exit(1);
}
writeFileSync(page, `${before}${drawing}${after}`);
