import { describeForCommandLine } from '../../contract/problem.ts';
import type { FolderRule } from '../../contract/settings.ts';
import type { AccountView } from '../../contract/views/common.ts';
import { accountOf } from '../ledger/accounts.ts';
import { readFolder, type Watching } from '../ledger/folders.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** A folder as `folders --json` gives it (docs/architecture.md 12). Times are ISO 8601. */
export interface FolderView {
  readonly id: string;
  readonly path: string;
  readonly reachable: boolean;
  readonly unreachable_since: string | null;
  readonly watching: Watching;
  readonly last_scan: string | null;
  readonly paused: boolean;
  /** The name of the other station that submits from this folder, or null. */
  readonly handled_by: string | null;
  readonly problem: { readonly code: string; readonly message: string; readonly next: string } | null;
  /** A remark that is no problem. */
  readonly remark: string | null;
  readonly counts: AccountView;
}

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** The health of each watched folder, with counts that add up (I1). */
export function foldersView(ledger: Ledger, rules: readonly FolderRule[]): FolderView[] {
  return rules.map((rule) => {
    const row = readFolder(ledger, rule.id);
    const problem =
      row === null || row.problem_code === null
        ? null
        : describeForCommandLine({ code: row.problem_code, detail: row.problem_detail });
    return {
      id: rule.id,
      path: rule.path,
      reachable: row?.reachable === 1,
      unreachable_since: iso(row?.unreachable_since ?? null),
      watching: row?.watching ?? 'scan',
      last_scan: iso(row?.last_scan_at ?? null),
      paused: row?.paused === 1,
      handled_by: row?.handled_by ?? null,
      problem,
      remark: problem === null ? (row?.problem_detail ?? null) : null,
      counts: accountOf(ledger, rule.id),
    };
  });
}
