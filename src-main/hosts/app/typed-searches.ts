import type { VerbName } from '../../contract/verbs/index.ts';
import type { Clock } from '../../core/clock.ts';
import type { Listed } from './listed.ts';

/** So long without another letter, a text counts as the one that was meant. */
const PAUSE_MS = 1_500;

export interface Search extends Listed {
  readonly actor: string;
  readonly name: VerbName;
}

interface Newest {
  search: Search;
  /** Reached by typing, not by deleting letters: a text that was meant, although perhaps nobody pauses at the text. */
  readonly meant: boolean;
  kept: boolean;
}

/**
 * Tells the searches that were meant from the letters on the way to them: lists are asked for at each letter, and the audit is
 * to hold "Miller", not "M", "Mi", "Mil". Told to `keep`: a text at which typing pauses, the longest text before somebody
 * deletes letters or types another text, and what was typed last at the end.
 */
export function createTypedSearches(
  clock: Clock,
  keep: (search: Search) => void,
  onFault: (error: unknown) => void,
) {
  /** The newest text of each person in each list. */
  const texts = new Map<string, Newest>();
  const stopping = new AbortController();

  function settle(newest: Newest): void {
    if (newest.kept) return;
    newest.kept = true;
    try {
      keep(newest.search);
    } catch (error) {
      onFault(error);
    }
  }

  return {
    /** A list was shown, by a text or without one. @throws as `keep` does */
    shown: (search: Search): void => {
      const key = JSON.stringify([search.actor, search.name]);
      const before = texts.get(key);
      const text = textOf(search);
      const old = before === undefined ? '' : textOf(before.search);
      if (before !== undefined && text === old) {
        before.search = search;
        return;
      }
      if (before?.meant === true && !before.kept && !text.startsWith(old)) {
        keep(before.search);
        before.kept = true;
      }
      texts.delete(key);
      if (text === '') return;
      const newest: Newest = { search, meant: !old.startsWith(text), kept: false };
      texts.set(key, newest);
      void clock.sleep(PAUSE_MS, stopping.signal).then(() => {
        if (texts.get(key) === newest) settle(newest);
      });
    },
    /** Keeps what was typed last. */
    stop: (): void => {
      for (const newest of texts.values()) if (newest.meant) settle(newest);
      texts.clear();
      stopping.abort();
    },
  };
}

const textOf = ({ typed }: Search): string => Object.values(typed).join(' ');
