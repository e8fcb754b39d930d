import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ProblemCode } from '../../../../src-main/contract/problem.ts';
import { taskQuerySchema } from '../../../../src-main/contract/verbs/tasks.ts';
import { type OutboxRow, outboxRowSchema } from '../../../../src-main/contract/views/outbox.ts';
import {
  reasonSchema,
  taskDetailSchema,
  taskRowViewSchema,
  waitingTaskSchema,
} from '../../../../src-main/contract/views/task.ts';
import { readAll } from '../../../../src-main/core/ledger/db/ledger.ts';
import { messageSchema, submissionSchema } from '../../../../src-main/core/ledger/tables/outbox-rows.ts';
import { taskRowSchema } from '../../../../src-main/core/ledger/tasks/task-row.ts';
import { pageOfTasks } from '../../../../src-main/core/ledger/tasks/task-search.ts';
import { outboxPage } from '../../../../src-main/core/views/outbox/outbox-page-view.ts';
import { taskDetailView } from '../../../../src-main/core/views/task-detail-view.ts';
import { taskFullView } from '../../../../src-main/core/views/task-full-view.ts';
import { taskRows } from '../../../../src-main/core/views/task-rows-view.ts';
import { waitingView } from '../../../../src-main/core/views/waiting-view.ts';
import type { WorldStation } from '../../../support/world/station.ts';
import type { Refusal, SpoilingService } from './spoiling-service.ts';

export const rowsOf = (station: WorldStation) =>
  readAll(station.running.ledger.db.prepare('SELECT * FROM task ORDER BY uuid'), taskRowSchema);

const EVERY = taskQuerySchema.parse({});

/** What the views show and the service never said, or never said together (I6, I7); every view must fit its contract. */
export function shownWrongly(station: WorldStation, service: SpoilingService): string[] {
  const { ledger } = station.running;
  const wrong: string[] = [];
  try {
    const { uuids } = pageOfTasks(ledger, EVERY);
    z.array(taskRowViewSchema).parse(taskRows(ledger, uuids));
    const outbox = z
      .array(outboxRowSchema)
      .parse(outboxPage(ledger, { states: [], offset: 0, length: 100 }, []).rows);
    for (const word of outbox.flatMap((row) => row.allowed_task_types))
      if (service.refused?.text.includes(word) !== true)
        wrong.push(`I7: ${word} is offered, and nobody said it`);
    z.array(waitingTaskSchema.omit({ answer_folder: true })).parse(
      waitingView(ledger, { offset: 0, length: 100 }, station.machine.now()).rows,
    );
    for (const uuid of uuids) {
      taskDetailView(ledger, uuid);
      const task = taskDetailSchema.parse(taskFullView(ledger, uuid, '2026-11-20'));
      const own = new Set(task.issues.map((issue) => JSON.stringify(issue)));
      for (const { code, approved, reasons } of task.verdicts) {
        if (!service.wasSaid(code, approved))
          wrong.push(`I7: ${code} is shown as ${approved}, which nobody said`);
        for (const reason of reasons) {
          const known = reasonSchema.parse(reason);
          if (known.key === null ? known.message !== 'reason not supplied' : !own.has(JSON.stringify(known)))
            wrong.push(`I6: a verdict of ${code} has a reason that is no issue of its snapshot`);
        }
      }
      const numbers = new Set(
        task.issues.flatMap(({ message }) => /^(?:card|rule|member) (\d+)$/.exec(message)?.[1] ?? []),
      );
      if (numbers.size > 1) wrong.push('I6: issues of two snapshots are shown together');
    }
  } catch (error) {
    wrong.push(`a view could not be made: ${error instanceof Error ? error.stack : String(error)}`);
  }
  return wrong;
}

/** The external_id of the submission whose answers are spoilt: an external_id as a station makes them. */
export const VICTIM = '01KE00000000000000V1CT1M00';

