import { readdirSync } from 'node:fs';
import { z } from 'zod';
import { type Ledger, readAll } from '../../../src-main/core/ledger/db/ledger.ts';
import { accountOf } from '../../../src-main/core/ledger/tables/counts.ts';
import { fileSchema } from '../../../src-main/core/ledger/tables/files.ts';
import { submissionSchema } from '../../../src-main/core/ledger/tables/outbox-rows.ts';
import { spoolNamesInUse } from '../../../src-main/core/ledger/tables/submissions.ts';
import { taskRowSchema } from '../../../src-main/core/ledger/tasks/task-row.ts';
import { tasksView } from '../../../src-main/core/views/tasks-view.ts';
import type { ModelTask } from '../service-model/model-task.ts';
import type { ModelTasks } from '../service-model/model-tasks.ts';
import { judgeAccepted, sha256sOf } from './judge-accepted.ts';
import { judgeFiles } from './judge-files.ts';
import { judgeMessages } from './judge-messages.ts';
import type { Judged } from './judged.ts';
import type { WorldStation } from './station.ts';
import { judgeUnsent } from './unsent.ts';

/** The longest delay of a move into the archive. */
const LONGEST_MOVE_WAIT_MS = 3_600_000;

/** What does not hold at rest, with the broken invariant. */
export function judge(world: Judged, options: { readonly spoolIsTidy: boolean }): string[] {
  const wrong: string[] = [...world.decided.seen];
  const ledgers = world.stations.map(({ running: { ledger } }) => ledger);
  for (const station of world.stations) {
    const own = station.running.ledger;
    const others = ledgers.filter((ledger) => ledger !== own);
    const found = [
      ...judgeLedger(world, own, (id) => others.some((ledger) => accepted(ledger, id))),
      ...judgeMoves(station),
      ...judgeGone(world, own),
      ...judgePurposes(station),
    ];
    wrong.push(...found.map((what) => `${station.name}: ${what}`));
  }
  wrong.push(
    ...judgeAccepted(world),
    ...judgeMessages(world),
    ...judgeService(world),
    ...judgeUnsent(world),
    ...judgeFiles(world),
  );
  if (!options.spoolIsTidy || wrong.length > 0) return wrong;
  for (const station of world.stations) {
    const { ledger, engine } = station.running;
    const named = new Set([...spoolNamesInUse(ledger), ...engine.drops.spoolNames()]);
    const left = readdirSync(station.spoolDir).filter((name) => !named.has(name));
    if (left.length > 0) wrong.push(`I11: ${station.name} has ${left.length} copies that nothing names`);
  }
  return wrong;
}

function accepted(ledger: Ledger, externalId: string): boolean {
  const found = ledger.prepared(`SELECT 1 FROM submission WHERE external_id = ? AND state = 'accepted'`);
  return found.get(externalId) !== undefined;
}

