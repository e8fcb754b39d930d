import { z } from 'zod';
import { readAll } from '../../../src-main/core/ledger/db/ledger.ts';
import type { ModelTasks } from '../../support/service-model/model-tasks.ts';
import { hasControl } from '../../support/world/oracle.ts';
import type { WorldStation } from '../../support/world/station.ts';
import type { World } from './world.ts';

/** The service processes all Tasks; at first Tasks may wait for more, then they end. */
export function work(tasks: ModelTasks, random: () => number, mayWait: boolean): void {
  for (const task of tasks.all) {
    if (task.status === 'pending') tasks.move(task, 'processing');
    else if (task.status === 'processing')
      tasks.move(task, mayWait && random() < 0.5 ? 'waiting' : 'completed');
    else if (task.status === 'waiting' && !mayWait && task.frozenTo === null) tasks.move(task, 'completed');
  }
}

/** The Tasks that ended long ago, and that a station shows with an earlier status. */
export function unseenEnds({ stations }: World, ended: ReadonlySet<string>): string[] {
  return stations.flatMap(({ name, running: { ledger } }) =>
    readAll(ledger.prepared('SELECT uuid, status FROM task'), statuses).flatMap(({ uuid, status }) => {
      return ended.has(uuid) && status !== COMPLETED
        ? [`I10: ${name}: Task ${uuid.slice(0, 6)} was ${COMPLETED} minutes ago, and reads ${status}`]
        : [];
    }),
  );
}

/** The Tasks that have ended, and move no more. */
export function endedTasks({ service: { tasks } }: World): ReadonlySet<string> {
  return new Set(tasks.all.flatMap(({ uuid, status }) => (status === COMPLETED ? [uuid] : [])));
}

const COMPLETED = 'completed';
const statuses = z.object({ uuid: z.string(), status: z.string() });

const OPEN = `state IN ('queued', 'sending', 'unconfirmed')`;

/** Whether anything is still on its way. What cannot be proven without a control waits for a person. */
export function isOpen({ stations, service }: World): boolean {
  return stations.some(({ running: { ledger, engine } }) => {
    const moving = hasControl(ledger, service.tasks) ? '' : ` AND problem_code IS NOT 'service.unproven'`;
    const row = ledger
      .prepared(
        `SELECT 1 FROM submission WHERE ${OPEN}${moving} UNION ALL SELECT 1 FROM message WHERE ${OPEN}`,
      )
      .get();
    return row !== undefined || engine.intake.busy();
  });
}

/** Whether a submission of this station waits because of another station. */
export function waitsForOther({ running: { ledger } }: WorldStation): boolean {
  const waiting = `SELECT 1 FROM submission WHERE ${OPEN} AND problem_code GLOB 'station.*'`;
  return ledger.prepared(waiting).get() !== undefined;
}

/** Whether the station asks a person about a folder that a station of another organisation left. */
export function asksWhoseFolder({ running: { ledger } }: WorldStation): boolean {
  const asks = `SELECT 1 FROM folder WHERE problem_code = 'folder.left-by-other'`;
  return ledger.prepared(asks).get() !== undefined;
}

/** The rows that are not at rest, for a report. */
export function openRows({ stations }: World): string[] {
  return stations.flatMap(({ name, running: { ledger, engine } }) => [
    ...ledger.db
      .prepare(
        `SELECT id, state, problem_code, next_at, attempts FROM submission WHERE ${OPEN}
         UNION ALL SELECT id, state, problem_code, next_at, attempts FROM message WHERE ${OPEN}`,
      )
      .all()
      .map((row) => `${name}: ${JSON.stringify(row)}`),
    `${name}: busy ${engine.intake.busy()}, lanes ${JSON.stringify(engine.outbox.lanes())}`,
  ]);
}
