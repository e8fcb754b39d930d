import { z } from 'zod';
import {
  describeForCommandLine,
  describeProblem,
  type ProblemOfRow,
  problemCodeSchema,
  problemSubjectSchema,
} from './problem.ts';
import { issueText } from './texts/issue-text.ts';
import type { Messages } from './texts/message-keys.d.ts';
import { LANGUAGES, type Language, LOCALES, messageText, type TextKey } from './texts/messages.ts';
import { timeTexts } from './time-text.ts';
import type { ReasonView } from './views/task.ts';

export { LANGUAGES, type Language, LOCALES, type TextKey };

/**
 * The value of an argument that is no number. `inWords` inserts a string unchanged and translates a `Said`. `inWords` formats the date at
 * the start of the ISO time `day`, and the date and clock time of the ISO time `time`.
 */
type Words = string | Said | { readonly day: string } | { readonly time: string };
type Value = Words | number;

/** A text without a language. The process that shows the text chooses the language and calls `inWords`. */
export type Said =
  | { readonly key: string; readonly values: Readonly<Record<string, Value>> }
  | { readonly verbatim: string }
  | { readonly parts: readonly (string | Said)[]; readonly between: string | Said }
  | { readonly problem: ProblemOfRow; readonly part: 'message' | 'next' | 'command' }
  | { readonly issue: ReasonView };

/** The values of a message: none, or an object with a value for each argument. */
export type ValuesOf<Key extends TextKey> = Key extends TextKey
  ? keyof Messages<Words>[Key] extends never
    ? []
    : [values: Messages<Words>[Key]]
  : never;

/** The key of a message without arguments. */
export type PlainKey = { [Key in TextKey]: keyof Messages<Words>[Key] extends never ? Key : never }[TextKey];

/** The key of a message whose only argument is the number `count`. */
export type CountKey = {
  [Key in TextKey]: keyof Messages<Words>[Key] extends 'count'
    ? Messages<Words>[Key] extends { readonly count: number }
      ? Key
      : never
    : never;
}[TextKey];

/** Returns a text that `inWords` translates later. The compiler reports an unknown key, and an argument without a value. */
export function say<Key extends TextKey>(key: Key, ...[values]: ValuesOf<Key>): Said {
  return { key, values: values ?? {} };
}

/** Returns a text that stays the same in every language, such as a text from the service. */
export const verbatim = (text: string): Said => ({ verbatim: text });

/** Joins `texts` with `between`. The order is the same in every language. */
export const joined = (parts: readonly (string | Said)[], between: string | Said): Said => ({
  parts,
  between,
});

/**
 * Returns the texts about a problem, for a later call of `inWords`. With `next`, the next step names the buttons of the app; with
 * `command`, the next step names commands of the command line.
 */
export function sayProblem(problem: ProblemOfRow, next: 'next' | 'command' = 'next') {
  const { code, subject, detail } = problem;
  const plain = { code, subject, detail };
  return {
    message: { problem: plain, part: 'message' },
    next: { problem: plain, part: next },
  } as const satisfies Record<string, Said>;
}

const times = new Map<Language, ReturnType<typeof timeTexts>>();

// The formatters are made at their first use, because making them takes a tenth of the start of the command line.
function timesIn(language: Language) {
  const known = times.get(language) ?? timeTexts(LOCALES[language]);
  times.set(language, known);
  return known;
}

/**
 * Returns the text in `language`. `change` changes the ICU message of each key before the values are inserted. The key of a text from
 * another version of Clearfolder stands for the text if this version has no such key.
 */
export function inWords(said: Said, language: Language, change?: (source: string) => string): string {
  if ('issue' in said) return issueText(said.issue, language);
  if ('verbatim' in said) return said.verbatim;
  if ('parts' in said) {
    const between = inWordsOf(said.between, language, change);
    return said.parts.map((part) => inWordsOf(part, language, change)).join(between);
  }
  if ('problem' in said) {
    const { problem, part } = said;
    if (part === 'command') return describeForCommandLine(problem, language).next;
    return describeProblem(problem, language)[part];
  }
  const values = Object.entries(said.values).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : inWordsOf(value, language, change),
  ]);
  return messageText(said.key, language, Object.fromEntries(values), change);
}

function inWordsOf(value: Words, language: Language, change?: (source: string) => string): string {
  if (typeof value === 'string') return value;
  if ('day' in value) return timesIn(language).dayText(value.day);
  if ('time' in value) return timesIn(language).fullTimeText(value.time);
  return inWords(value, language, change);
}

const problemSchema = z.object({
  code: problemCodeSchema,
  subject: problemSubjectSchema.optional(),
  detail: z.string().nullable(),
});
const wordsSchema = z.union([z.string(), z.lazy(() => saidSchema)]);
export const saidSchema: z.ZodType<Said> = z.union([
  z.object({
    key: z.string(),
    values: z.record(
      z.string(),
      z.union([wordsSchema, z.number(), z.object({ day: z.string() }), z.object({ time: z.string() })]),
    ),
  }),
  z.object({ verbatim: z.string() }),
  z.object({ parts: z.array(wordsSchema), between: wordsSchema }),
  z.object({ problem: problemSchema, part: z.enum(['message', 'next', 'command']) }),
  z.object({ issue: z.looseObject({ key: z.string().nullable(), message: z.string() }) }),
]);

/** Returns the language of a tag such as `es-MX` or `es_MX.UTF-8`; English if Clearfolder has no texts in that language. */
export function languageOf(tag: string): Language {
  const spoken = tag.toLowerCase().split(/[-_.@]/)[0];
  return LANGUAGES.find((language) => language === spoken) ?? 'en';
}
