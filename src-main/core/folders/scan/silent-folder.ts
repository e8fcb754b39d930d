import type { Ledger } from '../../ledger/db/ledger.ts';
import { clearFolderTrouble, readFolder, setFolderTrouble } from '../../ledger/tables/folders.ts';

/** Shows since when a folder does not answer; with null, that it does. Where it has another trouble that says as much already, and stays. */
export function showSilence(ledger: Ledger, id: string, since: number | null): void {
  ledger.transaction(() => {
    const row = readFolder(ledger, id);
    if (row === null) return;
    if (since === null) {
      if (row.problem_code === 'folder.silent') clearFolderTrouble(ledger, id);
    } else if (row.reachable === 1) {
      setFolderTrouble(ledger, id, { code: 'folder.silent', detail: null }, since);
    }
  });
}
