import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Ledger } from '../../../src-main/core/ledger/db/ledger.ts';
import { openLedger } from '../../../src-main/core/ledger/db/open-ledger.ts';
import type { PracticeAdmin } from '../../../src-main/practice/service.ts';
import { deskOutcome } from './desk-outcome.ts';
import type { SceneName } from './fault.ts';
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

function openedLedger(root: string): Ledger {
  const secrets = join(root, 'secrets.json');
  const { entries } = secretsSchema.parse(JSON.parse(readFileSync(secrets, 'utf8')));
  const path = join(root, 'data', 'clinic', 'ledger.db');
  return openLedger({ path, key: entries['ledger-key:clinic'] ?? '', now: Date.now, mode: 'reader' });
}

function ledgerOf(ledger: Ledger, names: ReadonlyMap<string, string>): Outcome {
  const nameOf = (sha256: string | null) => (sha256 === null ? null : (names.get(sha256) ?? 'other bytes'));
  const all = <S extends z.ZodType>(sql: string, schema: S) =>
    ledger.db
      .prepare(sql)
      .all()
      .map((row) => schema.parse(row));
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
