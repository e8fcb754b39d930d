import { z } from 'zod';
import { dayOf, startOfDay } from '../../contract/local-day.ts';
import { say } from '../../contract/say.ts';
import type { Period } from '../../contract/verbs/insights.ts';
import type { Insights } from '../../contract/views/insights.ts';
import { type Ledger, readAll, readNumber } from '../ledger/db/ledger.ts';
import { IS_CORRECTED } from '../ledger/tables/corrections.ts';
import { putAwayRow } from '../ledger/tasks/handling.ts';
import { DETAILS } from '../ledger/tasks/snapshots.ts';
import { EVERY_CODE_APPROVED, SOME_CODE_NOT_APPROVED, UNENDED } from '../ledger/tasks/tasks.ts';
import { PlainError } from '../plain-error.ts';
import { asOf } from '../views/tasks-view.ts';
import { answersOf } from '../views/waiting-view.ts';

/** The bounds of the period in microseconds: `after` is inclusive, `before` exclusive. */
interface Range extends Record<string, number> {
  readonly after: number;
  readonly before: number;
}

/**
 * Counts what happened in a period. Reads only columns of the ledger and no payloads, so that 100,000 Tasks take a fraction of a second.
 * `now` decides which Tasks wait for a person, as on the screen Waiting.
 *
 * @throws PlainError `insights.period` if the period ends before it begins
 */
export function insightsOf(ledger: Ledger, { from, to }: Period, now: number): Insights {
  if (to < from)
    throw new PlainError(
      'insights.period',
      say('documents.lastDayPeriodBefore'),
      say('documents.chooseLastDayNot'),
    );
  const range = { after: startOfDay(from).getTime() * 1000, before: startOfDay(to, 1).getTime() * 1000 };
  return {
    from,
    to,
    as_of: asOf(ledger),
    created: createdIn(ledger, range, now),
    decided: decidedIn(ledger, range),
    waiting: waitingIn(ledger, range),
  };
}

const tasksSchema = z.object({ tasks: z.int() });
const slotSchema = tasksSchema.extend({ slot: z.int() });
const QUARTER_US = 900_000_000;
const CREATED = 'FROM task WHERE test = 0 AND created_us >= @after AND created_us < @before';

// SQL: the status of a Task that waits at the service. `waiting` means that the Task is on the screen Waiting.
const WAITING_STATUS = `CASE WHEN uuid IN (SELECT value FROM json_each(@answered)) THEN 'answered'
  WHEN EXISTS (${putAwayRow('@day', 'given-up')}) THEN 'given-up'
  WHEN EXISTS (${putAwayRow('@day', 'set-aside')}) THEN 'set-aside' ELSE status END`;

function createdIn(ledger: Ledger, range: Range, now: number): Insights['created'] {
  // SQLite counts by quarter hours of UTC, and the program assigns each quarter hour to a local day: every local day begins at a quarter
  // hour of UTC. SQLite does not compute the local days, because SQLite may use another time zone than the program.
  const slots = readAll(
    ledger.prepared(
      `SELECT created_us / ${QUARTER_US} AS slot, COUNT(*) AS tasks ${CREATED} GROUP BY 1 ORDER BY 1`,
    ),
    slotSchema,
    range,
  );
  const days = Map.groupBy(slots, ({ slot }) => dayOf(new Date((slot * QUARTER_US) / 1000)));
  const byStatus = ledger.prepared(
    `SELECT IIF(denied_since IS NOT NULL AND ${UNENDED}, IIF(gone_since IS NULL, 'denied', 'gone'),
         IIF(status = 'waiting', ${WAITING_STATUS}, status)) AS status,
       COUNT(*) AS tasks ${CREATED} GROUP BY 1 ORDER BY 2 DESC, 1`,
  );
  const answered = JSON.stringify(answersOf(ledger, now).map(({ task }) => task));
  return {
    tasks: sum(slots, 'tasks'),
    by_day: [...days].map(([day, some]) => ({ day, tasks: sum(some, 'tasks') })),
    by_status: readAll(byStatus, tasksSchema.extend({ status: z.string() }), {
      ...range,
      answered,
      day: dayOf(new Date(now)),
    }),
  };
}

