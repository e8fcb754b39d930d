import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A statement that changes a ledger, as the program's own text has it. */
interface WrittenStatement {
  /** Relative to src-main. */
  readonly file: string;
  readonly text: string;
  /** Whether a statement of a run is this one; a placeholder matches any text. */
  isOf(ran: string): boolean;
}

const SOURCES = join(import.meta.dirname, '../../../src-main');
const VERBS = '(?:INSERT|UPDATE|DELETE|REPLACE|VACUUM)\\s';
const LITERAL = new RegExp(`\`(${VERBS}[^\`]*)\`|'(${VERBS}[^'\\n]*)'|"(${VERBS}[^"\\n]*)"`, 'g');
const CHANGES = new RegExp(`^${VERBS}`);
const FILLED_IN = /\$\{(?:[^{}]|\{[^}]*\})*\}/;

/**
 * Every statement in the program's text that changes a ledger, also statements that no run has prepared yet. Every first
 * start runs the statements of the schema (`ledger/schema/`). Statements in `core/stations/postgres/` change the stations'
 * database and no ledger.
 */
function writtenStatements(): WrittenStatement[] {
  return globSync('{core,hosts}/**/*.ts', { cwd: SOURCES })
    .filter((file) => !file.includes('/ledger/schema/') && !file.startsWith('core/stations/postgres/'))
    .sort()
    .flatMap((file) =>
      [...readFileSync(join(SOURCES, file), 'utf8').matchAll(LITERAL)].map((found) => {
        const text = inOneLine(found.slice(1).find((one) => one !== undefined) ?? '');
        const parts = text.split(FILLED_IN).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
        const pattern = new RegExp(`^${parts.join('.*')}$`);
        return { file, text, isOf: (ran: string) => pattern.test(inOneLine(ran)) };
      }),
    );
}