export function refusedWrongly(station: WorldStation, refusal: Refusal, isSpoilt: boolean): string[] {
  const { ledger, engine } = station.running;
  const { rows } = outboxPage(ledger, { states: [], offset: 0, length: 100 }, []);
  const row = rows.find(({ id }) => id === VICTIM);
  const [state, code] = TOLD[refusal];
  const wrong: string[] = [];
  // A refusal without readable words may come from something between, so the station looks the create up.
  const isAsked =
    isSpoilt && refusal !== 429 && row?.state === 'unconfirmed' && row.problem?.code === 'service.unsaid';
  if (!isAsked && (row?.state !== state || row.problem?.code !== code))
    wrong.push(
      `I8: refused with ${refusal}, it is ${row?.state} (${row?.problem?.code}), not ${state} (${code})`,
    );
  const paused = engine.outbox.lanes().map(({ lane }) => lane);
  if (paused.join() !== (refusal === 429 ? 'creates' : ''))
    wrong.push(`I8: refused with ${refusal}, and these lanes wait: ${paused.join()}`);
  const words = row?.problem?.message ?? '';
  if (/undefined|\[object/.test(words)) wrong.push(`what is told of it cannot be read: ${words}`);
  if (isSpoilt) return wrong;
  if (row?.allowed_task_types.join() !== (refusal === 400 ? 'imaging,referral' : ''))
    wrong.push(`these task types are offered: ${row?.allowed_task_types.join()}`);
  if (refusal === 422 && !words.includes('name: Input should be a valid string'))
    wrong.push(`which field was refused is not told: ${words}`);
  return wrong;
}

const TOLD: Readonly<Record<Refusal, readonly [OutboxRow['state'], ProblemCode]>> = {
  400: ['rejected', 'service.task-type'],
  422: ['rejected', 'service.invalid'],
  429: ['queued', 'service.busy'],
};

/**
 * Where the ledger differs from the service. `isDataDenied`: the spoilt answers hid for a long time that the service kept the
 * data of an answer; the station may send the data twice then, because a loss would be worse.
 */
export function atRest(
  station: WorldStation,
  service: SpoilingService,
  { isDataDenied }: { readonly isDataDenied: boolean },
): string[] {
  const { ledger } = station.running;
  const { tasks } = service;
  const left: string[] = [];
  const read = <S extends z.ZodType>(table: string, schema: S) =>
    readAll(ledger.db.prepare(`SELECT * FROM ${table}`), schema);
  for (const row of read('submission', submissionSchema)) {
    const task = row.task_uuid === null ? undefined : tasks.find(row.task_uuid);
    if (row.state !== 'accepted' || task?.external_id !== row.external_id)
      left.push(
        `I2: submission ${row.id} is ${row.state} (${row.problem_code}), with the Task of ${task?.external_id}`,
      );
    const made = tasks.all.filter(({ external_id: id }) => id === row.external_id).length;
    if (made !== 1) left.push(`I2: submission ${row.id} made ${made} Tasks`);
  }
  for (const row of read('message', messageSchema)) {
    // The data of the answer went to a Task that a newer Task had replaced, so a person decides about the documents.
    const isReplaced = row.state === 'rejected' && row.problem_code === 'answer.replaced';
    if (row.state !== 'accepted' && !isReplaced)
      left.push(`I5: ${row.id} is ${row.state} (${row.problem_code}: ${row.problem_detail})`);
    const edited = tasks.find(row.task_uuid);
    if (row.payload.kind === 'name' && edited?.name !== row.payload.name)
      left.push(`I5: after ${row.id} the Task is called ${edited?.name}`);
    if (row.payload.kind === 'event') {
      const came = service.timesLogged(row.task_uuid, row.payload.event, row.id);
      if (came < 1 || came > row.attempts)
        left.push(`I5: ${row.id} came ${came} times in ${row.attempts} attempts`);
    }
    if (row.payload.kind !== 'answer') continue;
    const task = tasks.find(
      isReplaced ? row.task_uuid : (row.progress.redirectedTo?.at(-1) ?? row.task_uuid),
    );
    const data = task?.data_items.filter(
      (item) =>
        JSON.stringify(item.data) === JSON.stringify(row.payload.kind === 'answer' ? row.payload.data : null),
    );
    const sha256 = createHash('sha256').update(`%PDF document ${row.id}`).digest('hex');
    const files = task?.data_items.filter((item) => tasks.hashes.get(item.uuid) === sha256);
    const isThere = data?.length === 1 || (isDataDenied && data?.length === 2);
    if (!isThere || files?.length !== (isReplaced ? 0 : 1))
      left.push(`I5: of ${row.id} the data is there ${data?.length} times, the file ${files?.length} times`);
  }
  const rows = rowsOf(station);
  for (const row of rows) {
    const task = tasks.find(row.uuid);
    if (task?.status !== row.status || task.name !== row.name || task.external_id !== row.external_id) {
      left.push(`Task ${row.uuid.slice(0, 8)} is ${row.status} here and ${task?.status} at the service`);
      continue;
    }
    const shown = taskFullView(ledger, row.uuid, '2026-11-20').verdicts.map(
      ({ code, approved }) => `${code} ${approved}`,
    );
    if (task.status === 'completed' && shown.join() !== '73721 false,73722 true')
      left.push(`I6: Task ${row.uuid.slice(0, 8)} shows ${JSON.stringify(shown.slice(0, 5))}`);
  }
  const ours = tasks.all.filter(({ external_id: id }) => id !== null);
  if (ours.some(({ uuid }) => !rows.some((row) => row.uuid === uuid)))
    left.push('a Task is not in the ledger');
  return left;
}
