import type { Backlog } from '../../contract/settings.ts';
import type { FileStat, OpenFate } from '../ledger/files.ts';

/** What becomes of a file that lay in the folder before its rule. Dates are local days; a file of that very day is sent. */
export function backlogFate(decision: Backlog, stat: FileStat): OpenFate {
  const leftOut: OpenFate = { state: 'withdrawn', problem: { code: 'file.left-out', detail: null } };
  if (decision === 'ask') return { state: 'held', problem: { code: 'file.backlog', detail: null } };
  if (decision === 'send') return { state: 'settling' };
  if (decision === 'skip') return leftOut;
  const from = new Date(`${decision.newerThan}T00:00:00`).getTime();
  return stat.mtimeMs >= from ? { state: 'settling' } : leftOut;
}
