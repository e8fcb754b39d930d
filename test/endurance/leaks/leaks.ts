import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { settingsSchema } from '../../../src-main/contract/settings.ts';
import { isVerb, VERBS, type VerbName } from '../../../src-main/contract/verbs/index.ts';
import { evaluateTask } from '../../../src-main/practice/reading/evaluate.ts';
import { startPractice } from '../../../src-main/practice/service.ts';
import { type Running, startClearfolder } from '../../support/clearfolder.ts';
import { type FaultService, startFaultService } from '../../support/fault-service.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { routes } from '../../support/routes.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { watchingSettings } from '../../support/watching-settings.ts';
import type { Counts, Part } from '../part.ts';
import { type Asking, askEverything, type Call, changes } from './asks.ts';
import { openDesk } from './desk-session.ts';
import { openPage } from './page-session.ts';
import { keptSecrets, Places } from './places.ts';
import { searchShare } from './share.ts';

const PATIENT = 'Wilhelmina Kanarienvögel';
const FILE = 'Kanarienakte zur Aufnahme';
const MEMBER = 'QXKANARI77310';
const PASSPHRASE = 'kanarien singen nachts nie';
const PIN = '8190372645';
const WRONG_SECRET = 'kanari-falsches-geheimnis-0815';
const PATIENT_CANARIES = [PATIENT, FILE, MEMBER];
const ALL_VERBS = Object.keys(VERBS).filter(isVerb);
/** A lock reloads the desktop's page and ends the listening here: only browser mode is locked. */
const DESK_VERBS = ALL_VERBS.filter((verb) => !verb.startsWith('lock.') && verb !== 'drops.add-paths');
const PATIENCE = { timeoutMs: 180_000, everyMs: 200 };

/** Imported into a process run that has to end with an unforeseen fault. */
const FALL = new URL('./fall-child.ts', import.meta.url).href;

const settingsAnswerSchema = z.object({ value: z.object({ settings: settingsSchema }) });
const rowsSchema = z.object({ value: z.object({ rows: z.array(z.object({ uuid: z.string() })) }) });
const rawSchema = z.object({ value: z.object({ json: z.string() }) });
const itemsSchema = z.object({ data_items: z.array(z.object({ uuid: z.string() })) });
const filesSchema = z.array(z.object({ path: z.string(), state: z.string() }));
const openedSchema = z.object({ value: z.object({ id: z.string() }) });

/** Lets the service fail in every way that makes a program write a message, and echo the request. */
function misbehave({ faults }: FaultService, echoed: string): void {
  const detail = `Not possible for ${PATIENT} (${MEMBER}); you sent ${echoed}`;
  faults.on(routes.create, { kind: 'dropAfterCommit' }, { times: 1 });
  faults.on(routes.get, { kind: 'status', status: 500, body: { detail } }, { times: 1 });
  faults.on(routes.list, { kind: 'status', status: 400, body: { detail } }, { times: 1 });
  faults.on(routes.list, { kind: 'status', status: 200, body: `<p>${detail}` }, { times: 1, after: 1 });
  faults.on(routes.update, { kind: 'status', status: 422, body: { detail } }, { times: 1 });
  faults.on(routes.link, { kind: 'status', status: 404, body: { detail } }, { times: 1 });
}

/** The newest of at least `atLeast` Tasks, and its first document, once there is one. */
async function firstDocument(call: Call, atLeast: number): Promise<{ task: string; item: string }> {
  return await until(async () => {
    const { rows } = rowsSchema.parse(await call('tasks.page', {})).value;
    if (rows.length < atLeast) return null;
    const [task = ''] = rows.map(({ uuid }) => uuid);
    const raw = rawSchema.safeParse(await call('tasks.raw', { task }));
    const [item] = raw.success ? itemsSchema.parse(JSON.parse(raw.data.value.json)).data_items : [];
    return item === undefined ? null : { task, item: item.uuid };
  }, PATIENCE);
}

/**
 * Sends a secret, a token, a patient, a file name, a member id and signed links through full runs with failures, and searches
 * every byte written. @throws with each canary at a forbidden place
 */
