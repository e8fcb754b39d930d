import { describeForCommandLine } from '../../contract/problem.ts';
import { inWords, joined, type Said, say } from '../../contract/say.ts';
import type { Settings } from '../../contract/settings.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { accountOf } from '../ledger/tables/counts.ts';
import { readFolder, remarkOf } from '../ledger/tables/folders.ts';
import { readOffer } from '../ledger/tables/other-purpose.ts';
import { problemOf } from '../ledger/tables/outbox-rows.ts';
import { isPractice } from '../stations/belonging.ts';

/** The state of a folder in the output of `folders --json` (docs/architecture.md 12). Times are ISO 8601. */
export type FolderView = ReturnType<typeof foldersView>[number];

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** Returns the state of each watched folder. The counts of the files by state add up to the number of found files (I1). */
export function foldersView(
  ledger: Ledger,
  { folders, environment }: Pick<Settings, 'folders' | 'environment'>,
) {
  const inPractice = isPractice(environment);
  return folders.map((rule) => {
    const row = readFolder(ledger, rule.id);
    const found = row && problemOf(row);
    const problem = found && describeForCommandLine(found);
    const remark = withPractice(inPractice, row && remarkOf(row));
    const offer = readOffer(ledger, rule);
    return {
      id: rule.id,
      path: rule.path,
      task_type: rule.taskType,
      reachable: row?.reachable === 1,
      unreachable_since: iso(row?.unreachable_since ?? null),
      watching: row?.watching ?? 'scan',
      last_scan: iso(row?.last_scan_at ?? null),
      paused: row?.paused === 1,
      moves: rule.after === 'move' && !inPractice,
      /** The name of the other station that submits from this folder, or null. */
      handled_by: row?.handled_by ?? null,
      problem,
      /** A note for people that is not about a problem; null without a note. `said` has the note without a language. */
      remark: remark && inWords(remark, 'en'),
      said: remark && { remark },
      /** The documents that were sent for another purpose only and can be sent for the present purpose too, or null. */
      offer: offer && { documents: offer.documents, tasks: offer.tasks, left_out: offer.leftOut },
      counts: accountOf(ledger, rule.id),
    };
  });
}

const IN_PRACTICE = say('folders.practiceModeMovesNoFiles');

function withPractice(inPractice: boolean, found: Said | null): Said | null {
  if (!inPractice) return found;
  return found === null ? IN_PRACTICE : joined([IN_PRACTICE, found], ' ');
}
