import { createHash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  SAMPLE_REQUEST_SPEC,
  writeSamplePackets,
} from '../../../../src-main/practice/samples/write-sample-packets.ts';
import type { Form } from '../../../support/form-reader.ts';
import type { ModelItem } from '../../../support/service-model/model-task.ts';
import { type RunningServiceModel, startServiceModel } from '../../../support/service-model/start.ts';
import { until } from '../../../support/until.ts';
import { type OpenApp, openApp } from '../../support/app.ts';

const LONG = 'Maximiliane Friederike Schraudolph-Wackernagel, knee MRI, second opinion; '.repeat(4);

/** Names as hostile as they come: endless, without a place to break, turned around, drawn, and written like a page. */
const STRANGE_NAMES = [
  LONG,
  'x'.repeat(300),
  '\u202Efdp.tnemucod\u202C turned \u2067around\u2069 عيادة القلب',
  '👩‍⚕️🏥👨‍👩‍👧‍👦 Zoë 🦴🦴🦴 Ǎ̸̡̢͎̫̤͓͇̝͔͉̔̈́̈́͌̋͑̊́͜͠͝n̴na',
  '<img src=x onerror=alert(1)> & "quoted" \'names\'',
] as const;

const ISSUES = [
  { key: 'task.data.missing', message: 'member_id is missing', property: 'member_id' },
  { key: 'task.data.missing', message: 'date_of_birth is missing', property: 'date_of_birth' },
  { key: 'task.data.inconsistent', message: LONG, property: 'x'.repeat(120) },
  { key: 'task.medical_record.missing', message: 'No card', medical_record_type: 'insurance-card' },
  { key: 'task.medical_record.expired', message: 'Too old', medical_record_type: 'patient-visit' },
  { key: 'task.logic.warning', message: LONG, code: '73721' },
  { key: 'task.llm.other', message: `${'y'.repeat(200)} \u202Eesrever` },
  { key: 'task.new.unheard-of', message: 'A message of a kind from the future.' },
];

const formOf = (name: string, index: number): Form => ({
  fields: new Map([
    ['task_type', index === 1 ? 'a-task-type-that-somebody-named-without-thinking-of-columns' : 'prior-auth'],
    ['name', name],
    ['external_id', `${index < 3 ? 'case-4711' : `case-${index}`}-01ARZ3NDEKTSV4RRFFQ69G5FA${index}`],
  ]),
  files: [
    {
      part: 'files',
      name: `${name.slice(0, 200)}.pdf`,
      mediaType: 'application/pdf',
      sha256: createHash('sha256').update(name).digest('hex'),
      size: 10,
    },
  ],
});

/** A recording with a transcript, and a copy of the document. */
function recordingOf(document: ModelItem): ModelItem[] {
  const sections = [
    { start: 0, length: 65, content: LONG, fields: { patient_name: LONG, notes: ['x'.repeat(200)] } },
    { start: 65, length: null, content: 'z'.repeat(400) },
  ];
  const records = [{ record_type: 'dictation-of-a-visit', sections, timestamp: null, fields: null }];
  const uuid = (digit: string) => `${digit.repeat(8)}${document.uuid.slice(8)}`;
  return [
    {
      ...document,
      uuid: uuid('a'),
      name: 'dictation.mp3',
      data_format: 'audio/mpeg',
      medical_records: records,
    },
    { ...document, uuid: uuid('b'), alias: `task/${document.uuid}` },
  ];
}

/** Moves the Tasks with strange names: some wait, some were decided, one failed, one is being looked at. */
function moveStrangeTasks(service: RunningServiceModel): void {
  const [first, second, ...others] = service.tasks.all;
  for (const task of [first, second]) {
    if (task !== undefined) service.tasks.move(task, 'waiting', { issues: ISSUES });
  }
  for (const [index, task] of others.entries()) {
    if (index === 0) service.tasks.move(task, 'processing');
    else if (index === 1) service.tasks.move(task, 'failed');
    else if (index === 2) service.tasks.move(task, 'waiting');
    else {
      // A recording first: its text is shown although the recording itself cannot be had.
      const [document] = task.data_items;
      if (document !== undefined) task.data_items.unshift(...recordingOf(document));
      service.tasks.move(task, 'completed', {
        issues: ISSUES,
        verdicts: ['73721', '9'.repeat(60), '72148', '29881', '70553'].map((code, at) => ({
          code,
          approved: at % 2 === 1,
          issues: [at, at + 3],
        })),
        verdict_summaries: ['73721', 'A0000'].map((code) => ({ code, conclusion: LONG })),
      });
    }
  }
}