/** `bySomebody` tells whether another station sent the submission of an external_id. */
function judgeLedger(
  { decided, service, firewall }: Judged,
  ledger: Ledger,
  bySomebody: (externalId: string) => boolean,
): string[] {
  const wrong: string[] = [];
  const { tasks } = service;
  const { found, unreadable: _, ...states } = accountOf(ledger);
  const sum = Object.values(states).reduce((all, n) => all + n, 0);
  if (found !== sum) wrong.push(`I1: ${found} files were found, and ${sum} are accounted for`);
  const all = <S extends z.ZodType>(table: string, schema: S) =>
    readAll(ledger.prepared(`SELECT * FROM ${table}`), schema);
  for (const row of all('submission', submissionSchema)) {
    const what = `submission ${row.id.slice(-6)} is ${row.state} (${row.problem_code})`;
    const exists = () =>
      tasks.all.some(({ bornAs }) => bornAs === row.external_id) && !bySomebody(row.external_id);
    const code: string | null = row.problem_code;
    if (row.state === 'accepted') continue;
    if (row.state === 'rejected') {
      const stopped = row.problem_code === 'service.blocked' && firewall?.met.has(row.external_id) === true;
      // Nobody can read the answer to the create, and the service denies the Task, so a person decides. For a page without words, the
      // denial counts only if the station knows no Task that the service denies too.
      const isUnsaid =
        decided.denied &&
        (code === 'service.unaccounted' ||
          (code === 'service.unsaid' && ledger.prepared(ACCEPTED_BEFORE).get(row.ended_at) === undefined));
      // A submission with another reason was lost.
      const isSpoilt =
        code === 'spool.missing' &&
        sha256sOf(ledger, 'submission', row.id).some((sha256) => decided.spoilt.has(sha256));
      if (code !== 'service.invalid' && !stopped && !isUnsaid && !isSpoilt) wrong.push(`I2: ${what}`);
      // A service that denied its Tasks before it accepted any, or showed its Tasks too late, gave the station no sign of this Task.
      if (exists() && !(stopped && (decided.denied || decided.lagged)) && !isUnsaid)
        wrong.push(`I2: ${what}, and its Task exists`);
    } else if (row.state === 'withdrawn') {
      if (!decided.withdrawn.has(row.id)) wrong.push(`I1: ${what}, and nobody asked for it`);
      // A person who took back what was perhaps sent is told so, and asked before the same document goes again.
      if (!decided.restored && exists() && code !== 'submission.perhaps-sent')
        wrong.push(`I2: ${what}, and its Task exists`);
    } else if (row.state !== 'unconfirmed' || code !== 'service.unproven' || hasControl(ledger, tasks))
      wrong.push(`I2: ${what}`);
  }
  const standing = new Map(all('submission', submissionSchema).map(({ id, state }) => [id, state]));
  for (const row of all('file', fileSchema)) {
    if (row.state !== 'duplicate') continue;
    // The document must be at the service, on its way, or shown as refused.
    const earlier = standing.get(row.duplicate_of ?? '') ?? 'not there';
    if (earlier === 'withdrawn' || earlier === 'not there')
      wrong.push(`I1: ${row.path} is a duplicate of a submission that is ${earlier}`);
  }
  for (const row of all('task', taskRowSchema)) {
    const task = tasks.find(row.uuid);
    if (tasks.forgotten.some(({ uuid }) => uuid === row.uuid)) continue;
    const cleared = (row.cleared === null) === (task?.cleared === null);
    // Retention purges the names of Tasks that were cleared long ago.
    const named = row.name === task?.name || (decided.mayPurge && row.name === '' && row.cleared !== null);
    if (task?.status !== row.status || !named || !cleared)
      wrong.push(`Task ${row.uuid.slice(0, 6)} is ${row.status} here and ${task?.status} at the service`);
  }
  return wrong;
}

/** Every sent file is in the archive, or the next try of its move comes within the longest delay. */
function judgeMoves({ running: { ledger }, machine, rules }: WorldStation): string[] {
  const late = ledger.prepared(
    `SELECT path FROM file_account WHERE move_state = 'due' AND move_next_at > ? AND account = 'accepted' AND folder_id = ?`,
  );
  return rules.flatMap(({ id }) =>
    readAll(late, z.object({ path: z.string() }), machine.now() + LONGEST_MOVE_WAIT_MS, id).map(
      ({ path }) => `${path} waits for a wrong date to be archived`,
    ),
  );
}

const goneSchema = z.object({
  tasks: z.array(
    z.looseObject({
      uuid: z.string(),
      denied_since: z.iso.datetime().nullable(),
      gone_since: z.iso.datetime().nullable(),
    }),
  ),
});
/** Whether the service still has a Task that the station made, so that a denial of another Task can be proven (I2, I10). */
export function hasControl(ledger: Ledger, tasks: ModelTasks): boolean {
  const known = readAll(
    ledger.prepared('SELECT task_uuid AS uuid FROM submission WHERE task_uuid IS NOT NULL'),
    z.object({ uuid: z.string() }),
  );
  return known.some(({ uuid }) => tasks.find(uuid) !== undefined);
}

const ENDED = ['completed', 'failed', 'invalid'];

/** A Task that the service has forgotten is told as gone, and no other; as not confirmed where no control is left (I10). */
function judgeGone({ service: { tasks } }: Judged, ledger: Ledger): string[] {
  const isProvable = hasControl(ledger, tasks);
  return goneSchema
    .parse(tasksView(ledger, {}))
    .tasks.flatMap(({ uuid, status, denied_since: denied, gone_since: gone }) => {
      const isForgotten = tasks.find(uuid) === undefined;
      const isTold = gone !== null || (!isProvable && denied !== null);
      if (isForgotten === isTold || (isForgotten && ENDED.includes(String(status)))) return [];
      return [
        `I10: Task ${uuid.slice(0, 6)} is ${isTold ? 'there' : 'gone'} at the service, and told as ${isTold ? 'gone' : status}`,
      ];
    });
}

const ACCEPTED_BEFORE = `SELECT 1 FROM submission WHERE state = 'accepted' AND ended_at < ?`;

const duplicateSchema = z.object({
  path: z.string(),
  folder_id: z.string(),
  task_type: z.string(),
  request_spec: z.string(),
});

