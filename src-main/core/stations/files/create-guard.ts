import type { Clock } from '../../clock.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { pathOf, placesAt } from '../../ledger/tables/folders.ts';
import type { FolderIdentity } from '../../share-io/folder-identity.ts';
import { inTime } from '../../share-io/time-limit.ts';
import type { CreateCheck, CreateGuard, Origin, Refusal } from '../stations.ts';
import type { Lease } from './lease.ts';

/** A refusal is cached for this time, or for a heartbeat if a heartbeat is shorter. A permission is never cached. */
const REFUSED_FOR_MS = 5_000;

export interface CreateCheckDependencies {
  readonly lease: Lease;
  readonly clock: Clock;
  readonly heartbeatMs: number;
  /** The identity of the folder; null if no scan determines the identity. */
  readonly identity: Pick<FolderIdentity, 'lastSeqBefore'> | null;
}

/** Asks the lease of a folder, and caches refusals and hangs, so that many waiting submissions cause one question. */
export function createCreateCheck({
  lease,
  clock,
  heartbeatMs,
  identity,
}: CreateCheckDependencies): CreateCheck {
  const refusedForMs = Math.min(heartbeatMs, REFUSED_FOR_MS);
  let asking = 0;
  /** Whether the last question got no answer in time and is still open. */
  let hangs = false;
  /** The monotonic time of the last refusal; null if the lease permitted. */
  let refusedAt: number | null = null;

  const ask = async (): Promise<boolean> => {
    asking += 1;
    try {
      const may = await lease.mayCreate();
      refusedAt = may ? null : clock.monotonic();
      return may;
    } finally {
      asking -= 1;
      hangs &&= asking > 0;
    }
  };
  /** The answer for an unreachable folder: if no other station was ever seen in the folder, no other station can send the submission. */
  const mayUnasked = () => {
    const { kind } = lease.state;
    return kind !== 'other' && kind !== 'asks' && !lease.othersKnown;
  };
  /** The lease also checks the folder itself. If this station has got the lease since the refusal, the refusal is void. */
  const isRefused = () => refusedAt !== null && !lease.maySubmit;
  const refuses = () => {
    if (hangs) return !mayUnasked();
    if (!isRefused()) return false;
    return asking > 0 || clock.monotonic() - (refusedAt ?? 0) < refusedForMs;
  };

  return {
    mayCreate: async () => {
      if (hangs) return mayUnasked();
      if (isRefused()) {
        // No caller waits for the next answer: the lease usually refuses again, and the question takes time on a bad line.
        if (!refuses()) void ask().catch(() => undefined);
        return false;
      }
      const answer = await inTime(clock, ask());
      if (answer === null) hangs = asking > 0;
      return answer ?? mayUnasked();
    },
    get elsewhereUpTo() {
      // The lease belongs to a strange folder. Another station may hold the known folder and send the submissions that came from there.
      return (lease.othersKnown ? identity?.lastSeqBefore : null) ?? 0;
    },
    get refuses() {
      return refuses();
    },
    get isGone() {
      return hangs ? !mayUnasked() : isRefused() && lease.state.kind === 'unknown';
    },
    get asksPerson() {
      return lease.state.kind === 'asks';
    },
  };
}

export interface CreateGuardDependencies {
  readonly ledger: Ledger;
  readonly checkAt: (path: string) => CreateCheck;
  /** Whether no rule watches the folder at a path any more and the folder cannot be reached. */
  readonly isGone: (path: string) => boolean;
  readonly tellWithdrawals: () => Promise<void>;
}

export function createGuard({
  ledger,
  checkAt,
  isGone,
  tellWithdrawals,
}: CreateGuardDependencies): CreateGuard {
  /** The last check by path. */
  const asked = new Map<string, CreateCheck>();
  const refusalOf = (path: string, check: CreateCheck): Refusal => {
    if (isGone(path)) return 'station.gone';
    return check.asksPerson ? 'station.asks' : 'station.other';
  };
  const originOf = ({ folder_id: id, seq }: Origin) => (id === null ? null : pathOf(ledger, id, seq));
  return {
    mayCreate: async (submission) => {
      const path = originOf(submission);
      if (path === null) return true;
      const check = checkAt(path);
      asked.set(path, check);
      return (await check.mayCreate()) && submission.seq > check.elsewhereUpTo;
    },
    whyNot: (submission) => {
      const path = originOf(submission);
      return path === null ? 'station.other' : refusalOf(path, checkAt(path));
    },
    withdrawn: tellWithdrawals,
    refused: () =>
      [...asked]
        .map(([path, check]) => ({ path, check, most: check.refuses ? Infinity : check.elsewhereUpTo }))
        .filter(({ most }) => most > 0)
        .flatMap(({ path, check, most }) =>
          placesAt(ledger, path).map(({ folderId, after, upTo }) => ({
            folderId,
            after,
            upTo: Math.min(upTo, most),
            code: refusalOf(path, check),
          })),
        ),
  };
}
