import { isDeepStrictEqual } from 'node:util';
import type { ProblemCode } from '../../../src-main/contract/problem.ts';
import { type Ledger, readAll } from '../../../src-main/core/ledger/db/ledger.ts';
import {
  type MessagePayload,
  type MessageRow,
  messageSchema,
} from '../../../src-main/core/ledger/tables/outbox-rows.ts';
import type { ModelTask } from '../service-model/model-task.ts';
import { UNNAMED } from '../service-model/model-tasks.ts';
import { holdsSome, sha256sOf, targetOf } from './judge-accepted.ts';
import type { Judged, Said } from './judged.ts';

type Edit = Extract<MessagePayload, { kind: 'name' | 'cleared' }>;

/** The reasons for a refused message in these worlds; a message with another reason was lost. */
const REFUSALS: Readonly<Record<MessagePayload['kind'], readonly ProblemCode[]>> = {
  answer: ['service.invalid', 'answer.not-waiting', 'answer.frozen', 'answer.replaced', 'answer.part-taken'],
  name: ['service.invalid', 'edit.overtaken'],
  cleared: ['service.invalid', 'edit.overtaken'],
  'external-id': ['service.invalid'],
  event: ['service.invalid'],
};

/** Compares the answers, edits and events of the stations with those at the service (I5). */
export function judgeMessages(world: Judged): string[] {
  const wrong: string[] = [];
  const rows = new Map<string, MessageRow>();
  for (const { name, running } of world.stations) {
    const own = readAll(running.ledger.prepared('SELECT * FROM message ORDER BY seq'), messageSchema);
    for (const row of own) rows.set(row.id, row);
    for (const row of own) {
      const is = judgeRow(world, running.ledger, own, row);
      if (is !== null) wrong.push(`I5: ${name}: ${told(row)}${is}`);
    }
  }
  wrong.push(...judgeData(world, [...rows.values()]));
  if (world.decided.restored) return wrong;
  for (const { id } of world.decided.messages)
    if (!rows.has(id)) wrong.push(`I5: message ${id.slice(-6)} is gone`);
  wrong.push(...judgeEvents(world, rows), ...judgeEdits(world, rows));
  return wrong;
}

const told = (row: MessageRow) =>
  `${row.payload.kind} ${row.id.slice(-6)} is ${row.state} (${row.problem_code}, ${row.attempts} attempts)`;

/** What is wrong with a row, or null. */
function judgeRow(world: Judged, ledger: Ledger, own: readonly MessageRow[], row: MessageRow): string | null {
  const { decided } = world;
  switch (row.state) {
    case 'accepted':
      return null;
    case 'rejected': {
      const isDenied = row.problem_code === 'service.no-task' && (decided.denied || decided.lagged);
      const isSpoilt =
        row.problem_code === 'spool.missing' &&
        sha256sOf(ledger, 'message', row.id).some((sha256) => decided.spoilt.has(sha256));
      const isNamed =
        isDenied || isSpoilt || REFUSALS[row.payload.kind].some((code) => code === row.problem_code);
      const alone = row.problem_code === 'edit.overtaken' && !decided.restored && !isContested(world, row);
      return isNamed && !alone && isBorneOut(world, ledger, row) ? null : '';
    }
    case 'withdrawn': {
      const isReplaced = own.some(
        (later) => row.lane === 'edits' && later.seq > row.seq && setsTheSame(later, row),
      );
      const isNotKept = row.problem_code === 'message.not-kept';
      return isReplaced || isNotKept || decided.withdrawn.has(row.id) ? null : ', and nobody asked for it';
    }
    default:
      return '';
  }
}

/** Whether the Task shows what the refusal of the answer says. */
function isBorneOut({ service: { tasks } }: Judged, ledger: Ledger, row: MessageRow): boolean {
  const task = tasks.made(targetOf(row));
  switch (row.problem_code) {
    case 'answer.frozen':
      return row.progress.redirectedTo !== undefined && task?.status !== 'waiting';
    case 'answer.replaced':
    case 'answer.part-taken':
      return (
        holdsSome(tasks, targetOf(row), sha256sOf(ledger, 'message', row.id)) ||
        (task?.data_items.some(({ uuid }) => uuid === row.progress.dataItemUuid) ?? false)
      );
    default:
      return true;
  }
}

/** Whether two stations set the same field, so that one edit may come too late. */
function isContested({ decided, stations }: Judged, row: MessageRow): boolean {
  const setters = decided.messages.filter(
    ({ taskUuid, payload }) => taskUuid === row.task_uuid && payload.kind === row.payload.kind,
  );
  return stations.length > 1 && new Set(setters.map(({ station }) => station)).size > 1;
}