const DECIDED = `task.status = 'completed' AND task.test = 0 AND changed_us >= @after AND changed_us < @before`;
const VERDICTS = `task JOIN task_verdict ON task_verdict.task_uuid = task.uuid`;

const folderSchema = tasksSchema.extend({ folder: z.string().nullable(), mine: z.int() });
const groupSchema = folderSchema.omit({ tasks: true }).extend({
  code: z.string(),
  approved: z.int(),
  not_approved: z.int(),
});

const decidedSchema = tasksSchema.extend({
  tasks_approved: z.int(),
  tasks_not_approved: z.int(),
  no_verdict: z.int(),
  not_loaded: z.int(),
  deleted: z.int(),
  tasks_corrected: z.int(),
});

function decidedIn(ledger: Ledger, range: Range): Insights['decided'] {
  const groups = readAll(
    ledger.prepared(
      `SELECT code, folder_id AS folder, mine, SUM(approved) AS approved, SUM(1 - approved) AS not_approved
       FROM ${VERDICTS} WHERE ${DECIDED} GROUP BY 1, 2, 3`,
    ),
    groupSchema,
    range,
  );
  const tasks = ledger.prepared(
    `SELECT COUNT(*) AS tasks, COUNT(*) FILTER (WHERE outcome = 'approved') AS tasks_approved,
       COUNT(*) FILTER (WHERE outcome = 'not-approved') AS tasks_not_approved,
       COUNT(*) FILTER (WHERE outcome = 'loaded') AS no_verdict,
       COUNT(*) FILTER (WHERE outcome IN ('not_loaded', 'as_of')) AS not_loaded,
       COUNT(*) FILTER (WHERE outcome = 'deleted') AS deleted, COUNT(*) FILTER (WHERE corrected) AS tasks_corrected
     FROM (SELECT CASE WHEN ${EVERY_CODE_APPROVED} THEN 'approved'
         WHEN ${SOME_CODE_NOT_APPROVED} THEN 'not-approved' ELSE ${DETAILS} END AS outcome, ${IS_CORRECTED} AS corrected
       FROM task WHERE ${DECIDED})`,
  );
  const folders = readAll(
    ledger.prepared(
      `SELECT folder_id AS folder, mine, COUNT(DISTINCT uuid) AS tasks FROM ${VERDICTS} WHERE ${DECIDED} GROUP BY 1, 2`,
    ),
    folderSchema,
    range,
  );
  const tasksOf = Map.groupBy(folders, folderKey);
  const times = durationsIn(ledger, range);
  return {
    ...decidedSchema.parse(tasks.get(range)),
    approved: sum(groups, 'approved'),
    not_approved: sum(groups, 'not_approved'),
    ...times.ofTasks,
    by_code: outcomesBy(groups, ({ code }) => code).map(([{ code }, outcomes]) => ({
      code,
      ...outcomes,
      ...(times.ofCode.get(code) ?? NO_TIMES),
    })),
    by_folder: outcomesBy(groups, folderKey).map(([group, outcomes]) => ({
      folder: group.folder,
      other_station: group.folder === null && group.mine === 0,
      tasks: sum(tasksOf.get(folderKey(group)) ?? [], 'tasks'),
      ...outcomes,
    })),
    by_reason: reasonsBy(ledger, range, {
      from: `${VERDICTS} JOIN verdict_reason AS reason
        ON reason.task_uuid = task_verdict.task_uuid AND reason.position = task_verdict.position WHERE ${DECIDED}`,
      one: `reason.task_uuid || ' ' || reason.position`,
    }).map(({ count, ...reason }) => ({ ...reason, not_approved: count })),
  };
}

type Group = z.infer<typeof groupSchema>;

// All folders of other stations together are one group, and so are all documents that a person added by hand.
const folderKey = ({ folder, mine }: Pick<Group, 'folder' | 'mine'>): string | number => folder ?? mine;

/** Returns, for each key, a group with this key and the sums over all groups with this key. The key with the most verdicts comes first. */
function outcomesBy(groups: readonly Group[], key: (group: Group) => string | number) {
  return [...Map.groupBy(groups, key)]
    .flatMap(([, some]) => {
      const outcomes = { approved: sum(some, 'approved'), not_approved: sum(some, 'not_approved') };
      return some.slice(0, 1).map((first) => [first, outcomes] as const);
    })
    .sort(([, a], [, b]) => b.approved + b.not_approved - a.approved - a.not_approved);
}

