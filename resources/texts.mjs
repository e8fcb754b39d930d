// Checks the catalog of texts (src-main/contract/texts), and writes the keys with their arguments as types for the compiler.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

const root = fileURLToPath(new URL('..', import.meta.url));
const texts = join(root, 'src-main', 'contract', 'texts');
const faults = [];

const filesOf = (language) => readdirSync(join(texts, language)).sort();

/** Returns the messages of a language by key. */
function messagesOf(language) {
  const messages = new Map();
  for (const file of filesOf(language)) {
    for (const [key, text] of Object.entries(JSON.parse(readFileSync(join(texts, language, file), 'utf8')))) {
      if (messages.has(key)) faults.push(`${language}/${file}: ${key} is in two files`);
      messages.set(key, text);
    }
  }
  return messages;
}

/** Returns the arguments of a message with their types, such as `count: number`, sorted. */
function argumentsOf(language, key, text) {
  const types = new Map();
  const note = (name, type) => {
    if ((types.get(name) ?? type) !== type) faults.push(`${language}: ${key}: {${name}} has two types`);
    types.set(name, type);
  };
  const visit = (parts) => {
    for (const part of parts) {
      if (part.type === TYPE.argument) note(part.value, 'Words');
      else if (part.type === TYPE.number) note(part.value, 'number');
      else if (part.type === TYPE.plural || part.type === TYPE.select) {
        note(part.value, part.type === TYPE.plural ? 'number' : 'string');
        for (const option of Object.values(part.options)) visit(option.value);
      } else if (part.type !== TYPE.literal && part.type !== TYPE.pound)
        faults.push(`${language}: ${key} has an argument of a kind that is not used here`);
    }
  };
  try {
    visit(parse(text, { ignoreTag: true }));
  } catch (error) {
    faults.push(`${language}: ${key}: ${error.message}`);
  }
  return [...types].map(([name, type]) => `readonly ${name}: ${type}`).sort();
}

const english = messagesOf('en');
const spanish = messagesOf('es');
for (const key of english.keys()) if (!spanish.has(key)) faults.push(`es: ${key} is missing`);
for (const key of spanish.keys()) if (!english.has(key)) faults.push(`es: ${key} has no English text`);

const lines = [];
for (const [key, text] of english) {
  const values = argumentsOf('en', key, text).join('; ');
  const translated = argumentsOf('es', key, spanish.get(key) ?? text).join('; ');
  if (values !== translated)
    faults.push(`es: ${key} has other arguments: ${translated} instead of ${values}`);
  lines.push(`  ${JSON.stringify(key)}: { ${values} };`);
}

const catalogs = readFileSync(join(texts, 'catalogs.ts'), 'utf8');
for (const language of ['en', 'es'])
  for (const file of filesOf(language))
    if (!catalogs.includes(`'./${language}/${file}'`))
      faults.push(`catalogs.ts does not import ${language}/${file}`);

const code = ['src-main', 'src-renderer']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((path) => join(root, folder, path)),
  )
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('message-keys.d.ts'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');
const used = new Set([...code.matchAll(/'([\w.-]+)'/g)].map(([, name]) => name));
/** The beginnings of the keys that the program computes, such as `state.${state}`. */
const begun = [...code.matchAll(/`([\w-]+\.[\w.-]*)\$\{/g)].map(([, start]) => start);
for (const key of english.keys())
  if (!used.has(key) && !begun.some((start) => key.startsWith(start))) faults.push(`en: ${key} is not used`);

if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exit(1);
}
const declaration = `// Written by resources/texts.mjs. The arguments of each message; \`Words\` is the type of an argument that is no number.
export interface Messages<Words> {
${lines.join('\n')}
}
`;
const path = join(texts, 'message-keys.d.ts');
let before = '';
try {
  before = readFileSync(path, 'utf8');
} catch {
  // The first run.
}
if (before !== declaration) writeFileSync(path, declaration);
