import { systemClock } from '../../../../../src-main/core/clock.ts';
import {
  createDropSessions,
  type DropSessionsParts,
} from '../../../../../src-main/core/drops/drop-sessions.ts';
import type { DropRequest } from '../../../../../src-main/core/drops/queue-drop.ts';
import { seededRandom } from '../../../../support/random.ts';
import { type IntakeBench, intakeBench } from '../../folders/intake-bench.ts';

export function dropSessionsOf({
  ledger,
  spool,
  fetch = async () => 'unreachable',
}: Pick<DropSessionsParts, 'ledger' | 'spool'> & Partial<Pick<DropSessionsParts, 'fetch'>>) {
  return createDropSessions({
    fetch,
    ledger,
    spool,
    clock: systemClock,
    random: seededRandom(3),
    onQueued: () => undefined,
    log: () => undefined,
  });
}

/** Drops on the ledger and the spool of an intake, and an open drop of these files of its folder. */
export async function dropOf(bench: IntakeBench, ...names: readonly string[]) {
  const drops = dropSessionsOf(bench);
  const { id } = drops.open();
  const paths = names.map((name) => bench.at(name));
  return { drops, ...(await drops.addPaths(id, paths)) };
}

/** An intake that has not started, and drops on its ledger and its spool. */
export async function dropBench() {
  const bench = await intakeBench({ start: false });
  return { bench, drops: dropSessionsOf(bench) };
}

/** The same, with an open drop. */
export async function openDropBench() {
  const made = await dropBench();
  return { ...made, id: made.drops.open().id };
}

/** Sends each document as a Task of its own, but for those that went before. */
export const REQUEST: DropRequest = {
  grouping: 'each',
  taskType: 'intake',
  requestSpec: {},
  name: null,
  duplicates: false,
  notBefore: 0,
};
