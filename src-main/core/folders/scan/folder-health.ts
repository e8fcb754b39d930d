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
    remarks.push(
      say(
        'The folder at this path is a different folder than before, without the earlier files. Perhaps a network drive is not connected. Clearfolder treats the files that are now in this folder like files from before the folder was set up, and sends only newer files. Clearfolder counts no file as deleted.',
      ),
    );
  }
  const illegible = result.unreadable.filter(({ code }) => code === ILLEGIBLE_NAME);
  const unreadable = result.unreadable.filter(({ code }) => code !== ILLEGIBLE_NAME);
  if (unreadable.length > 0) {
    const some = listed(unreadable, ({ path, code }) => `${path} (${code})`);
    remarks.push(
      say(
        'Clearfolder cannot open these files or folders, and sends none of these documents: {some}. Ask your IT staff for permission to read them.',
        { some },
      ),
    );
  }
  if (illegible.length > 0) {
    const some = listed(illegible, ({ path }) => path);
    remarks.push(
      say(
        'Clearfolder cannot read these names, and sends none of these documents: {some}. Change the names.',
        { some },
      ),
    );
  }
  return remarks.length === 0 ? null : joined(remarks, ' ');
}

function listed(all: readonly WalkTrouble[], told: (one: WalkTrouble) => string): string | Said {
  const list = all.slice(0, SHOWN).map(told).join(', ');
  return all.length > SHOWN ? say('{list} and {count} more', { list, count: all.length - SHOWN }) : list;
}
