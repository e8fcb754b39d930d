import type { Ledger } from '../db/ledger.ts';
import { writeState } from '../db/station-state.ts';
import { folderIds, readFolder, samePath } from './folders.ts';

/** The keys of `station_state` that end with the id of a folder rule. */
const STATES = ['left', 'unlisted', 'strange', 'strange-seq', 'shared', 'offer'].map(
  (name) => `folder.${name}.`,
);

/** The id of a folder rule, and the folder of the rule. */
interface Placed {
  readonly id: string;
  readonly path: string;
}

/**
 * Returns the paths of all rows if a rule has no row of its own at its path, because another row may then be the rule's own. Otherwise
 * returns nothing, so that nobody asks the share of a removed rule.
 */
export function formerPlaces(ledger: Ledger, rules: readonly Placed[]): string[] {
  const rows = rowsOf(ledger);
  const isKnown = ({ id, path }: Placed) => rows.some((row) => row.id === id && samePath(row.path, path));
  return rules.every(isKnown) ? [] : rows.map(({ path }) => path);
}

/**
 * Gives the rows of each watched folder the id of the rule that now watches the folder, because the ledger must know the files of a folder
 * under any name of the rule. Without the rows, a renamed rule with another task type would send the whole folder again. The files that the
 * ledger does not know yet count as backlog of the renamed rule. `realOf` resolves the links of a path. Must be called before the rules run.
 */
export function keepFoldersKnown(
  ledger: Ledger,
  rules: readonly Placed[],
  realOf: (path: string) => string,
): void {
  ledger.transaction(() => {
    const rows = rowsOf(ledger);
    const renamed = rules.flatMap(({ id, path }) => {
      const real = realOf(path);
      const here = rows.filter((row) => realOf(row.path) === real);
      // Of several removed rules of the folder, the last one to scan the folder knows the most.
      const [former] = here.toSorted((one, other) => (other.last_scan_at ?? 0) - (one.last_scan_at ?? 0));
      return former === undefined || here.some((row) => row.id === id) ? [] : [{ from: former.id, to: id }];
    });
    // Two rules may have exchanged their names, so each row first leaves its id.
    const leaving = renamed.map(({ from, to }) => ({ aside: setAside(ledger, from), to }));
    for (const { aside, to } of leaving) {
      if (readFolder(ledger, to) !== null) setAside(ledger, to);
      rename(ledger, aside, to);
      ledger
        .prepared(
          'UPDATE folder SET backlog = NULL, backlog_listed_at = NULL, handled_by = NULL WHERE id = ?',
        )
        .run(to);
    }
  });
}

const rowsOf = (ledger: Ledger) => folderIds(ledger).flatMap((id) => readFolder(ledger, id) ?? []);

/** Gives the rows of a folder rule an id that no rule can have. Returns this id. */
function setAside(ledger: Ledger, id: string): string {
  const known = new Set(folderIds(ledger));
  let count = 1;
  while (known.has(`${id}~${count}`)) count += 1;
  const aside = `${id}~${count}`;
  rename(ledger, id, aside);
  return aside;
}

function rename(ledger: Ledger, from: string, to: string): void {
  for (const table of ['file', 'submission', 'task'])
    ledger.prepared(`UPDATE ${table} SET folder_id = @to WHERE folder_id = @from`).run({ from, to });
  ledger.prepared('UPDATE folder SET id = @to WHERE id = @from').run({ from, to });
  for (const state of STATES) {
    writeState(ledger, `${state}${to}`, null);
    ledger
      .prepared('UPDATE station_state SET key = @to WHERE key = @from')
      .run({ from: `${state}${from}`, to: `${state}${to}` });
  }
}
