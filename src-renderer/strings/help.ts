import { findWords, searchWords } from '../../src-main/contract/texts/find-words.ts';
import { keysThatBegin } from '../../src-main/contract/texts/messages.ts';
import { isMessage, t } from './translate.ts';

/**
 * The key of the title of each help text. The order is the order of the search results: first the screens of the navigation, then the
 * screens that open from other screens.
 */
const TITLES = {
  today: 'shell.today',
  waiting: 'shell.waiting',
  verdicts: 'shell.verdicts',
  tasks: 'shell.tasks',
  outbox: 'shell.outbox',
  folders: 'shell.folders',
  insights: 'shell.insights',
  settings: 'shell.settings',
  stations: 'shell.stations',
  task: 'task.screen',
  drop: 'drop.title',
  audit: 'audit.title',
} as const;

export type HelpTopic = keyof typeof TITLES;

/** An entry of a help text: an activity with instructions, a word with its explanation, or a problem with its solution. */
export interface HelpEntry {
  readonly title: string;
  readonly text: string;
}

export interface Help {
  readonly topic: HelpTopic;
  readonly title: string;
  readonly shows: string;
  readonly parts: readonly {
    readonly part: 'steps' | 'words' | 'stuck';
    readonly entries: readonly HelpEntry[];
  }[];
}

/**
 * Returns the help for a screen in the current language. Its texts are the messages `help.TOPIC.…`: what the screen `shows`, for each
 * `step` the `task` and `how`, for each `word` of the screen (the key of the word is the end of the key) the meaning, and for each typical
 * problem (`stuck`) `when` the problem occurs and the `act` that helps.
 */
export function helpOf(topic: HelpTopic): Help {
  const start = `help.${topic}.word.`;
  const meanings = keysThatBegin(start).flatMap((key) => {
    const word = key.slice(start.length);
    return isMessage(word) ? [{ title: t(word), text: textOf(key) }] : [];
  });
  return {
    topic,
    title: t(TITLES[topic]),
    shows: textOf(`help.${topic}.shows`),
    parts: [
      { part: 'steps', entries: pairs(`help.${topic}.step.`, 'task', 'how') },
      { part: 'words', entries: meanings },
      { part: 'stuck', entries: pairs(`help.${topic}.stuck.`, 'when', 'act') },
    ],
  };
}

const textOf = (key: string) => (isMessage(key) ? t(key) : key);

const pairs = (start: string, title: string, text: string): HelpEntry[] =>
  keysThatBegin(start)
    .filter((key) => key.endsWith(`.${title}`))
    .map((key) => ({ title: textOf(key), text: textOf(`${key.slice(0, -title.length)}${text}`) }));

/**
 * Returns the help texts that match a search, each with only its matching entries. An entry matches if the entry contains all words of
 * `search`. A help text matches if an entry matches, or if its title and description contain all words.
 */
export function searchHelp(search: string): readonly Help[] {
  const wanted = searchWords(search);
  const has = (...texts: readonly string[]) =>
    wanted.every((word) => findWords(texts.join(' '), [word]).length > 0);
  return Object.keys(TITLES)
    .filter(isTopic)
    .map(helpOf)
    .map((help) => ({
      ...help,
      parts: help.parts.map(({ part, entries }) => ({
        part,
        entries: entries.filter(({ title, text }) => has(title, text)),
      })),
    }))
    .filter(
      ({ title, shows, parts }) => has(title, shows) || parts.some(({ entries }) => entries.length > 0),
    );
}

const isTopic = (topic: string): topic is HelpTopic => Object.hasOwn(TITLES, topic);