interface Program {
  readonly app: OpenApp;
  readonly page: OpenApp['page'];
}

/** Practice mode with its packets where they come to rest, a folder with a backlog, and one that is not there. */
export async function practiceProgram(): Promise<Program & { sentFile: string }> {
  const app = await openApp(
    { environment: 'practice' },
    {
      answersInstead: true,
      before: async ({ dir, settingsFile }) => {
        const path = dir.at('scans');
        await mkdir(join(path, 'Aalto'), { recursive: true });
        for (const name of ['Aalto/referral.txt', 'visit.txt', 'Thumbs.db', 'empty.pdf']) {
          await writeFile(join(path, name), name.startsWith('empty') ? '' : `Synthetic document ${name}.`);
        }
        await writeSamplePackets(dir.at('packets'), new Date());
        const folders = [
          {
            id: 'packets',
            path: dir.at('packets'),
            taskType: 'prior-auth',
            requestSpec: SAMPLE_REQUEST_SPEC,
            group: 'folder',
            quietSeconds: 1,
            groupQuietSeconds: 1,
            backlog: 'send',
          },
          { id: 'scans', path, taskType: 'prior-auth', group: 'folder', backlog: 'ask' },
          { id: 'gone', path: dir.at('not-there'), taskType: 'prior-auth' },
        ];
        await writeFile(settingsFile, JSON.stringify({ environment: 'practice', folders }));
      },
    },
  );
  await until(
    async () => {
      const { tasks } = await app.station.tasks();
      const moving = tasks.filter(({ status }) => status === 'pending' || status === 'processing');
      return tasks.length === 9 && moving.length === 0;
    },
    { timeoutMs: 180_000, everyMs: 500, what: 'the packets at rest' },
  );
  const packets = app.station.dir.at('packets');
  const files = await readdir(packets, { recursive: true });
  const sent = files.find((name) => name.endsWith('.pdf')) ?? 'none';
  return { app, page: app.page, sentFile: join(packets, sent) };
}

/** A program on a service whose Tasks have strange names; the welcome was put away. */
export async function strangeProgram() {
  const service = await startServiceModel();
  const names = STRANGE_NAMES.flatMap((name) => [name, `${name} (2)`]);
  for (const [index, name] of names.entries()) service.tasks.create(formOf(name, index));
  const app = await openApp(
    {
      environment: 'clinic',
      environments: { clinic: service.baseUrl },
      station: `front-desk-${'2'.repeat(50)}`,
      tracking: { seconds: 0.5, scope: 'organisation' },
    },
    { apiSecret: service.apiSecret },
  );
  const all = service.tasks.all.length;
  // What had ended before a station first looked is not fetched by itself.
  await until(async () => (await app.station.tasks()).count === all, {
    timeoutMs: 90_000,
    everyMs: 300,
    what: 'all Tasks',
  });
  moveStrangeTasks(service);
  const decided = service.tasks.all.filter(({ verdicts }) => verdicts.length > 0);
  await until(
    async () => {
      const { tasks } = await app.station.tasks();
      const known = tasks.filter(({ verdicts }) => verdicts.length > 0);
      return known.length === decided.length;
    },
    { timeoutMs: 90_000, everyMs: 300, what: 'the verdicts' },
  );
  return {
    app,
    page: app.page,
    service,
    waiting: service.tasks.all.find(({ status }) => status === 'waiting')?.uuid ?? '',
    decided: decided[0]?.uuid ?? '',
  };
}

const address = (path: string) => `http://127.0.0.1:9/${path}/public/v1`;

/** A program that was connected to nothing yet: no Tasks, no folders, no api_secret. */
export async function bareProgram(): Promise<Program & { breakIt(): Promise<void> }> {
  const settings = (path: string) => ({ environment: 'clinic', environments: { clinic: address(path) } });
  const app = await openApp(settings('first'));
  return {
    app,
    page: app.page,
    /** Starts it on a record that was made for another address, which no engine may use. */
    breakIt: async () => {
      await writeFile(app.station.settingsFile, JSON.stringify(settings('second')));
      await app.restart();
    },
  };
}
