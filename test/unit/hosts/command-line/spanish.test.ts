import { writeFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { CATALOGS } from '../../../../src-main/contract/texts/catalogs.ts';
import { runCommandLine } from '../../../../src-main/hosts/command-line/program.ts';
import { setLanguage, terminalLanguage } from '../../../../src-main/hosts/language.ts';
import { testDir } from '../../../support/test-dir.ts';

afterEach(() => setLanguage('en'));

async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  let out = '';
  let err = '';
  const code = await runCommandLine(args, {
    env,
    stdin: process.stdin,
    out: (text) => {
      out += text;
    },
    outIsTerminal: false,
    err: (text) => {
      err += text;
    },
  });
  return { code, out, err };
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ');

/** The verbs that a help text lists. */
const verbsIn = (help: string) =>
  [...(help.split('Comandos:\n')[1]?.split('\n\n')[0] ?? '').matchAll(/^ {2}([a-z][\w-]*)/gm)].map(
    ([, name]) => name ?? '',
  );

test('the help of every verb is Spanish', async () => {
  const spoken = Object.entries(CATALOGS.en)
    .filter(([key]) => /^comman(ds|der)\./.test(key))
    .filter(([key, text]) => text !== CATALOGS.es[key] && text.length > 6 && !text.includes('{'))
    .map(([, english]) => onOneLine(english));
  const open: string[][] = [[]];
  let verbs = 0;
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    const { code, out } = await run(['--lang', 'es', ...path, '--help']);
    expect(code).toBe(0);
    const help = onOneLine(out);
    expect(
      spoken.filter((english) => help.includes(english)),
      path.join(' '),
    ).toEqual([]);
    expect(help, path.join(' ')).not.toMatch(
      /(?<![-\w"'])(the|of|and|with|without|for|only|this)(?![-\w"'])/,
    );
    const below = verbsIn(out).filter((name) => name !== 'help');
    verbs += below.length;
    for (const name of below) open.push([...path, name]);
  }
  expect(verbs).toBeGreaterThan(50);
});

test.each([
  [['tasks', '--bogus'], "error: opción desconocida '--bogus'\n"],
  [['submit'], "error: no se indicó la opción obligatoria '--task-type <type>'\n"],
  [
    ['rename', 'a', 'b', 'c'],
    "error: demasiados argumentos para 'rename'. Se esperaban 2 argumentos, pero se recibieron 3.\n",
  ],
  [
    ['tasks', '--outcome', 'x'],
    "error: el valor 'x' de la opción '--outcome <outcome>' no es válido: los valores permitidos son approved, not-approved.\n",
  ],
  [['tasks', '--statu', 'x'], "error: opción desconocida '--statu'\n(¿Quiso decir --status?)\n"],
  [['opne'], '"opne" no es un comando de clearfolder. Para ver la lista: clearfolder --help\n'],
])('wrong usage is told in Spanish: %j', async (args, told) => {
  expect(await run(args, { LANG: 'es_MX.UTF-8' })).toEqual({ code: 2, out: '', err: told });
});

test('an error is told in the language of the terminal or of --lang, and as JSON always in English', async () => {
  const env = { LANG: 'es_MX.UTF-8' };
  const dir = testDir();
  const verb = ['--data', dir.at('data'), 'folders'];
  const spanish = await run(verb, env);
  expect(spanish).toMatchObject({ code: 1, out: '' });
  expect(spanish.err).toMatch(
    /^Todavía no hay un registro de lo enviado: .*\nQué hacer: Inicie Clearfolder una vez /,
  );
  expect((await run([...verb, '--lang', 'en'], env)).err).toMatch(
    /^There is no record of what was sent yet: .*\nWhat to do: Start /,
  );
  expect(JSON.parse((await run([...verb, '--json'], env)).err)).toEqual({
    error: {
      code: 'ledger.missing',
      message: expect.stringMatching(/^There is no record/),
      next: expect.stringMatching(/^Start Clearfolder once/),
    },
  });
  const settings = dir.at('settings.json');
  writeFileSync(settings, JSON.stringify({ environment: 'x', network: { proxy: 'x' } }));
  const { err } = await run(['settings', 'check', settings], env);
  expect(err).toContain(
    'network.proxy: debe ser http://HOST:PORT con el nombre y el puerto del proxy, o null',
  );
  expect(err).toContain('environment: debe ser "practice" o uno de environments: (no se indica ninguno)');
});

test.each([
  [{}, 'linux', 'en'],
  [{ LANG: 'es_MX.UTF-8' }, 'linux', 'es'],
  [{ LANG: 'es_MX.UTF-8', LC_MESSAGES: 'en_US.UTF-8' }, 'linux', 'en'],
  [{ LANG: 'es_MX.UTF-8', LC_MESSAGES: 'en_US.UTF-8', LC_ALL: 'es' }, 'linux', 'es'],
  [{ LANG: 'es_MX.UTF-8', LC_ALL: '' }, 'linux', 'es'],
  [{ LANG: 'es_MX.UTF-8', LC_ALL: 'C' }, 'linux', 'en'],
  [{ LANG: 'es_MX.UTF-8' }, 'darwin', 'es'],
  // On Windows, the language of the system counts, which is English where the tests run.
  [{ LANG: 'es_MX.UTF-8' }, 'win32', 'en'],
] as const)('with %j on %s, the terminal speaks %s', (env, platform, language) => {
  expect(terminalLanguage(env, platform)).toBe(language);
});
