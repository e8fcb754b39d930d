import { describeForCommandLine } from '../../contract/problem.ts';
import type { Settings } from '../../contract/settings.ts';
import type { AccountView } from '../../contract/views/common.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { accountOf } from '../ledger/tables/counts.ts';
import { readFolder, type Watching } from '../ledger/tables/folders.ts';
import { isPractice } from '../stations/belonging.ts';

/** A folder in the form that `folders --json` prints (docs/architecture.md 12). Times are ISO 8601. */
export interface FolderView {
  readonly id: string;
  readonly path: string;
  readonly reachable: boolean;
  readonly unreachable_since: string | null;
  readonly watching: Watching;
  readonly last_scan: string | null;
  readonly paused: boolean;
  readonly moves: boolean;
  readonly handled_by: string | null;
  readonly problem: { readonly code: string; readonly message: string; readonly next: string } | null;
  readonly remark: string | null;
  readonly counts: AccountView;
}

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** Returns the state of each watched folder, with counts that add up (I1). */
export function foldersView(
  ledger: Ledger,
  { folders, environment }: Pick<Settings, 'folders' | 'environment'>,
): FolderView[] {
  const inPractice = isPractice(environment);
  return folders.map((rule) => {
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
      moves: rule.after === 'move' && !inPractice,
      handled_by: row?.handled_by ?? null,
      problem,
      remark: remarkOf(inPractice, problem === null ? (row?.problem_detail ?? null) : null),
      counts: accountOf(ledger, rule.id),
    };
  });
}

const IN_PRACTICE =
  'Practice mode moves no files and writes nothing into this folder, whatever the folder settings say.';

function remarkOf(inPractice: boolean, found: string | null): string | null {
  if (!inPractice) return found;
  return found === null ? IN_PRACTICE : `${IN_PRACTICE} ${found}`;
}
