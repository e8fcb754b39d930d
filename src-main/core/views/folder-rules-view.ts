import type { Settings } from '../../contract/settings.ts';
import type { FolderViewOfRule } from '../../contract/views/folder.ts';
import { foldersView } from '../folders/folders-view.ts';
import { type Ledger, readNumber } from '../ledger/db/ledger.ts';
import { readFolder } from '../ledger/tables/folders.ts';
import { rowProblem } from './problem-words.ts';

/** Returns each watched folder with its rule, health, counts, and the number of its backlog files that wait for a person's decision. */
export function folderRulesView(
  ledger: Ledger,
  settings: Pick<Settings, 'folders' | 'environment'>,
): FolderViewOfRule[] {
  const backlog = ledger.db.prepare(
    `SELECT COUNT(*) AS count FROM file
     WHERE folder_id = ? AND state = 'held' AND state IN ('settling', 'held') AND problem_code = 'file.backlog'`,
  );
  const known = new Map(settings.folders.map((rule) => [rule.id, rule]));
  return foldersView(ledger, settings).flatMap(({ problem, ...view }) => {
    const rule = known.get(view.id);
    if (rule === undefined) return [];
    const row = problem === null ? null : readFolder(ledger, view.id);
    return [
      {
        ...view,
        rule,
        problem: row === null ? null : rowProblem(row),
        backlog_waiting: readNumber(backlog, view.id),
      },
    ];
  });
}