async function plantCanaries(rounds: number, say: (line: string) => void): Promise<Counts> {
  await using home = await tempDir('canaries');
  await using folder = await tempDir('canaries-folder');
  await using theirs = await tempDir('canaries-service');
  const practice = await startPractice({ dataDir: theirs.path, evaluate: evaluateTask });
  await using service = await startFaultService({ upstream: practice.baseUrl });
  try {
    for (const name of ['home', 'tmp', 'work']) mkdirSync(home.at(name));
    const requestSpec = { required_data: ['member_id'], codes: ['73721'] };
    const settings = watchingSettings(service, folder.path, {
      sending: { idleTimeoutSeconds: 2 },
      tracking: { seconds: 0.5 },
      rule: { requestSpec, group: 'folder', groupQuietSeconds: 0.2 },
    });
    writeFileSync(home.at('settings.json'), JSON.stringify(settings));
    const where = ['--data', home.at('data'), '--settings', home.at('settings.json')];
    const env = { HOME: home.at('home'), TMPDIR: home.at('tmp') };
    // Crash files appear in the working directory, which the search covers.
    const cwd = home.at('work');
    const start = (args: readonly string[], stdin = '', more: Record<string, string> = {}) =>
      startClearfolder([...args, ...where, '--secrets', `file:${home.at('secrets.json')}`], {
        stdin,
        cwd,
        env: { ...env, ...more },
      });
    const answered: Buffer[] = [];
    const verb = async (args: readonly string[], stdin = '') => {
      const { stdout, stderr } = await start(args, stdin).ended;
      answered.push(Buffer.from(stdout), Buffer.from(stderr));
    };
    /** The documents of this test in the watched folder; every other file is the program's. */
    const documents = new Set<string>();
    const scan = (name: string, file: string, text: string) => {
      mkdirSync(folder.at(name));
      writeFileSync(folder.at(name, file), pdfDocument({ pages: [text] }));
      documents.add(`${name}/${file}`);
    };
    const told: Buffer[] = [];
    const heard: Buffer[] = [];
    const commands: Buffer[] = [];
    const secrets = new Set([
      practice.apiSecret,
      practice.apiSecret.split(':')[2] ?? '',
      WRONG_SECRET,
      PASSPHRASE,
      PIN,
    ]);
    const noteSecrets = () => {
      const { token, keys } = keptSecrets(home.at('secrets.json'));
      for (const secret of [token, ...keys]) if (secret !== null) secrets.add(secret);
      // The signed links that the program followed.
      for (const { path, query } of service.log.exchanges('any')) {
        for (const value of query.values()) if (value.length > 16) secrets.add(value);
        if (path.length > 60) secrets.add(path.split('/').at(-1) ?? path);
      }
      return token ?? '';
    };
    await verb(['secret', 'set'], practice.apiSecret);
    await verb(['ledger', 'rotate-key']);
    let asked = 0;
    const wrong: string[] = [];
    const askAll = async (
      { call, confirmed }: Asking,
      verbs: readonly VerbName[],
      task: string,
      drop: string,
    ) => {
      const { settings: kept } = settingsAnswerSchema.parse(await call('settings.get', {})).value;
      const [rule] = kept.folders;
      // The desktop's drop stays empty: only a person can give paths to the page.
      const words = { task, pin: PIN, patient: PATIENT, member: MEMBER, dropOpen: verbs === ALL_VERBS };
      const wrongSecret = `kanari:front:${WRONG_SECRET}`;
      const changing = changes({ ...words, settings: kept, apiSecret: practice.apiSecret, wrongSecret });
      const period = { from: '2026-01-01', to: '2026-12-31' };
      const inputs = [
        ...[{}, { task }, { folder: 'in' }, { drop }, { folder: null }, { path: null }, { rule }],
        ...[{ format: 'csv' }, { format: 'jsonl' }, { task, what: 'report' }],
        ...[period, { ...period, format: 'csv' }],
      ];
      const lockable = verbs.includes('lock.now');
      const fitting = changing.filter(({ verb, locked }) => verbs.includes(verb) && (lockable || !locked));
      const all = await askEverything(
        { call, confirmed },
        { verbs, inputs, changing: fitting, nonsense: WRONG_SECRET },
      );
      wrong.push(...all.wrong);
      return all.done;
    };
    for (let round = 0; round < rounds; round += 1) {
      await using running = start(['open', '--browser', '--no-launch']);
      const link = await until(() => /http:\/\/127\S+#launch=\S+/.exec(running.text())?.[0], PATIENCE);
      const page = await openPage(link, running.text);
      const echoed = `Authorization: Bearer ${await until(() => noteSecrets() || null, PATIENCE).catch(() => '')}`;
      misbehave(service, echoed);
      const note = `Patient: ${PATIENT}\nVisit note ${round}\nMember ID: ${MEMBER}\nCPT 73721`;
      scan(`${PATIENT} ${round}`, `${FILE} ${round}.pdf`, note);
      const { task, item } = await firstDocument(page.call, round + 1);
      for (let look = 0; look < 2; look += 1) await page.document(task, item);
      const { id: drop } = openedSchema.parse(await page.call('drops.open', {})).value;
      await page.give(
        drop,
        `${FILE}.pdf`,
        new Uint8Array(pdfDocument({ pages: [`${PATIENT} ${round} given`] })),
      );
      commands.push(readFileSync(`/proc/${running.child.pid}/cmdline`));
      await verb(['answer', task, '--data', JSON.stringify({ member_id: MEMBER })]);
      asked = await askAll(page, ALL_VERBS, task, drop);
      await page.call('drops.discard', { drop });
      noteSecrets();
      heard.push(page.heard());
      await page.close();
      await running.stop(round % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
      // The next process run has another token than the echoed one.
      service.faults.clear();
      told.push(Buffer.from(running.text().replaceAll(/#launch=\S+/g, '')));
      say(`round ${round + 1}: ${asked} verbs carried out`);
    }
    await using desk = await openDesk({
      data: home.at('data'),
      home: home.at('home'),
      args: ['--settings', home.at('settings.json'), '--secrets', `file:${home.at('secrets.json')}`],
      env: { HOME: home.at('home') },
    });
    const { task, item } = await firstDocument(desk.call, rounds);
    misbehave(service, `Authorization: Bearer ${noteSecrets()}`);
    await desk.document(task, item);
    const { id: deskDrop } = openedSchema.parse(await desk.call('drops.open', {})).value;
    const askedAtDesk = await askAll(desk, DESK_VERBS, task, deskDrop);
    noteSecrets();
    await desk.quit();
    told.push(Buffer.from(desk.terminal()));
    service.faults.clear();
    for (const words of [['outbox'], ['tasks'], ['files'], ['folders'], ['doctor'], ['audit', '--verify']]) {
      await verb(words);
      await verb([...words, '--json']);
    }
    // Exports, support files and backups leave the station: the search covers everything in them.
    await verb(['audit', '--export', home.at('audit.csv')]);
    await verb(['support', '--save', home.at('support.txt')]);
    await verb(['backup', home.at('own.backup')]);
    await verb(['backup', home.at('portable.backup'), '--passphrase'], PASSPHRASE);
    await verb(['ledger', 'rotate-key']);
    await verb(['restore', home.at('portable.backup')], PASSPHRASE);
    const runs = async (program: Running) =>
      await until(() => program.text().includes('Clearfolder is running'), PATIENCE);
    for (const FALL_HOW of ['thrown', 'rejected']) {
      const FALL_WORDS = [PATIENT, FILE, ...secrets].join(', ');
      await using falling = start(['run'], '', { NODE_OPTIONS: `--import ${FALL}`, FALL_HOW, FALL_WORDS });
      await runs(falling);
      const { code, stderr } = await falling.stop('SIGUSR2');
      if (code !== 1 || !stderr.includes('had an internal error'))
        wrong.push(`it ended with ${code}: ${stderr}`);
      told.push(Buffer.from(falling.text()));
    }
    await using last = start(['run']);
    await runs(last);
    scan(`${PATIENT} last`, `${FILE} last.pdf`, PATIENT);
    await until(async () => {
      const files = filesSchema.parse(JSON.parse((await start(['files', '--json']).ended).stdout));
      return files.some(({ path, state }) => path.includes(`${FILE} last`) && state === 'accepted');
    }, PATIENCE);
    // Copies may lie there until their documents were accepted (I11).
    await until(() => readdirSync(home.at('data', 'test', 'spool')).length === 0, PATIENCE);
    // A kill keeps the write-ahead log, which a clean end would remove.
    await last.stop('SIGKILL');
    told.push(Buffer.from(last.text()));
    noteSecrets();

    const found = new Places();
    const everything = [...PATIENT_CANARIES, ...secrets];
    found.files(home.path, everything, (file) => file === 'secrets.json');
    const sentAs = service.oracle.creates().map(({ externalId }) => externalId);
    const left = searchShare(found, folder.path, everything, { documents, sentAs });
    for (const name of ['audit.csv', 'support.txt', 'own.backup', 'portable.backup'])
      if (!existsSync(home.at(name))) found.leaks.push(`${name} was not written, so it was not searched`);
    found.ledgers(home.at('data', 'test'), keptSecrets(home.at('secrets.json')).keys, [...secrets], PATIENT);
    found.none('what the program told on its terminal', Buffer.concat(told), everything);
    found.none('what verbs answered', Buffer.concat(answered), [...secrets]);
    found.none('arguments of processes', Buffer.concat(commands), everything);
    found.none('what pages were told', Buffer.concat(heard), [...secrets]);
    found.some('what pages were told', Buffer.concat(heard), PATIENT);
    found.none('what the desktop was told', desk.heard(), [...secrets]);
    found.some('what the desktop was told', desk.heard(), PATIENT);
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
    found.leaks.push(...wrong);
    if (found.leaks.length > 0) throw new Error(`Found where it may not be:\n${found.leaks.join('\n')}`);
    return {
      rounds,
      canaries: everything.length,
      'verbs carried out for a page': asked,
      'verbs carried out for the desktop': askedAtDesk,
      'places searched': found.places,
      'bytes searched': found.bytes,
      'files left in the share, searched': left,
      'failures of the service': service.log.exchanges().filter(({ fault }) => fault !== null).length,
    };
  } finally {
    await practice.close();
  }
}

export const leaksPart: Part = {
  name: 'leaks',
  does: 'Sends secrets, tokens, patients, file names, member ids and signed links through full runs with failures, kills and an unforeseen fault, asks every verb, and searches every byte written and every message to a page, in every encoding.',
  holds: 'No secret and no patient stands where it may not (I9, I11).',
  scales: { rounds: { long: 12, short: 1 } },
  run: ({ scale: { rounds = 1 }, say }) => plantCanaries(rounds, say),
};
