import { systemClock } from '../../src-main/core/clock.ts';
import { oneAtATime } from '../../src-main/core/service/sign-in/one-at-a-time.ts';
import { directCalls } from '../../src-main/core/share-io/file-calls.ts';
import { Lease } from '../../src-main/core/stations/files/lease.ts';
import type { LeaseParts } from '../../src-main/core/stations/files/lease-state.ts';

/** A lease of a real folder, by itself: without a ledger, and with a pace for tests. */
export function leaseOf(parts: Pick<LeaseParts, 'root'> & Partial<LeaseParts>): Lease {
  return new Lease({
    station: { id: 'station-1', name: 'STATION-1' },
    belonging: () => ({ environment: 'production', organisation: null }),
    clock: systemClock,
    calls: () => directCalls,
    turn: oneAtATime(),
    heartbeatMs: 30,
    missedBeats: 5,
    standing: async () => 'known',
    word: () => null,
    ownWords: () => [],
    onTaken: () => undefined,
    isSoleUser: async () => false,
    othersKnown: false,
    onHeldByOther: () => undefined,
    onOther: () => undefined,
    onTakeOver: () => undefined,
    onChange: () => undefined,
    onFault: (error) => {
      throw error;
    },
    ...parts,
  });
}
