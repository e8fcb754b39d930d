import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { EXIT_CODES, type StationState } from '../../../src-main/contract/views/station-state.ts';
import { openStation } from '../../../src-main/core/installation/open-station.ts';
import { addMessage, messageTable } from '../../../src-main/core/ledger/tables/messages.ts';
import type { App } from '../../../src-main/hosts/app/app.ts';
import { showStatus } from '../../../src-main/hosts/command-line/verbs/status.ts';
import { stationLine } from '../../../src-main/hosts/desktop/tray.ts';
import { checkSystem } from '../../../src-main/hosts/headless/doctor/system-check.ts';
import { createMetrics } from '../../../src-main/hosts/headless/metrics/metrics.ts';
import { serveMetrics } from '../../../src-main/hosts/headless/metrics/serve-metrics.ts';
import { filesBelow } from '../../support/files-below.ts';
import { newFile } from '../../support/new-submission.ts';
import { routes } from '../../support/routes.ts';
import type { TestDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { allow, forbid } from '../../support/world/forbidden.ts';
import { intakeBench } from '../core/folders/intake-bench.ts';
import { appBench, pdf } from './app/support/app-bench.ts';
import {
  choiceOf,
  clinic,
  heardTerminal,
  overviewOf,
  SECRET,
  signedInStation,
  startedApp,
  untilOverview,
} from './app/support/app-place.ts';
import { ask } from './app/support/ask.ts';

interface Place {
  readonly app: App;
  readonly dir: TestDir;
}

const refusal = (status: number, detail: string) => ({ kind: 'status', status, body: { detail } }) as const;

const withFolder = (dir: TestDir) => withRule(dir, {});

function withRule({ at }: TestDir, more: Record<string, unknown>) {
  mkdirSync(at('in'));
  const quick = { quietSeconds: 0.1, groupQuietSeconds: 0.1, backlog: 'send' };
  return { folders: [{ id: 'in', path: at('in'), taskType: 'prior-auth', ...quick, ...more }] };
}

/** A station with a folder in which a file has the name of a folder that Clearfolder needs. */
async function withBlocked(name: string, more: Record<string, unknown>): Promise<Place> {
  const { app, dir } = await signedInStation((at) => withRule(at, { exclude: [name], ...more }));
  writeFileSync(dir.at('in', name), '');
  writeFileSync(dir.at('in', 'a.pdf'), pdf('a'));
  await untilOverview(app, ({ attention }) => attention.some(({ kind }) => kind === 'upkeep'));
  return { app, dir };
}

/** A clinic whose service answers the exchange with `status`. */
async function signInRefused(status: number): Promise<Place> {
  const { dir, start, service } = await clinic();
  service.faults.on(routes.token, refusal(status, 'This secret may not sign in.'));
  await (await openStation(choiceOf(dir))).credentials.setSecret(SECRET);
  return { app: await start(), dir };
}

interface Case {
  readonly state: StationState;
  readonly tray: string;
  readonly place: () => Promise<Place>;
}

const CASES: Readonly<Record<string, Case>> = {
  practice: { state: 'fine', tray: 'all-sent', place: () => appBench() },
  connected: { state: 'fine', tray: 'all-sent', place: () => signedInStation() },
  'no secret': {
    state: 'no-sign-in',
    tray: 'cannot-work',
    place: async () => {
      const { dir, start } = await clinic();
      return { app: await start(), dir };
    },
  },
  'a refused secret': { state: 'no-sign-in', tray: 'cannot-work', place: () => signInRefused(401) },
  'a forbidden secret': { state: 'no-sign-in', tray: 'cannot-work', place: () => signInRefused(403) },
  'a service that was never reached': {
    state: 'service-away',
    tray: 'cannot-work',
    place: async () => {
      const { dir, start, service } = await clinic();
      service.faults.on(routes.any, { kind: 'dropBefore' });
      await (await openStation(choiceOf(dir))).credentials.setSecret(SECRET);
      return { app: await start(), dir };
    },
  },
  'a network fault after the sign-in': {
    state: 'service-away',
    tray: 'cannot-work',
    place: async () => {
      const { app, dir, service } = await signedInStation();
      service.faults.on(routes.any, { kind: 'dropBefore' });
      await app.call('secret.check', {}, { actor: 'clerk' });
      return { app, dir };
    },
  },
  'a record that was not compared with the service, whose list answers 500': {
    state: 'service-away',
    tray: 'cannot-work',
    place: async () => {
      const { dir, start, service } = await clinic(withFolder);
      service.faults.on(routes.list, refusal(500, 'Internal error'));
      await (await openStation(choiceOf(dir))).credentials.setSecret(SECRET);
      writeFileSync(dir.at('in', 'a.pdf'), pdf('a'));
      return { app: await start(), dir };
    },
  },
  'a lane that the service makes wait (429)': {
    state: 'paused',
    tray: 'working',
    place: async () => {
      const { app, dir, service } = await signedInStation(withFolder);
      const busy = { ...refusal(429, 'The queue is full.'), headers: { 'retry-after': '600' } };
      service.faults.on(routes.create, busy);
      writeFileSync(dir.at('in', 'a.pdf'), pdf('a'));
      return { app, dir };
    },
  },
  'a folder that a person paused': {
    state: 'paused',
    tray: 'needs-attention',
    place: async () => {
      const bench = await appBench();
      await bench.watch('in');
      await bench.ask('folders.pause', { folder: 'in' });
      return bench;
    },
  },
  'a folder that was never scanned': {
    state: 'not-scanned',
    tray: 'needs-attention',
    place: () =>
      signedInStation(({ at }) => ({ folders: [{ id: 'gone', path: at('gone'), taskType: 'prior-auth' }] })),
  },
  'a ledger without room while documents come': {
    state: 'cannot-record',
    tray: 'cannot-work',
    place: async () => {
      const { app, dir } = await signedInStation(withFolder);
      const db = app.running()?.ledger.db ?? expect.fail('No engine runs.');
      db.pragma(`max_page_count = ${String(db.pragma('page_count', { simple: true }))}`);
      // So many rows need more pages than the ledger has free.
      for (let n = 0; n < 600; n += 1) writeFileSync(dir.at('in', `${n}.pdf`), pdf(String(n)));
      return { app, dir };
    },
  },
  'a spool without room while the ledger has room': {
    state: 'cannot-record',
    tray: 'cannot-work',
    place: async () => {
      const { app, dir } = await signedInStation(withFolder);
      const { paths } = await openStation(choiceOf(dir));
      rmSync(paths.spool, { recursive: true });
      writeFileSync(paths.spool, 'no folder');
      writeFileSync(dir.at('in', 'a.pdf'), pdf('a'));
      return { app, dir };
    },
  },
  'a held file': {
    state: 'needs-attention',
    tray: 'needs-attention',
    place: async () => {
      const bench = await appBench();
      bench.write('in/b.exe', 'no document');
      await bench.watch('in');
      return bench;
    },
  },
  'a folder whose documents another station sends to another environment': {
    state: 'needs-attention',
    tray: 'needs-attention',
    place: async () => {
      const { dir, start } = await clinic(withFolder);
      writeFileSync(dir.at('in', 'a.pdf'), pdf('a'));
      const parts = { environment: 'staging' };
      await intakeBench({ folder: dir.at('in'), station: 'station-2', rule: { backlog: 'send' }, parts });
      const app = await start();
      await ask(app, 'secret.set', { api_secret: SECRET });
      return { app, dir };
    },
  },
  'a folder on a full drive': {
    state: 'needs-attention',
    tray: 'needs-attention',
    place: async () => {
      const { dir, start } = await clinic(withFolder);
      writeFileSync(dir.at('in', 'a.pdf'), pdf('a'));
      forbid(dir.at('in', '.clearfolder'), { code: 'ENOSPC', changes: ['mkdir'] });
      onTestFinished(() => allow(dir.at('in', '.clearfolder')));
      const app = await start();
      await ask(app, 'secret.set', { api_secret: SECRET });
      return { app, dir };
    },
  },
  'a file into which a program wrote after the move': {
    state: 'needs-attention',
    tray: 'needs-attention',
    place: async () => {
      const { app, dir } = await signedInStation((at) => withRule(at, { after: 'move' }));
      writeFileSync(dir.at('in', 'a.pdf'), pdf('a'));
      // During the move the file has both names. A change by the new name is then not reported for the folder of the old name.
      const moved = await until(() => {
        const sent = filesBelow(dir.at('in', 'Sent (Clearfolder)'));
        return !existsSync(dir.at('in', 'a.pdf')) && sent.length === 1 ? sent[0] : null;
      });
      appendFileSync(dir.at('in', 'Sent (Clearfolder)', moved), pdf('page 2'));
      return { app, dir };
    },
  },
  'a group whose documents are known only from another group': {
    state: 'needs-attention',
    tray: 'needs-attention',
    place: async () => {
      const { app, dir } = await signedInStation((at) => withRule(at, { group: 'folder' }));
      const put = (folder: string, names: readonly string[]) => {
        mkdirSync(dir.at('in', folder));
        for (const name of names) writeFileSync(dir.at('in', folder, name), pdf(name));
      };
      put('adams', ['form.pdf', 'page.pdf']);
      await untilOverview(app, ({ account }) => account.accepted === 2);
      put('baker', ['form.pdf']);
      return { app, dir };
    },
  },
  'sent files that cannot be moved': {
    state: 'needs-attention',
    tray: 'needs-attention',
    place: () => withBlocked('Sent (Clearfolder)', { after: 'move' }),
  },
  'answer folders that cannot be kept': {
    state: 'needs-attention',
    tray: 'needs-attention',
    place: () =>
      withBlocked('Answers', { answerFolders: true, requestSpec: { required_data: ['member_id'] } }),
  },
  'a decision that failed after the time for Undo': {
    state: 'needs-attention',
    tray: 'needs-attention',
    place: async () => {
      const bench = await appBench({ sending: { undoSeconds: 5 } });
      await bench.ask('outbox.plan', { ids: ['nothing'], act: 'retry' });
      return bench;
    },
  },
  'an answer that the service refused': {
    state: 'needs-attention',
    tray: 'needs-attention',
    place: async () => {
      const bench = await appBench();
      const ledger = bench.app.running()?.ledger;
      if (ledger == null) throw new Error('no engine runs');
      const answer = { id: 'A1', taskUuid: 'ended', payload: { kind: 'answer', data: null } } as const;
      addMessage(ledger, { ...answer, files: [newFile('card.pdf')], actor: 'anna' }, Date.now());
      const problem = { code: 'answer.not-waiting', detail: null } as const;
      messageTable(ledger).reject('A1', {}, problem, Date.now());
      return bench;
    },
  },
  'a clock that is an hour behind the clock of the service': {
    state: 'needs-attention',
    tray: 'needs-attention',
    place: async () => {
      const { app, dir, service } = await signedInStation();
      const headers = { date: new Date(Date.now() + 3_600_000).toUTCString() };
      const body = { offset: 0, length: 0, count: 0, tasks: [] };
      service.faults.on(routes.list, { kind: 'statusAfterCommit', status: 200, headers, body });
      await app.call('secret.check', {}, { actor: 'clerk' });
      return { app, dir };
    },
  },
  'an engine that cannot start': {
    state: 'not-running',
    tray: 'cannot-work',
    place: async () => {
      const { app, dir } = await startedApp({
        settings: {
          environment: 'clinic',
          environments: { clinic: 'http://127.0.0.1:9/public/v1' },
          network: { extraCaFile: '/nowhere/ca.pem' },
        },
      });
      return { app, dir };
    },
  },
};

test.each(Object.entries(CASES))(
  '%s: status, /readyz, metrics, tray and doctor tell one state',
  async (_, one) => {
    const { app, dir } = await one.place();
    const { url, close } = await serveMetrics({ host: '127.0.0.1', port: 0 }, createMetrics(app.running));
    onTestFinished(close);
    const readAll = async () => {
      const { terminal, said } = heardTerminal(true);
      const exit = await showStatus({ terminal, choice: choiceOf(dir) });
      const ready = await fetch(new URL('/readyz', url));
      const samples = await (await fetch(url)).text();
      const overview = await overviewOf(app);
      const doctor = await checkSystem(choiceOf(dir), 'command-line');
      return {
        status: JSON.parse(said()).state,
        exit,
        ready: [ready.status, (await ready.text()).trim()],
        metrics: [...samples.matchAll(/clearfolder_state\{state="([a-z-]+)"\} 1/g)].map(([, state]) => state),
        tray: stationLine(overview, (iso) => iso).state,
        today: overview.state,
        doctor: doctor.find(({ what }) => what === 'engine')?.ok,
      };
    };
    const sends = !['no-sign-in', 'service-away', 'not-running', 'cannot-record'].includes(one.state);
    const wanted = {
      status: one.state,
      exit: EXIT_CODES[one.state],
      ready: [sends ? 200 : 503, one.state],
      metrics: [one.state],
      tray: one.tray,
      today: one.state,
      doctor: sends,
    };
    await until(async () => {
      expect(await readAll()).toEqual(wanted);
      return true;
    });
  },
);

test('the exit codes of status are those that scripts know', () => {
  expect(EXIT_CODES).toEqual({
    fine: 0,
    'needs-attention': 3,
    'service-away': 4,
    'not-running': 5,
    hung: 6,
    paused: 7,
    'not-scanned': 8,
    'no-sign-in': 9,
    starting: 10,
    'cannot-record': 11,
  });
});
