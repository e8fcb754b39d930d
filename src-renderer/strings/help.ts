import { findWords, searchWords } from '../../src-main/contract/texts/find-words.ts';
import type { HelpText } from './en/help/help-text.ts';
import { HELP_EN, type HelpTopic } from './en/help/index.ts';
import { HELP_ES } from './es/help/index.ts';
import { inLocale, isMessage, language, type MessageKey, t } from './translate.ts';

const HELP = { en: HELP_EN, es: HELP_ES } as const;

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
} as const satisfies Readonly<Record<HelpTopic, MessageKey>>;

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

/** Returns the help for a screen in the current language. */
export function helpOf(topic: HelpTopic): Help {
  const { shows, steps, words, stuck }: HelpText = HELP[language()][topic];
  const meanings = Object.entries(words).flatMap(([key, text]) =>
    isMessage(key) ? [{ title: t(key), text: inLocale(text) }] : [],
  );
  return {
    topic,
    title: t(TITLES[topic]),
    shows: inLocale(shows),
    parts: [
      {
        part: 'steps',
        entries: steps.map(({ task, how }) => ({ title: inLocale(task), text: inLocale(how) })),
      },
      { part: 'words', entries: meanings },
      {
        part: 'stuck',
        entries: stuck.map(({ when, act }) => ({ title: inLocale(when), text: inLocale(act) })),
      },
    ],
  };
}

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
