import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { evaluateTask } from '../../../src-main/practice/reading/evaluate.ts';
import { startPractice } from '../../../src-main/practice/service.ts';
import { startClearfolder } from '../../support/clearfolder.ts';
import { type FaultService, startFaultService } from '../../support/fault-service.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { routes } from '../../support/routes.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import type { Figures, TorturePart } from '../part.ts';
import { openPage } from './page-session.ts';
import { keptSecrets, Places } from './places.ts';

const PATIENT = 'Wilhelmina Kanarienvögel';
const FILE = 'Kanarienakte zur Aufnahme';
const MEMBER = 'QXKANARI77310';
const PASSPHRASE = 'kanarien singen nachts nie';
const WRONG_SECRET = 'kanari-falsches-geheimnis-0815';
const PATIENT_CANARIES = [PATIENT, FILE, MEMBER];
const PATIENCE = { timeoutMs: 180_000, everyMs: 200 };

const rowsSchema = z.object({ value: z.object({ rows: z.array(z.object({ uuid: z.string() })) }) });
const rawSchema = z.object({ value: z.object({ json: z.string() }) });
const itemsSchema = z.object({ data_items: z.array(z.object({ uuid: z.string() })) });
const openedSchema = z.object({ value: z.object({ id: z.string() }) });

/** Lets the service fail in every way that makes a program tell something, and repeat back what it was sent. */
function misbehave({ faults }: FaultService, echoed: string): void {
  const detail = `Not possible for ${PATIENT} (${MEMBER}); you sent ${echoed}`;
  faults.on(routes.create, { kind: 'dropAfterCommit' }, { times: 1 });
  faults.on(routes.get, { kind: 'status', status: 500, body: { detail } }, { times: 1 });
  faults.on(routes.list, { kind: 'status', status: 400, body: { detail } }, { times: 1 });
  faults.on(
    routes.list,
    { kind: 'malformed', body: `<p>${detail}`, contentType: 'text/html' },
    { times: 1, after: 1 },
  );
  faults.on(routes.update, { kind: 'status', status: 422, body: { detail } }, { times: 1 });
  faults.on(routes.link, { kind: 'status', status: 404, body: { detail } }, { times: 1 });
}

/**
 * Plants a secret, a token, a patient, a file name, a member id and signed links through full runs with failures, and
 * searches every byte that came of it. Throws with what was found where it may not be.
 */