/** A duplicate has the purpose of what it is a duplicate of: the same bytes may go once for each purpose. */
function judgePurposes({ running: { ledger }, rules }: WorldStation): string[] {
  const duplicates = ledger.prepared(
    `SELECT path, file.folder_id AS folder_id, task_type, request_spec FROM file JOIN submission ON submission.id = duplicate_of
     WHERE file.state = 'duplicate' AND file.folder_id IS NOT NULL AND current = 1`,
  );
  return readAll(duplicates, duplicateSchema).flatMap((row) => {
    const rule = rules.find(({ id }) => id === row.folder_id);
    const isOfRule =
      row.task_type === rule?.taskType && row.request_spec === JSON.stringify(rule.requestSpec ?? {});
    return rule === undefined || isOfRule
      ? []
      : [`I1: ${row.path} is a duplicate of a submission for another purpose`];
  });
}

/** What a Task was made for: its type and its request_spec. */
function purposeOf(task: ModelTask | undefined): string {
  const spec = task?.data_items.find(({ tag }) => tag === 'request-spec')?.data;
  return `${task?.task_type} ${JSON.stringify(spec ?? {})}`;
}

/**
 * Whether nothing could tell that the service had the Task once, so that a station made another Task: the service has forgotten the
 * Task, and the station was restored or knew no Task of the service; or the service denied the Task, and the last station that sent the
 * submission knew no Task before. Such a station has no control.
 */
function isExcused({ service: { tasks }, stations, decided }: Judged, task: ModelTask): boolean {
  const isForgotten = tasks.forgotten.includes(task);
  if (isForgotten && decided.restored) return true;
  const makers = stations.flatMap((station) => {
    const { ledger } = station.running;
    const other =
      'SELECT last_sent_at FROM submission WHERE external_id = ? AND task_uuid IS NOT ? AND last_sent_at IS NOT NULL';
    return readAll(ledger.prepared(other), madeSchema, task.bornAs ?? '', task.uuid).map((made) => ({
      station,
      sent: made.last_sent_at,
    }));
  });
  if (isForgotten)
    return (
      makers.length > 0 &&
      makers.every(({ station }) => !tasks.forgotten.some((one) => station.knows(one.uuid)))
    );
  const last = makers.toSorted((a, b) => a.sent - b.sent).at(-1);
  if (last === undefined || !decided.denied) return false;
  return last.station.running.ledger.prepared(ACCEPTED_BEFORE).get(last.sent) === undefined;
}

/** Whether the Task is a second Task that the station could not prevent, and that the station tells as such. */
function isToldTwin({ stations, decided, firewall }: Judged, { uuid, bornAs }: ModelTask): boolean {
  const isUnforeseen = decided.lagged || firewall?.repeated.has(bornAs ?? '') === true;
  const told = 'SELECT 1 FROM twin WHERE task_uuid = ?';
  return (
    isUnforeseen && stations.some(({ running }) => running.ledger.prepared(told).get(uuid) !== undefined)
  );
}

const madeSchema = z.object({ last_sent_at: z.int() });

function judgeService(world: Judged): string[] {
  const { service, shares, desk: byHand, decided } = world;
  const wrong: string[] = [];
  const creates = new Map<string, number>();
  const externalIds = new Map<string, number>();
  for (const { sha256, by, taskUuid } of service.tasks.taken) {
    if (by !== 'other' && ![...shares.values(), byHand].some((share) => share.versions.has(sha256)))
      wrong.push(`I3: what was sent (${sha256.slice(0, 8)}) was no whole version of any file`);
    const task = service.tasks.made(taskUuid);
    if (by !== 'create' || (task !== undefined && (isExcused(world, task) || isToldTwin(world, task))))
      continue;
    const purpose = `${sha256} ${purposeOf(task)}`;
    creates.set(purpose, (creates.get(purpose) ?? 0) + 1);
  }
  for (const [purpose, count] of creates) {
    const allowed = 1 + (decided.again.get(purpose.slice(0, 64)) ?? 0);
    if (count > allowed)
      wrong.push(`I2: document ${purpose.slice(0, 8)} made ${count} Tasks, not ${allowed}`);
  }
  for (const task of [...service.tasks.all, ...service.tasks.forgotten]) {
    if (task.bornAs !== null && !isExcused(world, task) && !isToldTwin(world, task))
      externalIds.set(task.bornAs, (externalIds.get(task.bornAs) ?? 0) + 1);
  }
  for (const [id, count] of externalIds)
    if (count > 1 + (decided.again.get(id) ?? 0)) wrong.push(`I2: ${count} Tasks are ${id.slice(-6)}`);
  return wrong;
}
