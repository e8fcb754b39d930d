import type { StationChoice } from '../../src-main/core/installation/open-station.ts';
import { createTerminal } from '../../src-main/hosts/command-line/terminal.ts';
import {
  showFiles,
  showFolders,
  showOutbox,
  showTasks,
} from '../../src-main/hosts/command-line/verbs/lists.ts';

/** The verbs that only read, and take nothing. */
export type ReadVerb = 'outbox' | 'folders' | 'tasks' | 'files';

/**
 * What `clearfolder VERB --json` prints, read in this process: a test that looks again and again would else spend most of the
 * machine on starting programs. That the program prints it is shown where the command line is tested.
 */
export async function readVerb(verb: ReadVerb, choice: StationChoice): Promise<unknown> {
  let printed = '';
  const terminal = createTerminal(
    true,
    (text) => {
      printed += text;
    },
    () => undefined,
  );
  if (verb === 'outbox') await showOutbox({ terminal, choice });
  if (verb === 'folders') await showFolders({ terminal, choice });
  if (verb === 'tasks') await showTasks({ terminal, choice }, {});
  if (verb === 'files') await showFiles({ terminal, choice }, {});
  return JSON.parse(printed);
}