const NO_TIMES = { p50_seconds: null, p90_seconds: null };
const timeSchema = z.object({ code: z.string(), position: z.int(), us: z.number() });

/** Returns percentiles of the time from the creation of a Task to its verdicts: for all Tasks together, and for each code. */
function durationsIn(ledger: Ledger, range: Range) {
  const times = readAll(
    ledger.prepared(
      `SELECT code, position, MAX(changed_us - created_us, 0) AS us FROM ${VERDICTS} WHERE ${DECIDED}`,
    ),
    timeSchema,
    range,
  );
  return {
    ofTasks: percentiles(times.filter(({ position }) => position === 0)),
    ofCode: new Map(
      [...Map.groupBy(times, ({ code }) => code)].map(([code, some]) => [code, percentiles(some)]),
    ),
  };
}

/** Returns the 50th and the 90th percentile by the nearest-rank method. */
function percentiles(
  times: readonly { readonly us: number }[],
): Pick<Insights['decided'], keyof typeof NO_TIMES> {
  const sorted = Float64Array.from(times, ({ us }) => us / 1e6).sort();
  const at = (percent: number) => sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? null;
  return { p50_seconds: at(50), p90_seconds: at(90) };
}

const WAITS = `task_wait AS reason WHERE since_us >= @after AND since_us < @before
  AND EXISTS (SELECT 1 FROM task WHERE uuid = task_uuid AND test = 0)`;
const WAIT = `task_uuid || ' ' || since_us`;

function waitingIn(ledger: Ledger, range: Range): Insights['waiting'] {
  return {
    waits: readNumber(ledger.prepared(`SELECT COUNT(DISTINCT ${WAIT}) FROM ${WAITS}`), range),
    by_reason: reasonsBy(ledger, range, { from: WAITS, one: WAIT }).map(({ count, ...reason }) => ({
      ...reason,
      waits: count,
    })),
  };
}

/** The maximum number of different messages that the insights show for each kind of reason. */
const WORDS = 5;
const KIND = 'reason.key, reason.property, reason.record_type';
const kindSchema = z.object({
  key: z.string().nullable(),
  property: z.string().nullable(),
  record_type: z.string().nullable(),
  count: z.int(),
});
const countedSchema = kindSchema.extend({ tasks: z.int() });

/**
 * Counts by kind of issue, the most frequent kind first. `from`: the SQL of the issues. `one`: the SQL of the id of a verdict or a wait,
 * which counts only once for a kind even with several issues of the kind.
 */
function reasonsBy(
  ledger: Ledger,
  range: Range,
  { from, one }: { readonly from: string; readonly one: string },
) {
  const kinds = readAll(
    ledger.prepared(
      `SELECT ${KIND}, COUNT(DISTINCT ${one}) AS count, COUNT(DISTINCT reason.task_uuid) AS tasks
       FROM ${from} GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3`,
    ),
    countedSchema,
    range,
  );
  const messages = readAll(
    ledger.prepared(
      `SELECT * FROM (
         SELECT ${KIND}, message, COUNT(DISTINCT ${one}) AS count,
           ROW_NUMBER() OVER (PARTITION BY ${KIND} ORDER BY COUNT(DISTINCT ${one}) DESC, message) AS place
         FROM ${from} AND message <> '' GROUP BY 1, 2, 3, 4)
       WHERE place <= ${WORDS} ORDER BY place`,
    ),
    kindSchema.extend({ message: z.string() }),
    range,
  );
  const identity = ({ key, property, record_type: type }: Omit<z.infer<typeof kindSchema>, 'count'>) =>
    JSON.stringify([key, property, type]);
  const words = Map.groupBy(messages, identity);
  return kinds.map((kind) => ({
    ...kind,
    words: (words.get(identity(kind)) ?? []).map(({ message, count }) => ({ message, count })),
  }));
}

const sum = <K extends string>(rows: readonly Readonly<Record<K, number>>[], name: K) =>
  rows.reduce((total, row) => total + row[name], 0);
