import type { Clock } from '../../clock.ts';
import { asFolderFault } from '../../disk-full.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import type { FileCalls } from '../../share-io/file-calls.ts';
import type { Limit } from '../../share-io/folder-calls.ts';
import type { FolderIdentity } from '../../share-io/folder-identity.ts';
import { inTime } from '../../share-io/time-limit.ts';
import { type Belonging, isPractice } from '../belonging.ts';
import { claimDocuments } from '../claiming.ts';
import type { FolderState, SharedFolder } from '../stations.ts';
import { createPendingWithdrawals } from '../withdrawals.ts';
import { createFileClaims, readOnlyClaims } from './claims.ts';
import { createCreateCheck } from './create-guard.ts';
import { createQueuedElsewhere } from './handover.ts';
import { writeHealth } from './health-files.ts';
import { createLease } from './lease.ts';
import { createLeaseRecord } from './lease-record.ts';

export interface SharedFolderDependencies {
  readonly path: string;
  readonly folderId?: string;
  readonly station: { readonly id: string; readonly name: string };
  readonly belonging: () => Belonging;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly pace: { readonly heartbeatMs: number; readonly missedBeats: number };
  readonly identity: FolderIdentity;
  readonly isScanned: boolean;
  /** The calls for the claim files. Unlike `leaseCalls`, these calls count in the limit of concurrent calls for the folder's files. */
  readonly calls: () => FileCalls;
  readonly leaseCalls: () => FileCalls;
  readonly turn: Limit;
  readonly onChange: (state: FolderState) => void;
  readonly onMarked: () => void;
  readonly onFault: (error: unknown) => void;
}

/** Opens a folder that several stations may share. The function itself accesses no file, because a share may hang. */
export function openSharedFolder(dependencies: SharedFolderDependencies): SharedFolder {
  const { path, folderId, station, belonging, ledger, clock, pace, identity, isScanned } = dependencies;
  const { calls, leaseCalls, turn, onChange, onMarked, onFault } = dependencies;
  const { heartbeatMs, missedBeats } = pace;
  const claims = createFileClaims(path, clock, calls);
  const elsewhere = createQueuedElsewhere(ledger, clock, path, onMarked);
  const lease = createLease({
    root: path,
    station,
    belonging,
    clock,
    calls: leaseCalls,
    turn,
    heartbeatMs,
    missedBeats,
    identity,
    record: createLeaseRecord(ledger, clock, path, folderId),
    onChange: (state) => {
      elsewhere.stateChanged(state);
      onChange(state);
    },
    onFault,
  });
  const tellWithdrawals = createPendingWithdrawals({ ledger, path, station, claims, lease });
  let publishing: Promise<boolean> | null = null;
  /** The external_ids of this run's claims without a submission in the ledger: nothing was sent under these external_ids. */
  const unqueued = new Set<string>();
  return {
    get state() {
      return lease.state;
    },
    get maySubmit() {
      return lease.maySubmit;
    },
    get generation() {
      return lease.generation;
    },
    createCheck: createCreateCheck({ lease, clock, heartbeatMs, identity: isScanned ? identity : null }),
    start: lease.start,
    stop: lease.stop,
    check: lease.check,
    mayQueue: async () => (await inTime(clock, lease.heldLately())) ?? false,
    holds: async () => (await inTime(clock, lease.holds())) ?? false,
    claim: async (documents, generation) => {
      const isUnqueued = (externalId: string) => unqueued.has(externalId);
      const by = { ledger, claims, stationId: station.id, belonging, isUnqueued };
      if (generation !== null) {
        unqueued.add(documents.externalId);
        return await claimDocuments(by, documents).catch(asFolderFault);
      }
      if (lease.state.kind !== 'alone' || isPractice(belonging().environment)) return null;
      // In the state `alone`, this station cannot write into the folder and has no lease. The station creates no claim, but respects the
      // claims of other stations.
      const found = await claimDocuments({ ...by, claims: readOnlyClaims(claims) }, documents);
      return 'key' in found && !found.perhapsSent ? null : found;
    },
    queued: (externalId) => void unqueued.delete(externalId),
    tend: () => {
      elsewhere.tend(lease.state);
      void tellWithdrawals();
    },
    tellWithdrawals,
    publish: (health) => {
      if (!lease.othersKnown || lease.state.kind === 'unknown') return Promise.resolve(true);
      // While a share does not respond, only one call writes to the share. Otherwise each heartbeat would block one more thread (I8).
      publishing ??= calls()
        .run(() => writeHealth(path, station.id, health))
        .then(() => true)
        .catch(() => false)
        .finally(() => {
          publishing = null;
        });
      return publishing;
    },
    mark: async () => (await inTime(clock, lease.mark())) ?? 'unknown',
    word: async () => {
      const asked = await inTime(
        clock,
        lease.word().then((word) => ({ word })),
      );
      return (asked ?? identity).word;
    },
  };
}