function setsTheSame(one: MessageRow, other: MessageRow): boolean {
  return one.task_uuid === other.task_uuid && one.payload.kind === other.payload.kind;
}

/** The data of an answer is at the service as often as the data was given: never twice, whatever was lost in the network. */
function judgeData({ service, decided }: Judged, rows: readonly MessageRow[]): string[] {
  const answers = rows.flatMap((row) =>
    row.payload.kind === 'answer' && row.payload.data !== null ? [{ row, data: row.payload.data }] : [],
  );
  return answers.flatMap(({ row, data }) => {
    if (row.state !== 'accepted') return [];
    const alike = answers.filter(
      (other) => targetOf(other.row) === targetOf(row) && isDeepStrictEqual(other.data, data),
    );
    const given = alike.filter((other) => other.row.state === 'accepted').length;
    const items = service.tasks.made(targetOf(row))?.data_items ?? [];
    const there = items.filter((item) => isDeepStrictEqual(item.data, data)).length;
    // A refused answer may have delivered its data before the refusal; a restored ledger may not know of the answer.
    const most = decided.restored ? Number.POSITIVE_INFINITY : alike.length;
    return there >= given && there <= most ? [] : [`I5: the data of ${told(row)} is there ${there} times`];
  });
}

/** The log of a Task has each event at least once, and at most once for each attempt. */
function judgeEvents({ decided, service }: Judged, rows: ReadonlyMap<string, MessageRow>): string[] {
  return decided.messages.flatMap(({ id, taskUuid, payload }) => {
    const row = rows.get(id);
    if (payload.kind !== 'event' || row === undefined) return [];
    const came = service.timesLogged(taskUuid, payload.event, id);
    const least = row.state === 'accepted' ? 1 : 0;
    return came >= least && came <= row.attempts ? [] : [`I5: ${told(row)}, and came ${came} times`];
  });
}

/** A Task has the name and the flag of the last edit that a station calls accepted. */
function judgeEdits(world: Judged, rows: ReadonlyMap<string, MessageRow>): string[] {
  const edits = world.decided.messages.flatMap((said) => (isEdit(said) ? [said] : []));
  const fields = Map.groupBy(edits, ({ taskUuid, payload }) => `${payload.kind} of ${taskUuid}`);
  return [...fields].flatMap(([field, all]) => {
    const task = world.service.tasks.made(all[0]?.taskUuid ?? '');
    const stations = Map.groupBy(all, ({ station }) => station);
    const last = [...stations.values()].map((own) => lastOf(own, rows));
    const values = last.flatMap(({ perhaps }) => perhaps);
    if (last.every(({ taken }) => taken === null))
      values.push(...(field.startsWith('name') ? namesOfNobody(task) : [false]));
    for (const { taken } of last) if (taken !== null) values.push(taken);
    const value = all[0] === undefined || task === undefined ? undefined : valueAt(task, all[0].payload);
    return values.some((one) => one === value)
      ? []
      : [`I5: the ${field.slice(0, -30)} is ${value}, not ${values.join(' or ')}`];
  });
}

interface SaidEdit extends Said {
  readonly payload: Edit;
}

function isEdit(said: Said): said is SaidEdit {
  return said.payload.kind === 'name' || said.payload.kind === 'cleared';
}

/**
 * The last accepted edit of a station, and the refused edits after, which may have arrived: an edit without an answer is looked up before
 * the next attempt, and the service may deny the Task then.
 */
function lastOf(own: readonly SaidEdit[], rows: ReadonlyMap<string, MessageRow>) {
  const at = own.findLastIndex(({ id }) => rows.get(id)?.state === 'accepted');
  const perhaps = own.slice(at + 1).filter(({ id }) => {
    const row = rows.get(id);
    const code = row?.problem_code;
    const isLookedUp = code === 'edit.overtaken' || code === 'service.no-task';
    return row?.state === 'rejected' && (row.attempts > 1 || isLookedUp);
  });
  const taken = own[at];
  return { taken: taken === undefined ? null : wantedBy(taken.payload), perhaps: perhaps.map(wants) };
}

const wants = ({ payload }: SaidEdit) => wantedBy(payload);

function wantedBy(edit: Edit): string | boolean {
  return edit.kind === 'name' ? edit.name : edit.cleared;
}

function valueAt(task: ModelTask, { kind }: Edit): string | boolean {
  return kind === 'name' ? task.name : task.cleared !== null;
}

/** What the service calls a Task that nobody has named: as its first file, or as nothing. */
function namesOfNobody(task: ModelTask | undefined): string[] {
  return [UNNAMED, task?.data_items[0]?.name ?? UNNAMED];
}
