import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { settingsSchema } from '../../../src-main/contract/settings.ts';
import { type Ledger, readAll } from '../../../src-main/core/ledger/db/ledger.ts';
import { openLedger } from '../../../src-main/core/ledger/db/open-ledger.ts';
import type { PracticeAdmin } from '../../../src-main/practice/service.ts';
import type { SceneName } from './fault.ts';
import { DESK_FILES } from './scene-files.ts';
import { contentsOf, PLACES } from './scene-folders.ts';

/** Everything that must be the same after every run, by kind: documents by name, no ids, no times. */
export type Outcome = Readonly<Record<string, readonly string[]>>;

/** What one outcome has and the other lacks, in words; '' when both are the same. */
export function difference(wanted: Outcome, found: Outcome): string {
  return [...new Set([...Object.keys(wanted), ...Object.keys(found)])]
    .flatMap((key) => {
      const missing = without(wanted[key] ?? [], found[key] ?? []).map((line) => `  - ${line}`);
      const strange = without(found[key] ?? [], wanted[key] ?? []).map((line) => `  + ${line}`);
      return missing.length + strange.length === 0 ? [] : [key, ...missing, ...strange];
    })
    .join('\n');
}

function without(lines: readonly string[], taken: readonly string[]): string[] {
  const left = [...taken];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
}

const accountSchema = z.object({
  folder: z.string(),
  path: z.string(),
  sha256: z.string().nullable(),
  account: z.string(),
});
const messageSchema = z.object({ kind: z.string(), state: z.string() });
const submissionSchema = z.object({ state: z.string(), files: z.string() });
const countSchema = z.object({ count: z.int() });
const secretsSchema = z.object({ entries: z.record(z.string(), z.string()) });

/** The outcome of a run at the service, in the ledger and on the disk. @throws when the ledger is not whole */
export function outcomeOf(
  scene: SceneName,
  root: string,
  admin: PracticeAdmin,
  names: ReadonlyMap<string, string>,
): Outcome {
  const ledger = openedLedger(root);
  try {
    const common = {
      service: tasksOf(admin, names),
      disk: PLACES[scene].flatMap((folder) => contentsOf(root, folder, names)),
      'left behind': leftBehind(root),
      ...ledgerOf(ledger, names),
    };
    return scene === 'desk' ? deskOutcome(common, { root, ledger, names }) : common;
  } finally {
    ledger.close();
  }
}

function tasksOf(admin: PracticeAdmin, names: ReadonlyMap<string, string>): string[] {
  return admin
    .tasks()
    .map(({ uuid, taskType, inputs }) => {
      const { task, items } = admin.rawTask(uuid);
      const files = inputs.map(({ sha256 }) => names.get(sha256) ?? 'other bytes').sort();
      const data = items
        .filter((item) => item.kind === 'json' && item.tag !== 'request-spec')
        .map((item) => item.data);
      const cleared = task.cleared === null ? 'open' : 'cleared';
      return [taskType, task.status, task.name, cleared, files.join('+'), ...data].join(' | ');
    })
    .sort();
}

function leftBehind(root: string): string[] {
  const below = join(root, 'data', 'clinic');
  const copies = ['spool', 'backups'].flatMap((folder) =>
    existsSync(join(below, folder)) ? readdirSync(join(below, folder)).map((name) => join(folder, name)) : [],
  );
  return copies
    .filter((name) => !/^backups\/ledger-.*\.db$/.test(name))
    .map((name) => name.replace(/[0-9a-f-]{36}/, 'copy'))
    .sort();
}

const secretsIn = (root: string) =>
  secretsSchema.parse(JSON.parse(readFileSync(join(root, 'secrets.json'), 'utf8'))).entries;

function openedLedger(root: string): Ledger {
  const path = join(root, 'data', 'clinic', 'ledger.db');
  return openLedger({ path, key: secretsIn(root)['ledger-key:clinic'] ?? '', now: Date.now, mode: 'reader' });
}

