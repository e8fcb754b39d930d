import { z } from 'zod';
import { ISSUE_TEXTS_ES, KIND_TEXTS_ES } from './es/issue-texts.ts';
import { OUTCOME_TEXTS_ES } from './es/outcome-texts.ts';
import { SERVICE_PROBLEMS_ES } from './es/service-problems.ts';
import { STATION_PROBLEMS_ES } from './es/station-problems.ts';
import { DETAILS_ES } from './es/texts/details.ts';
import { TEXTS_ES } from './es/texts/index.ts';
import {
  describeForCommandLine,
  describeProblem,
  PROBLEMS,
  type ProblemOfRow,
  problemCodeSchema,
  problemSubjectSchema,
} from './problem.ts';
import { issueText } from './texts/issue-text.ts';
import { OUTCOME_TEXTS } from './texts/outcome-texts.ts';
import { recognizerOf } from './texts/recognize.ts';
import { timeTexts } from './time-text.ts';
import type { ReasonView } from './views/task.ts';

export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * The locale of numbers and dates in each language. Spanish uses `es-US`, which writes a decimal point, because number fields accept no
 * decimal comma.
 */
export const LOCALES = { en: 'en', es: 'es-US' } as const satisfies Record<Language, string>;

const PROBLEM_TEXTS = { en: PROBLEMS, es: { ...STATION_PROBLEMS_ES, ...SERVICE_PROBLEMS_ES } };

/** The texts about issues in each language. English is undefined, because `issueText` uses its own English texts by default. */
export const ISSUE_TEXTS = { en: undefined, es: ISSUE_TEXTS_ES };
export const KIND_TEXTS = { en: undefined, es: KIND_TEXTS_ES };

/** The words for the status and the verdicts of a Task in each language. */
export const OUTCOME_WORDS = { en: OUTCOME_TEXTS, es: OUTCOME_TEXTS_ES };

/**
 * An English text that has a Spanish translation. The English text is the key of the translation, so a reader of the code sees the text
 * itself.
 */
export type TextKey = keyof typeof TEXTS_ES;

/**
 * The value that replaces a name in braces. `inWords` inserts a string unchanged and translates a `Said`. `inWords` formats all other
 * values for the language: a number, the date at the start of the ISO time `day`, and the date and clock time of the ISO time `time`.
 */
type Value = string | number | Said | { readonly day: string } | { readonly time: string };

/** A text without a language. The process that shows the text chooses the language and calls `inWords`. */
export type Said =
  | { readonly text: string; readonly values: Readonly<Record<string, Value>> }
  | { readonly problem: ProblemOfRow; readonly part: 'message' | 'next' | 'command' }
  | { readonly issue: ReasonView };

// The names in braces in `Text`. Braces that contain a quotation mark are part of a JSON example, and contain no name.
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string}"${string}` ? never : Name) | Names<Rest>
  : never;

export type ValuesOf<Text extends string> = [Names<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Names<Text>, Value>>];

/**
 * Returns a text that `inWords` translates later. The compiler reports a text without a Spanish translation, and a name in braces without a
 * value.
 */
export function say<Text extends TextKey>(text: Text, ...[values]: ValuesOf<Text>): Said {
  return { text, values: values ?? {} };
}

/** Returns a text that stays the same in every language, such as a text from the service. */
export const verbatim = (text: string): Said => say('{text}', { text });

/** Joins `texts` with `between`. The order is the same in every language. */
export function joined(texts: readonly (string | Said)[], between: string | Said): Said {
  const values = Object.fromEntries(texts.map((text, index) => [`part${index}`, text]));
  return {
    text: Object.keys(values)
      .map((name) => `{${name}}`)
      .join('{between}'),
    values: { ...values, between },
  };
}

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

const spanish: ReadonlyMap<string, string> = new Map(Object.entries(TEXTS_ES));
const numbers = { en: new Intl.NumberFormat(LOCALES.en), es: new Intl.NumberFormat(LOCALES.es) };
const times = { en: timeTexts(LOCALES.en), es: timeTexts(LOCALES.es) };

/**
 * Returns the text in `language`. A text from another version of Clearfolder stays English if this version has no translation of the text.
 */
export function inWords(said: Said, language: Language): string {
  if ('issue' in said) return issueText(said.issue, ISSUE_TEXTS[language]);
  if ('problem' in said) {
    const { problem, part } = said;
    if (part === 'command') return describeForCommandLine(...problemIn(problem, language)).next;
    return describeProblem(...problemIn(problem, language))[part];
  }
  const template = language === 'es' ? (spanish.get(said.text) ?? said.text) : said.text;
  return template.replace(/\{(\w+)\}/g, (braces, name: string) => {
    const value = Object.hasOwn(said.values, name) ? said.values[name] : undefined;
    return value === undefined ? braces : valueText(value, language);
  });
}

const recognized = recognizerOf(Object.keys(DETAILS_ES));

/** Returns the detail of a problem in a language. A detail of the service stays as the service wrote it. */
export function detailIn(detail: string, language: Language): string {
  return language === 'en' ? detail : inWords(recognized(detail), language);
}

/** Returns a problem with its detail in a language, and the texts of the language. */
export function problemIn({ detail, ...problem }: ProblemOfRow, language: Language) {
  const words = detail === null ? null : detailIn(detail, language);
  return [{ ...problem, detail: words }, PROBLEM_TEXTS[language]] as const;
}

function valueText(value: Value, language: Language): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numbers[language].format(value);
  if ('day' in value) return times[language].dayText(value.day);
  if ('time' in value) return times[language].fullTimeText(value.time);
  return inWords(value, language);
}

const problemSchema = z.object({
  code: problemCodeSchema,
  subject: problemSubjectSchema.optional(),
  detail: z.string().nullable(),
});
export const saidSchema: z.ZodType<Said> = z.union([
  z.object({
    text: z.string(),
    values: z.record(
      z.string(),
      z.union([
        z.string(),
        z.number(),
        z.object({ day: z.string() }),
        z.object({ time: z.string() }),
        z.lazy(() => saidSchema),
      ]),
    ),
  }),
  z.object({ problem: problemSchema, part: z.enum(['message', 'next', 'command']) }),
  z.object({ issue: z.looseObject({ key: z.string().nullable(), message: z.string() }) }),
]);

/** Returns the language of a tag such as `es-MX` or `es_MX.UTF-8`; English if Clearfolder has no texts in that language. */
export function languageOf(tag: string): Language {
  const spoken = tag.toLowerCase().split(/[-_.@]/)[0];
  return LANGUAGES.find((language) => language === spoken) ?? 'en';
}
