import { systemClock } from '../../../../../src-main/core/clock.ts';
import {
  createDropDesk,
  type DropDesk,
  type DropDeskParts,
} from '../../../../../src-main/core/intake/drop-desk.ts';
import type { DropRequest } from '../../../../../src-main/core/intake/drop-send.ts';
import { seededRandom } from '../../../../support/random.ts';

/** A desk for drops over the ledger and the spool of a bench. */
export function dropDeskOf(
  { ledger, spool }: Pick<DropDeskParts, 'ledger' | 'spool'>,
  onDrop: DropDeskParts['onDrop'] = () => undefined,
): DropDesk {
  return createDropDesk({
    ledger,
    spool,
    clock: systemClock,
    random: seededRandom(3),
    onQueued: () => undefined,
    onDrop,
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
