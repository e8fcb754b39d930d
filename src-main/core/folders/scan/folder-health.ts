import type { Ledger } from '../../ledger/db/ledger.ts';
import { clearFolderTrouble, readFolder, setFolderTrouble } from '../../ledger/tables/folders.ts';
import { ILLEGIBLE_NAME, type WalkTrouble } from '../../share-io/walk.ts';
import type { ScanResult } from './scan.ts';

const SHOWN = 3;

/** Shows since when a folder does not answer; with null, that the folder answers. Another problem of the folder that says as much stays. */
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

/** What a person should know of a scan that went through all the same, or null. */
export function remarkOf(result: Extract<ScanResult, { kind: 'done' }>): string | null {
  const remarks: string[] = [];
  if (result.strange) {
    remarks.push(
      'Another folder stands here than before, and nothing that was in it: perhaps a network drive is not connected. What lay in it is treated like files from before the rule, and newer files are sent; nothing was recorded as removed.',
    );
  }
  const illegible = result.unreadable.filter(({ code }) => code === ILLEGIBLE_NAME);
  const unreadable = result.unreadable.filter(({ code }) => code !== ILLEGIBLE_NAME);
  if (unreadable.length > 0) {
    const some = listed(unreadable, ({ path, code }) => `${path} (${code})`);
    remarks.push(`Cannot be looked into, so what is there is not sent: ${some}.`);
  }
  if (illegible.length > 0) {
    const some = listed(illegible, ({ path }) => path);
    remarks.push(`Has a name that cannot be read, so it is not sent until it is renamed: ${some}.`);
  }
  return remarks.length === 0 ? null : remarks.join(' ');
}

function listed(all: readonly WalkTrouble[], told: (one: WalkTrouble) => string): string {
  const more = all.length > SHOWN ? ` and ${all.length - SHOWN} more` : '';
  return all.slice(0, SHOWN).map(told).join(', ') + more;
}
