import type { Clock } from '../../clock.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { pathOf, placesAt } from '../../ledger/tables/folders.ts';
import type { FolderIdentity } from '../../share-io/folder-identity.ts';
import { inTime } from '../../share-io/time-limit.ts';
import type { CreateCheck, CreateGuard, Origin, Refusal } from '../stations.ts';
import type { Lease } from './lease.ts';

// After the lease refused a create, further creates are refused without a new check for this many milliseconds, or for one heartbeat if
// that is shorter. A permission is never cached.
const REFUSED_FOR_MS = 5_000;

export interface CreateCheckDependencies {
  readonly lease: Lease;
  readonly clock: Clock;
  readonly heartbeatMs: number;
  /** Tells which folder is at the path; null for a folder that no rule watches, because only a scan can find this out. */
  readonly identity: Pick<FolderIdentity, 'lastSeqBefore'> | null;
}

/** Returns the create check of one folder. The check caches refusals, so that many waiting submissions ask the lease only once. */
export function createCreateCheck({
  lease,
  clock,
  heartbeatMs,
  identity,
}: CreateCheckDependencies): CreateCheck {
  const refusedForMs = Math.min(heartbeatMs, REFUSED_FOR_MS);
  let asking = 0;
  let hangs = false;
  /** The monotonic time at which the lease last refused a create; null if the lease has since permitted a create, or never refused one. */
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
  // Whether a create may be sent although the folder does not respond. False if another station was ever seen in the folder, or if a person
  // must decide first.
  const mayUnasked = () => {
    const { kind } = lease.state;
    return kind !== 'other' && kind !== 'asks' && !lease.othersKnown;
  };
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
        // A new check runs in the background. No caller waits, because the lease usually refuses again and the check may be slow.
        if (!refuses()) void ask().catch(() => undefined);
        return false;
      }
      const answer = await inTime(clock, ask());
      if (answer === null) hangs = asking > 0;
      return answer ?? mayUnasked();
    },
    get elsewhereUpTo() {
      // While a share is not mounted, another station may have the lease of the share and send the submissions from the share.
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
  readonly isGone: (path: string) => boolean;
  readonly tellWithdrawals: () => Promise<void>;
}

export function createGuard({
  ledger,
  checkAt,
  isGone,
  tellWithdrawals,
}: CreateGuardDependencies): CreateGuard {
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
