import { systemClock } from '../../../../../src-main/core/clock.ts';
import {
  createDropSessions,
  type DropSessionsParts,
} from '../../../../../src-main/core/drops/drop-sessions.ts';
import type { DropRequest } from '../../../../../src-main/core/drops/queue-drop.ts';
import { seededRandom } from '../../../../support/random.ts';

export function dropSessionsOf({ ledger, spool }: Pick<DropSessionsParts, 'ledger' | 'spool'>) {
  return createDropSessions({
    ledger,
    spool,
    clock: systemClock,
    random: seededRandom(3),
    onQueued: () => undefined,
    log: () => undefined,
  });
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
