import pLimit from 'p-limit';
import { systemClock } from '../../src-main/core/clock.ts';
import { directCalls } from '../../src-main/core/share-io/file-calls.ts';
import { createLease, type Lease, type LeaseDependencies } from '../../src-main/core/stations/files/lease.ts';
import type { LeaseRecord } from '../../src-main/core/stations/files/lease-record.ts';

export interface LeaseOptions extends Partial<Omit<LeaseDependencies, 'identity' | 'record'>> {
  readonly root: string;
  readonly identity?: Partial<LeaseDependencies['identity']>;
  readonly record?: Partial<LeaseRecord>;
}

/** A lease of a real folder, by itself: without a ledger, and with a pace for tests. */
export function leaseOf({ identity, record, ...options }: LeaseOptions): Lease {
  let seen = false;
  return createLease({
    station: { id: 'station-1', name: 'STATION-1' },
    belonging: () => ({ environment: 'production', organisation: null }),
    clock: systemClock,
    calls: () => directCalls,
    turn: pLimit(1),
    heartbeatMs: 30,
    missedBeats: 5,
    onChange: () => undefined,
    onFault: (error) => {
      throw error;
    },
    ...options,
    identity: {
      now: async () => 'known',
      isSoleUser: async () => false,
      forgetSoleUser: () => undefined,
      ...identity,
      get knownWord() {
        return identity?.knownWord ?? null;
      },
    },
    record: {
      sawOther: () => {
        seen = true;
      },
      ownWords: () => [],
      takenElsewhere: () => null,
      tookLease: () => undefined,
      markUnconfirmed: () => undefined,
      ...record,
      get othersKnown() {
        return seen || record?.othersKnown === true;
      },
    },
  });
}
