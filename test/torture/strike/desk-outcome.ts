import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { settingsSchema } from '../../../src-main/contract/settings.ts';
import type { Ledger } from '../../../src-main/core/ledger/ledger.ts';
import type { Outcome } from './difference.ts';
import { contentsOf } from './place.ts';

/** Entries that are kept in the transaction of what they tell of: one each, however often somebody tried. */
const WITH_THE_CHANGE = [
  'submission.added',
  'submission.retried',
  'submission.withdrawn',
  'answer.added',
  'file.decided',
  'folder.backlog-decided',
  'folder.resumed',
];
/** Entries of what is changed elsewhere than in the ledger: who tries again is told of again. */
const BESIDE_THE_CHANGE = ['secret.set', 'secret.cleared', 'settings.changed', 'document.saved'];

const entrySchema = z.object({ action: z.string(), detail: z.string() });
const folderSchema = z.object({ id: z.string(), backlog: z.string(), paused: z.int() });
const answerSchema = z.object({ state: z.string(), problem: z.string().nullable(), hops: z.int() });
const requestSchema = z.object({ outcome: z.string().nullable() });
const secretsSchema = z.object({ entries: z.record(z.string(), z.string()) });

/** What the scene `desk` leaves besides: decisions, what is set, what was saved. */
export function deskOutcome(root: string, ledger: Ledger, names: ReadonlyMap<string, string>): Outcome {
  const all = <S extends z.ZodType>(sql: string, schema: S) =>
    ledger.db
      .prepare(sql)
      .all()
      .map((row) => schema.parse(row));
  const audit = all('SELECT action, detail FROM audit', entrySchema);
  const once = audit.filter(({ action }) => WITH_THE_CHANGE.includes(action));
  const often = new Set(
    audit.map(({ action }) => action).filter((action) => BESIDE_THE_CHANGE.includes(action)),
  );
  const requests = all('SELECT outcome FROM request', requestSchema);
  const { tracking, lock } = settingsSchema.parse(
    JSON.parse(readFileSync(join(root, 'settings.json'), 'utf8')),
  );
  const { entries } = secretsSchema.parse(JSON.parse(readFileSync(join(root, 'secrets.json'), 'utf8')));
  return {
    audit: [...once.map(({ action, detail }) => `${action} ${withoutIds(detail)}`), ...often].sort(),
    folders: all('SELECT id, backlog, paused FROM folder', folderSchema)
      .map(({ id, backlog, paused }) => `${id}: ${backlog}, ${paused === 1 ? 'paused' : 'watched'}`)
      .sort(),
    // What was taken back may have been tried before, as nothing goes out without a secret.
    answers: all(
      `SELECT state, CASE state WHEN 'accepted' THEN problem_code END AS problem, COALESCE(json_array_length(progress, '$.redirectedTo'), 0) AS hops
       FROM message WHERE lane = 'answers'`,
      answerSchema,
    )
      .map(({ state, problem, hops }) => `${state}, ${problem}, led on ${hops} times`)
      .sort(),
    set: [`Tasks are looked after every ${tracking.seconds} s, it locks after ${lock.idleMinutes} minutes`],
    // Whoever is not told what came of a request asks again; each is carried out once.
    requests: [
      `paused for each request: ${audit.filter(({ action }) => action === 'folder.paused').length === requests.length}`,
      ...new Set(requests.map(({ outcome }) => outcome ?? 'open')),
    ],
    secrets: Object.keys(entries).sort(),
    // Whoever is told that it was not saved chooses another name; each that is there is whole.
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

const withoutIds = (detail: string) => detail.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'Task');
