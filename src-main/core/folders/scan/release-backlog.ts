import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Backlog } from '../../../contract/settings.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import type { Files } from '../../ledger/tables/files.ts';
import { setFolderBacklog } from '../../ledger/tables/folders.ts';
import { PlainError } from '../../plain-error.ts';
import { sentFrom } from './backlog.ts';

/** So many take a tenth of a second. There may be a million, and the lease's beat must come to its turn meanwhile. */
const AT_A_TIME = 5_000;

export interface ReleaseParts {
  readonly ledger: Ledger;
  readonly files: Pick<Files, 'lastId' | 'backlogUpTo' | 'releaseBacklog'>;
  /** Aborted when the folder is not watched any more. */
  readonly signal: AbortSignal;
}

/**
 * Carries out what was decided about the files that were there before the rule, some at a time. `kept` is called in the transaction
 * that ends it: after a fall between two of them the rest waits for a decision as before.
 *
 * @throws PlainError `folder.left` where the folder was left meanwhile
 */
export async function releaseBacklog(
  { ledger, files, signal }: ReleaseParts,
  folderId: string,
  decision: Exclude<Backlog, 'ask'>,
  kept: () => void,
): Promise<void> {
  const from = sentFrom(decision);
  const last = files.lastId();
  for (let after = 0; ; ) {
    const upTo = files.backlogUpTo(folderId, { after, last, most: AT_A_TIME });
    ledger.transaction(() => {
      setFolderBacklog(ledger, folderId, decision);
      files.releaseBacklog(folderId, { from, after, upTo });
      if (upTo === last) kept();
    });
    if (upTo === last) return;
    after = upTo;
    await nextTurn();
    if (signal.aborted) throw folderLeft();
  }
}

function folderLeft(): PlainError {
  return new PlainError(
    'folder.left',
    'The folder settings changed, so your decision applied only to some of its files. The other files still wait.',
    'Refresh the folder, then decide about the other files.',
  );
}
