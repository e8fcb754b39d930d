import { type Redirect, redirectWords } from '../../contract/redirect.ts';
import type { Terminal } from './terminal.ts';

/**
 * Prints the code that confirms a change made in a page (I9), with what the code confirms. Where nobody reads the terminal as
 * it comes, paths are left out: the text may land in a log (I11).
 */
export function codeOnTerminal(terminal: Terminal) {
  const print = terminal.json ? terminal.err : terminal.out;
  return (changes: readonly Redirect[], code: string): void => {
    print('A Clearfolder window asks for this change:');
    for (const change of changes)
      print(`  ${redirectWords(terminal.watched ? change : withoutPath(change))}`);
    const all = changes.length === 1 ? 'this' : `all ${changes.length} changes above`;
    print(`Type ${code} in the app only if you asked for ${all}. The code is valid for 3 minutes.`);
  };
}

function withoutPath(change: Redirect): Redirect {
  const hidden = (path: string | null) => path && '(a place that the app shows)';
  return change.what === 'folder' || change.what === 'authority' || change.what === 'copies'
    ? { ...change, old: hidden(change.old), new: hidden(change.new) }
    : change;
}
