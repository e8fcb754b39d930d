import type { Backlog } from '../../contract/settings.ts';
import type { FileStat, OpenFate } from '../ledger/files.ts';

/**
 * What becomes of a file that lay in the folder before its rule. Dates are local days; a file of that very day is sent.
 * `doubtSince` is the day from which on the ledger may not know what was sent.
 */
export function backlogFate(decision: Backlog, stat: FileStat, doubtSince: string | null = null): OpenFate {
  const leftOut: OpenFate = { state: 'withdrawn', problem: { code: 'file.left-out', detail: null } };
  if (decision === 'ask') return { state: 'held', problem: { code: 'file.backlog', detail: doubtSince } };
  return stat.mtimeMs >= sentFrom(decision) ? { state: 'settling' } : leftOut;
}

/** The time (milliseconds since the epoch) from which on a file must be to be sent, where that was decided. */
export function sentFrom(decision: Exclude<Backlog, 'ask'>): number {
  if (decision === 'send') return Number.NEGATIVE_INFINITY;
  if (decision === 'skip') return Number.POSITIVE_INFINITY;
  return new Date(`${decision.newerThan}T00:00:00`).getTime();
}