function ledgerOf(ledger: Ledger, names: ReadonlyMap<string, string>): Outcome {
  const nameOf = (sha256: string | null) => (sha256 === null ? null : (names.get(sha256) ?? 'other bytes'));
  const all = <S extends z.ZodType>(sql: string, schema: S) => readAll(ledger.db.prepare(sql), schema);
  const verdict = ledger.db.pragma('integrity_check', { simple: true });
  if (verdict !== 'ok') throw new Error(`the ledger is not whole: ${String(verdict)}`);
  const accounts = all(
    `SELECT COALESCE(folder_id, 'given') AS folder, path, sha256, account FROM file_account`,
    accountSchema,
  );
  const lost = all(
    `SELECT count(*) AS count FROM submission WHERE state = 'accepted' AND task_uuid NOT IN (SELECT uuid FROM task)`,
    countSchema,
  );
  return {
    // The person who gave a document by hand heard that the document was held or a duplicate; the document counts once.
    files: accounts
      .filter(({ folder, account }) => folder !== 'given' || !['duplicate', 'held'].includes(account))
      .map(({ folder, path: file, sha256, account }) => `${folder} ${nameOf(sha256) ?? file}: ${account}`)
      .sort(),
    messages: all(`SELECT json_extract(payload, '$.kind') AS kind, state FROM message`, messageSchema)
      .map(({ kind, state }) => `${kind}: ${state}`)
      .sort(),
    submissions: all(
      `SELECT state, group_concat(sha256) AS files FROM submission JOIN submission_file ON submission_id = submission.id GROUP BY id`,
      submissionSchema,
    )
      .map(({ state, files }) => `${state}: ${files.split(',').map(nameOf).sort().join('+')}`)
      .sort(),
    'accepted without a Task': lost.filter(({ count }) => count > 0).map(({ count }) => String(count)),
  };
}

/** Audit entries written in the transaction of their change: one entry each, however often a person tried. */
const WITH_THE_CHANGE = [
  'submission.added',
  'submission.retried',
  'file.decided',
  'folder.backlog-decided',
  'folder.resumed',
];
/** Audit entries of changes outside the ledger: each new try writes a new entry. */
const BESIDE_THE_CHANGE = ['secret.set', 'secret.cleared', 'settings.changed', 'document.saved'];

const entrySchema = z.object({ action: z.string(), detail: z.string() });
const folderSchema = z.object({ id: z.string(), backlog: z.string(), paused: z.int() });
const answerSchema = z.object({ state: z.string(), hops: z.int() });
const twinSchema = z.object({ origin: z.enum(['drop', 'folder']), state: z.string() });
const endedSchema = z.object({ ok: z.boolean() });
const requestSchema = z.object({ outcome: z.string().nullable() });

/** Documents that are withdrawn, or sent when the withdrawal came too late: `taken back` judges them. */
const UNDONE = /(undone|(recalled|twin)(-\w+)?)\.pdf|: withdrawn$/;
const KEPT_WHEN_WITHDRAWN = /old-out\.pdf/;

/** The outcome of the scene `desk`: the common outcome, and decisions, settings and saved documents. */
function deskOutcome(
  common: Outcome,
  { root, ledger, names }: { root: string; ledger: Ledger; names: ReadonlyMap<string, string> },
): Outcome {
  const all = <S extends z.ZodType>(sql: string, schema: S) => readAll(ledger.db.prepare(sql), schema);
  const audit = all('SELECT action, detail FROM audit', entrySchema);
  const once = audit.filter((entry) => WITH_THE_CHANGE.includes(entry.action) && !isSometimes(entry));
  const often = new Set(
    audit.map(({ action }) => action).filter((action) => BESIDE_THE_CHANGE.includes(action)),
  );
  // A person who was told why a request failed asks again.
  const requests = all('SELECT outcome FROM request', requestSchema).filter(
    ({ outcome }) => outcome === null || endedSchema.parse(JSON.parse(outcome)).ok,
  );
  const { tracking, lock } = settingsSchema.parse(
    JSON.parse(readFileSync(join(root, 'settings.json'), 'utf8')),
  );
  return {
    ...Object.fromEntries(
      Object.entries(common).map(([key, lines]) => [
        key,
        key === 'disk' ? lines : lines.filter((line) => !UNDONE.test(line) || KEPT_WHEN_WITHDRAWN.test(line)),
      ]),
    ),
    'taken back': takenBack(common, ledger),
    audit: [...once.map(({ action, detail }) => `${action} ${withoutIds(detail)}`), ...often].sort(),
    folders: all('SELECT id, backlog, paused FROM folder', folderSchema)
      .map(({ id, backlog, paused }) => `${id}: ${backlog}, ${paused === 1 ? 'paused' : 'watched'}`)
      .sort(),
    // Only some runs leave the note that the service had the answer already.
    answers: all(
      `SELECT state, COALESCE(json_array_length(progress, '$.redirectedTo'), 0) AS hops
       FROM message WHERE lane = 'answers' AND state <> 'withdrawn'`,
      answerSchema,
    )
      .map(({ state, hops }) => `${state}, led on ${hops} times`)
      .sort(),
    set: [`Tasks are looked after every ${tracking.seconds} s, it locks after ${lock.idleMinutes} minutes`],
    // A command line that hears no outcome asks again; each request is carried out once.
    requests: [
      `paused for each request: ${audit.filter(({ action }) => action === 'folder.paused').length === requests.length}`,
      ...new Set(requests.map(({ outcome }) => outcome ?? 'open')),
    ],
    secrets: Object.keys(secretsIn(root)).sort(),
    // A person who was told that saving failed chooses another name; each saved file is whole.
    saved: [...new Set(contentsOf(root, 'saved', names).map((line) => line.replaceAll(/\d+/g, 'N')))],
    'parts of files': [
      root,
      join(root, 'data'),
      join(root, 'data/clinic'),
      join(root, 'data/clinic/documents'),
    ]
      .filter((folder) => existsSync(folder))
      .flatMap((folder) => readdirSync(folder))
      .filter((name) => /part|tmp|[0-9a-f]{8}-/.test(name) && !/^\.(probe-|.*\.tmp$)/.test(name)),
  };
}

