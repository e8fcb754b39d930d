import type { StationChoice } from '../../core/installation/open-station.ts';
import { FILE_STATES } from '../../core/ledger/tables/files.ts';
import { OUTBOX_STATES } from '../../core/ledger/tables/outbox-rows.ts';
import { filesView } from '../../core/views/files-view.ts';
import { withLedger } from './choice.ts';
import { UsageError } from './failure.ts';
import { looked } from './looked.ts';
import { assertFolderIsKnown } from './requests.ts';
import { show, type Terminal } from './terminal.ts';

/** What I1 counts; a file that is bound is shown with the state of its submission. */
const STATES: readonly string[] = [...new Set([...FILE_STATES, ...OUTBOX_STATES])].filter(
  (state) => state !== 'bound',
);

/** `files`: every file that was found, with what has become of it and why (I1). */
export function showFiles(
  terminal: Terminal,
  choice: StationChoice,
  filter: { folder: string | null; states: readonly string[] },
): Promise<void> {
  const unknown = filter.states.find((state) => !STATES.includes(state));
  if (unknown !== undefined)
    throw new UsageError(`"${unknown}" is not a state. The states are: ${STATES.join(', ')}.`);
  return withLedger(choice, 'reader', (ledger, { settings }) => {
    if (filter.folder !== null) assertFolderIsKnown(ledger, settings.folders, filter.folder);
    const files = filesView(ledger, filter);
    looked(ledger, 'list.viewed', 'files.page', {
      ...(filter.folder === null ? {} : { folder: filter.folder }),
      ...(filter.states.length === 0 ? {} : { states: filter.states }),
      rows: files.length,
    });
    show(terminal, files, () =>
      files.length === 0
        ? ['No files.']
        : files.flatMap((file) => [
            `${String(file.id).padStart(6)}  ${file.state.padEnd(11)}  ${file.path}`,
            ...(file.ignored_by === null ? [] : [`        ignored by the rule "${file.ignored_by}"`]),
            ...(file.problem === null
              ? []
              : [`        ${file.problem.message}`, `        What to do: ${file.problem.next}`]),
          ]),
    );
  });
}