export async function plantCanaries(rounds: number, say: (line: string) => void): Promise<Figures> {
  await using home = await tempDir('canaries');
  await using folder = await tempDir('canaries-folder');
  await using theirs = await tempDir('canaries-service');
  const practice = await startPractice({ dataDir: theirs.path, evaluate: evaluateTask });
  await using service = await startFaultService({ upstream: practice.baseUrl });
  try {
    for (const name of ['home', 'tmp']) mkdirSync(home.at(name));
    const settings = {
      environment: 'test',
      environments: { test: service.baseUrl },
      sending: { idleTimeoutSeconds: 2 },
      tracking: { seconds: 0.5 },
      folders: [
        {
          id: 'in',
          path: folder.path,
          taskType: 'prior-auth',
          requestSpec: { required_data: ['member_id'], codes: ['73721'] },
          group: 'folder',
          groupQuietSeconds: 0.2,
          quietSeconds: 0.2,
          backlog: 'send',
        },
      ],
    };
    writeFileSync(home.at('settings.json'), JSON.stringify(settings));
    const where = ['--data', home.at('data'), '--settings', home.at('settings.json')];
    const env = { HOME: home.at('home'), TMPDIR: home.at('tmp') };
    const start = (args: readonly string[], stdin = '') =>
      startClearfolder([...args, ...where, '--secrets', `file:${home.at('secrets.json')}`], { stdin, env });
    const answered: Buffer[] = [];
    const verb = async (args: readonly string[], stdin = '') => {
      const { stdout, stderr } = await start(args, stdin).ended;
      answered.push(Buffer.from(stdout), Buffer.from(stderr));
    };
    const told: Buffer[] = [];
    const heard: Buffer[] = [];
    const commands: Buffer[] = [];
    const secrets = new Set([
      practice.apiSecret,
      practice.apiSecret.split(':')[2] ?? '',
      WRONG_SECRET,
      PASSPHRASE,
    ]);
    const noteSecrets = () => {
      const { token, keys } = keptSecrets(home.at('secrets.json'));
      for (const secret of [token, ...keys]) if (secret !== null) secrets.add(secret);
      return token ?? '';
    };
    await verb(['secret', 'set'], practice.apiSecret);
    let asked = 0;
    for (let round = 0; round < rounds; round += 1) {
      await using running = start(['open', '--browser', '--no-launch']);
      const link = await until(() => /http:\/\/127\S+#launch=\S+/.exec(running.text())?.[0], PATIENCE);
      const page = await openPage(link);
      const echoed = `Authorization: Bearer ${await until(() => noteSecrets() || null, PATIENCE).catch(() => '')}`;
      misbehave(service, echoed);
      mkdirSync(folder.at(`${PATIENT} ${round}`));
      writeFileSync(
        folder.at(`${PATIENT} ${round}`, `${FILE} ${round}.pdf`),
        pdfDocument({ pages: [`Patient: ${PATIENT}\nVisit note ${round}\nMember ID: ${MEMBER}\nCPT 73721`] }),
      );
      const rows = await until(async () => {
        const page1 = rowsSchema.parse(await page.call('tasks.page', {})).value.rows;
        return page1.length > round ? page1 : null;
      }, PATIENCE);
      const [task = ''] = rows.map(({ uuid }) => uuid);
      const raw = await until(async () => rawSchema.parse(await page.call('tasks.raw', { task })), PATIENCE);
      const [item] = itemsSchema.parse(JSON.parse(raw.value.json)).data_items;
      for (let look = 0; look < 2; look += 1) await page.document(task, item?.uuid ?? '');
      const { id: drop } = openedSchema.parse(await page.call('drops.open', {})).value;
      await page.give(
        drop,
        `${FILE}.pdf`,
        new Uint8Array(pdfDocument({ pages: [`${PATIENT} ${round} given`] })),
      );
      await page.call('secret.set', { api_secret: `kanari:front:${WRONG_SECRET}` });
      asked = await page.askEverything([
        {},
        { task },
        { folder: 'in' },
        { drop },
        { folder: null },
        { format: 'csv' },
        { format: 'jsonl' },
      ]);
      commands.push(readFileSync(`/proc/${running.child.pid}/cmdline`));
      await verb(['answer', task, '--data', JSON.stringify({ member_id: MEMBER })]);
      await page.call('drops.discard', { drop });
      for (const { path, query } of service.log.exchanges('any')) {
        for (const value of query.values()) if (value.length > 16) secrets.add(value);
        if (path.length > 60) secrets.add(path.split('/').at(-1) ?? path);
      }
      noteSecrets();
      heard.push(page.heard());
      await page.close();
      await running.stop(round % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
      told.push(Buffer.from(running.text().replaceAll(/#launch=\S+/g, '')));
      say(`round ${round + 1}: ${asked} verbs asked`);
    }
    service.faults.clear();
    for (const words of [['outbox'], ['tasks'], ['files'], ['folders'], ['doctor'], ['audit', '--verify']]) {
      await verb(words);
      await verb([...words, '--json']);
    }
    // What goes to others is searched for everything, wherever it is written.
    await verb(['audit', '--export', home.at('audit.csv')]);
    await verb(['support', '--save', home.at('support.txt')]);
    await verb(['backup', home.at('own.backup')]);
    await verb(['backup', home.at('portable.backup'), '--passphrase'], PASSPHRASE);
    await verb(['ledger', 'rotate-key']);
    await verb(['restore', home.at('portable.backup')], PASSPHRASE);
    await using last = start(['run']);
    await until(() => last.text().includes('Clearfolder runs'), PATIENCE);
    await last.stop();
    told.push(Buffer.from(last.text()));
    noteSecrets();

    const found = new Places();
    const everything = [...PATIENT_CANARIES, ...secrets];
    found.files(home.path, everything, (file) => file === 'secrets.json');
    for (const name of ['audit.csv', 'support.txt', 'own.backup', 'portable.backup'])
      if (!existsSync(home.at(name))) found.leaks.push(`${name} was not written, so it was not searched`);
    found.ledgers(home.at('data', 'test'), keptSecrets(home.at('secrets.json')).keys, [...secrets], PATIENT);
    found.none('what the program told on its terminal', Buffer.concat(told), everything);
    found.none('what verbs answered', Buffer.concat(answered), [...secrets]);
    found.none('arguments of processes', Buffer.concat(commands), everything);
    found.none('what pages were told', Buffer.concat(heard), [...secrets]);
    found.some('what pages were told', Buffer.concat(heard), PATIENT);
    const addresses = service.log.exchanges().map(({ path, query }) => `${path}?${query}`);
    found.none('addresses asked for', Buffer.from(addresses.join('\n')), [
      ...PATIENT_CANARIES,
      practice.apiSecret,
    ]);
    const strangers = service.log
      .exchanges('any')
      .filter(({ headers }) => headers.authorization !== undefined);
    for (const { path } of strangers) found.leaks.push(`the token went to ${path}`);
    if (service.log.exchanges('any').length === 0) found.leaks.push('no signed link was ever followed');
    if (found.leaks.length > 0) throw new Error(`Found where it may not be:\n${found.leaks.join('\n')}`);
    return {
      rounds,
      canaries: everything.length,
      'verbs asked by a page': asked,
      'places searched': found.places,
      'bytes searched': found.bytes,
      'failures of the service': service.log.exchanges().filter(({ fault }) => fault !== null).length,
    };
  } finally {
    await practice.close();
  }
}

export const canariesPart: TorturePart = {
  name: 'canaries',
  what: 'Secrets, tokens, patients, file names, member ids and signed links go through full runs with failures and kills; every byte written and every message to a page is searched, in every encoding.',
  scales: { rounds: 12 },
  run: ({ scale, say }) => plantCanaries(scale['rounds'] ?? 12, say),
};