/** A person sends a scan that is no duplicate any more, but not a scan whose document went. A refusal can be lost. */
const isSometimes = ({ action, detail }: z.infer<typeof entrySchema>) =>
  (action === 'file.decided' && detail.includes('"decision":"send"}')) ||
  (action === 'submission.retried' && !detail.includes('task_type'));

/** Whether every document of a withdrawal is withdrawn or sent once, with its audit entries. */
function takenBack({ service = [], submissions = [] }: Outcome, ledger: Ledger): string[] {
  const count = (sql: string) =>
    countSchema.parse(ledger.db.prepare(`SELECT count(*) AS count FROM ${sql}`).get()).count;
  const of = (lines: readonly string[], file: string) => lines.filter((line) => line.includes(file));
  const statesOf = (file: string) => of(submissions, file).map((line) => line.replace(/:.*/, ''));
  const isSettled = (file: string) => {
    const tasks = of(service, file).length;
    return statesOf(file).join() === (tasks === 0 ? 'withdrawn' : 'accepted') && tasks <= 1;
  };
  const isSentOnce = (file: string) =>
    of(service, file).length === 1 &&
    statesOf(file)
      .filter((state) => state !== 'withdrawn')
      .join() === 'accepted';
  const withdrawn =
    count(`submission WHERE state = 'withdrawn'`) + count(`message WHERE state = 'withdrawn'`);
  const told = count(`audit WHERE action = 'submission.withdrawn'`);
  const retried = count(`audit WHERE action = 'submission.retried' AND detail NOT LIKE '%task_type%'`);
  // Decisions in the folder "pairs" are about the recalled page, or about the page that came late to the group of the recalled page.
  const decided = count(
    `audit WHERE action = 'file.decided' AND detail LIKE '%"decision":"send"}'
       AND subject NOT IN (SELECT CAST(id AS TEXT) FROM file WHERE folder_id = 'pairs')`,
  );
  /** A given document whose withdrawal came too late becomes a Task; otherwise the scan does, by a person's decision. */
  const isSentOneWay = (tasks: number): boolean => {
    const given = `SELECT payload_hash FROM submission WHERE origin = 'drop' GROUP BY payload_hash HAVING count(*) > 1`;
    const sent = readAll(
      ledger.db.prepare(
        `SELECT DISTINCT origin, state, submission.id FROM submission JOIN submission_file ON submission_id = submission.id
         WHERE payload_hash IN (${given})`,
      ),
      twinSchema,
    );
    const went = sent.filter(({ state }) => state === 'accepted');
    const scans = sent.filter(({ origin }) => origin === 'folder');
    const rest = sent.filter(({ state }) => state !== 'accepted').every(({ state }) => state === 'withdrawn');
    const scanned = went.filter(({ origin }) => origin === 'folder').length;
    return (
      rest &&
      went.length === tasks &&
      tasks >= 1 &&
      scans.length === decided &&
      (scanned === 0 ? scans.length === 0 : went.length === 1)
    );
  };
  // The decision about a late file made one answer.
  const answers = count(`message WHERE lane = 'answers'`) - 1;
  return [
    `${DESK_FILES.undone} is withdrawn, or became one Task: ${isSettled(DESK_FILES.undone)}`,
    ...[DESK_FILES.recalled, DESK_FILES.recalledToo].map(
      (file) => `${file} became one Task: ${isSentOnce(file)}`,
    ),
    `${DESK_FILES.twin} went as it was given or as it was scanned: ${isSentOneWay(of(service, DESK_FILES.twin).length)}`,
    `refusals that were heard and tried again: ${retried <= 1 ? 'at most one' : retried}`,
    `an entry for each that was withdrawn: ${told === withdrawn}`,
    `an entry for each answer: ${count(`audit WHERE action = 'answer.added'`) === answers}`,
  ];
}

const withoutIds = (detail: string) => detail.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'Task');