function changesAmong(ran: Iterable<string>): string[] {
  return [...new Set([...ran].map(inOneLine))].filter((text) => CHANGES.test(text));
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** @throws when a writing statement of the program is met by no scene without a reason in NOT_MET, or NOT_MET is outdated */
export function assertStatementsMet(statements: readonly string[]): void {
  const ran = changesAmong(statements);
  const schema = inOneLine(
    globSync('core/ledger/schema/*.ts', { cwd: SOURCES })
      .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
      .join(' '),
  );
  const written = writtenStatements();
  const unmet = written
    .filter((one) => !ran.some((text) => one.isOf(text)))
    .map(({ file, text }) => `${file}: ${text}`);
  const excused = NOT_MET.flatMap(({ which }) => which);
  const always = NOT_MET.flatMap(({ which, sometimes }) => (sometimes === true ? [] : which));
  const wrong = [
    ...unmet
      .filter((one) => !excused.some((start) => one.startsWith(start)))
      .map((one) => `no scene runs ${one}`),
    ...always
      .filter((start) => !unmet.some((one) => one.startsWith(start)))
      .map((start) => `in NOT_MET, but met or gone: ${start}`),
    ...ran
      .filter((text) => !schema.includes(text) && !written.some((one) => one.isOf(text)))
      .map((text) => `ran, but not found in the program's text: ${text}`),
  ];
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

interface Excuse {
  readonly why: string;
  /** The file and the beginning of the statement; a file alone stands for all its statements. */
  readonly which: readonly string[];
  /** A slow machine may meet the statements nevertheless. */
  readonly sometimes?: true;
}

/** Statements that neither scene runs without a fault, with the reason. */
const NOT_MET: readonly Excuse[] = [
  {
    why: 'a name that changed only in case keeps its row only where the file system ignores case',
    which: ['core/ledger/tables/files.ts: UPDATE file SET name_key = @to'],
  },
  {
    why: 'Bodies of temporary triggers: SQLite runs them with the statement that they follow, on a temporary table.',
    which: ['core/ledger/tables/counts.ts: INSERT INTO $', 'core/ledger/tables/counts.ts: UPDATE $'],
  },
  {
    why: 'Run only after a failure or a kill: the runs with a fault run them.',
    sometimes: true,
    which: [
      'core/ledger/tables/files.ts: UPDATE file SET move_attempts',
      'core/ledger/tables/folders.ts: UPDATE folder SET reachable = 0',
      'core/ledger/tables/messages.ts: UPDATE message SET state = @state, next_at = @nextAt',
      `core/ledger/tables/outbox-rows.ts: UPDATE \${table} SET next_at = @nextAt, failures = failures + 1`,
      "core/ledger/tables/submissions.ts: UPDATE submission SET state = 'queued'",
      "core/ledger/tables/submissions.ts: UPDATE submission SET state = 'unconfirmed', next_at = @nextAt",
      'core/ledger/tables/submissions.ts: UPDATE submission SET next_at = @nextAt, failures = @failures, misses',
    ],
  },
  {
    why: 'One row in the transaction of its submission, which the scenes meet: test/unit/hosts/app/corrections.test.ts.',
    which: ['core/ledger/tables/corrections.ts: INSERT INTO correction'],
  },
  {
    why: 'A withdrawal of several rows that waits for its undo time, or is undone. No scene; test/unit/hosts/app/outbox.test.ts.',
    which: [
      `core/ledger/tables/outbox-rows.ts: UPDATE \${table} SET next_at = MAX(next_at`,
      `core/ledger/tables/outbox-rows.ts: UPDATE \${table} SET next_at = MIN(next_at`,
    ],
  },
  {
    why: 'Takes a second station on the same folder, or a Task that another one made: the part stations, with kills.',
    which: [
      "core/ledger/tables/perhaps-sent.ts: UPDATE submission SET state = 'unconfirmed'",
      'core/ledger/tables/perhaps-sent.ts: UPDATE submission SET problem_code',
      'core/ledger/tables/perhaps-sent.ts: UPDATE submission SET attempts = 1',
      "core/ledger/tables/submissions.ts: UPDATE submission SET state = 'unconfirmed', unconfirmed_since = @now, next_at = @now, misses",
      'core/ledger/tables/submissions.ts: DELETE FROM submission_file',
      'core/ledger/tasks/tasks.ts: UPDATE task SET mine',
    ],
  },
  {
    why: 'Takes a PostgreSQL: the part hospital kills the stations; test/unit/core/stations/postgres has each case.',
    which: [
      'core/ledger/tables/claims.ts',
      "core/ledger/tables/files.ts: UPDATE file SET state = 'duplicate', sha256 = @sha256, duplicate_of = NULL",
    ],
  },
  {
    why: 'How the staff handle a Task: one row with its audit entry in one transaction, as the edits of the scene: test/unit/core/views/waiting-view.test.ts.',
    which: [
      'core/ledger/tasks/handling.ts: INSERT INTO staff_note',
      'core/ledger/tasks/handling.ts: DELETE FROM task_assignee',
      'core/ledger/tasks/handling.ts: INSERT OR REPLACE INTO task_assignee',
      'core/ledger/tasks/handling.ts: INSERT OR REPLACE INTO task_put_away',
      'core/ledger/tasks/handling.ts: DELETE FROM task_put_away',
    ],
  },
  {
    why: 'Restoring a backup, for which no engine may run: test/unit/core/installation/backup-and-restore.test.ts kills at each step.',
    which: ['core/ledger/backup/replace-ledger.ts'],
  },
  {
    why: 'Texts of a ledger that a restore put back, or of a damaged index: test/unit/core/ledger/tasks/task-texts.test.ts.',
    which: [
      'core/ledger/tasks/task-texts.ts: INSERT INTO task_text (rowid, text)',
      'core/ledger/tasks/task-texts.ts: UPDATE task SET text_id',
    ],
  },
  {
    why: 'A service that denies a Task, or names the Task no more: the part model, trial "forgetting service".',
    which: [
      'core/ledger/tasks/tasks.ts: UPDATE task SET denied_since = COALESCE',
      'core/ledger/tasks/tasks.ts: UPDATE task SET denied_since = unlisted_since',
      'core/ledger/tasks/tasks.ts: UPDATE task SET denied_since = NULL',
      'core/ledger/tasks/tasks.ts: UPDATE task SET unlisted_since',
    ],
  },
  {
    why: 'Two Tasks of one submission: one row with its audit entry in one transaction: test/unit/core/tracking/record-check.test.ts; the part model, trial "repeating gateway".',
    which: ['core/ledger/tables/twins.ts'],
  },
  {
    why: 'A station without a record, or with an older record: test/unit/core/tracking/record-check.test.ts and test/app/command-line/disk-put-back.test.ts.',
    which: [
      'core/ledger/tables/record-behind.ts: INSERT INTO submission',
      'core/ledger/tables/witnessed.ts: INSERT INTO witnessed',
    ],
  },
  {
    why: 'A rule that got another name: all rows in one transaction: test/unit/core/folders/renamed-rule.test.ts.',
    which: ['core/ledger/tables/known-folders.ts'],
  },
  {
    why: 'A refused answer that becomes a Task of its own, in one transaction: test/app/command-line/answers.test.ts.',
    which: ['core/answering/answer-as-task.ts'],
  },
  {
    why: 'A program that writes into a moved file: test/unit/core/folders/grown.test.ts.',
    which: [
      "core/ledger/tables/files.ts: UPDATE file SET move_state = 'given-up'",
      'core/ledger/tables/files.ts: UPDATE file SET move_next_at = ?',
    ],
  },
  {
    why: 'A ledger that could not be written is probed: test/unit/hosts/one-state.test.ts.',
    which: ['core/ledger/db/write-trouble.ts'],
  },
  {
    why: 'The first start with a ledger that was put back, in one transaction: test/unit/core/installation/backup-and-restore.test.ts.',
    which: ['core/ledger/backup/detect-restore.ts'],
  },
];
