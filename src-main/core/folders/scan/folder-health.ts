import { joined, type Said, say } from '../../../contract/say.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { clearFolderTrouble, readFolder, setFolderTrouble } from '../../ledger/tables/folders.ts';
import { ILLEGIBLE_NAME, type WalkTrouble } from '../../share-io/walk.ts';
import type { ScanResult } from './scan.ts';

const SHOWN = 3;

/** Records that a folder has not responded since `since`, or responds again (null). A more serious problem in the row stays. */
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

/** Returns a text for people about the folder after a completed scan; null if there is nothing to report. */
export function remarkOf(
  result: Pick<Extract<ScanResult, { kind: 'done' }>, 'strange' | 'unreadable'>,
): Said | null {
  const remarks: Said[] = [];
  if (result.strange) {
    remarks.push(say('folders.differentFolder'));
  }
  const illegible = result.unreadable.filter(({ code }) => code === ILLEGIBLE_NAME);
  const unreadable = result.unreadable.filter(({ code }) => code !== ILLEGIBLE_NAME);
  if (unreadable.length > 0) {
    const some = listed(unreadable, ({ path, code }) => `${path} (${code})`);
    remarks.push(say('folders.cannotOpenFilesFolders', { some }));
  }
  if (illegible.length > 0) {
    const some = listed(illegible, ({ path }) => path);
    remarks.push(say('folders.cannotReadNames', { some }));
  }
  return remarks.length === 0 ? null : joined(remarks, ' ');
}

function listed(all: readonly WalkTrouble[], told: (one: WalkTrouble) => string): string | Said {
  const list = all.slice(0, SHOWN).map(told).join(', ');
  return all.length > SHOWN ? say('folders.andMore', { list, count: all.length - SHOWN }) : list;
}
