import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { settingsSchema } from '../../../src-main/contract/settings.ts';
import type { Ledger } from '../../../src-main/core/ledger/db/ledger.ts';
import type { Outcome } from './outcome.ts';
import { DESK_FILES } from './scene-files.ts';
import { contentsOf } from './scene-folders.ts';

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
const countSchema = z.object({ count: z.int() });
const twinSchema = z.object({ origin: z.enum(['drop', 'folder']), state: z.string() });
const endedSchema = z.object({ ok: z.boolean() });
const requestSchema = z.object({ outcome: z.string().nullable() });
const secretsSchema = z.object({ entries: z.record(z.string(), z.string()) });

/** Documents that are withdrawn, or sent when the withdrawal came too late: `taken back` judges them. */
const UNDONE = /(undone|(recalled|twin)(-\w+)?)\.pdf|: withdrawn$/;
const KEPT_WHEN_WITHDRAWN = /old-out\.pdf/;

/** The outcome of the scene `desk`: the common outcome, and decisions, settings and saved documents. */
export function deskOutcome(
  common: Outcome,
  { root, ledger, names }: { root: string; ledger: Ledger; names: ReadonlyMap<string, string> },
): Outcome {
  const all = <S extends z.ZodType>(sql: string, schema: S) =>
    ledger.db
      .prepare(sql)
      .all()
      .map((row) => schema.parse(row));
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
  const secrets = secretsSchema.parse(JSON.parse(readFileSync(join(root, 'secrets.json'), 'utf8')));
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
    secrets: Object.keys(secrets.entries).sort(),
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
  // One decision is about the recalled page, or the page that came late to it.
  const decided = count(`audit WHERE action = 'file.decided' AND detail LIKE '%"decision":"send"}'`) - 1;
  /** A given document whose withdrawal came too late becomes a Task; otherwise the scan does, by a person's decision. */
  const isSentOneWay = (tasks: number): boolean => {
    const sent = ledger.db
      .prepare(
        `SELECT DISTINCT origin, state, submission.id FROM submission JOIN submission_file ON submission_id = submission.id
         WHERE payload_hash IN (SELECT payload_hash FROM submission WHERE origin = 'drop' GROUP BY payload_hash HAVING count(*) > 1)`,
      )
      .all()
      .map((row) => twinSchema.parse(row));
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
