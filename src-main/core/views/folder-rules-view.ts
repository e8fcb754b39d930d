import type { Settings } from '../../contract/settings.ts';
import type { FolderViewOfRule } from '../../contract/views/folder.ts';
import { foldersView } from '../folders/folders-view.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readFolder } from '../ledger/tables/folders.ts';
import { undecidedFiles } from './held-causes.ts';
import { rowProblem } from './problem-words.ts';

/** Returns each watched folder with its rule, health, counts, and its files that wait for a person's decision. */
export function folderRulesView(
  ledger: Ledger,
  settings: Pick<Settings, 'folders' | 'environment'>,
): FolderViewOfRule[] {
  const undecided = new Map(undecidedFiles(ledger).map((one) => [one.folder, one]));
  const known = new Map(settings.folders.map((rule) => [rule.id, rule]));
  return foldersView(ledger, settings).flatMap(({ problem, task_type: _, ...view }) => {
    const rule = known.get(view.id);
    if (rule === undefined) return [];
    const row = problem === null ? null : readFolder(ledger, view.id);
    return [
      {
        ...view,
        rule,
        problem: row === null ? null : rowProblem(row),
        backlog_waiting: undecided.get(view.id)?.count ?? 0,
        backlog_causes: undecided.get(view.id)?.causes ?? [],
      },
    ];
  });
}
