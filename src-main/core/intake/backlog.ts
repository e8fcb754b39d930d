import type { Backlog } from '../../contract/settings.ts';
import type { FileStat, OpenFate } from '../ledger/files.ts';

/**
 * What becomes of a file that lay in the folder before its rule. Dates are local days; a file of that very day is sent.
 * `doubtSince` is the day from which on the ledger may not know what was sent.
 */
export function backlogFate(decision: Backlog, stat: FileStat, doubtSince: string | null = null): OpenFate {
  const leftOut: OpenFate = { state: 'withdrawn', problem: { code: 'file.left-out', detail: null } };
  if (decision === 'ask') return { state: 'held', problem: { code: 'file.backlog', detail: doubtSince } };
  if (decision === 'send') return { state: 'settling' };
  if (decision === 'skip') return leftOut;
  const from = new Date(`${decision.newerThan}T00:00:00`).getTime();
  return stat.mtimeMs >= from ? { state: 'settling' } : leftOut;
}
