import { z } from 'zod';
import { ISSUE_TEXTS_ES } from './es/issue-texts.ts';
import { SERVICE_PROBLEMS_ES } from './es/service-problems.ts';
import { STATION_PROBLEMS_ES } from './es/station-problems.ts';
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
import { timeTexts } from './time-text.ts';
import type { ReasonView } from './views/task.ts';

export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The locales of numbers and dates. Spanish numbers have a decimal point, because a field accepts only that. */
export const LOCALES = { en: 'en', es: 'es-US' } as const satisfies Record<Language, string>;

export const PROBLEM_TEXTS = { en: PROBLEMS, es: { ...STATION_PROBLEMS_ES, ...SERVICE_PROBLEMS_ES } };

/** The texts about issues by language. The contract itself has the English texts. */
export const ISSUE_TEXTS = { en: undefined, es: ISSUE_TEXTS_ES };

/** The English texts that have a Spanish text. The English text is the key, so the English text stands where the program says it. */
export type TextKey = keyof typeof TEXTS_ES;

/** A number, and the start of an ISO time as a day or in full, are written as the language writes them. */
type Value = string | number | Said | { readonly day: string } | { readonly time: string };

/** A text that has no language yet. The process that shows the text chooses the language. */
export type Said =
  | { readonly text: string; readonly values: Readonly<Record<string, Value>> }
  | { readonly problem: ProblemOfRow; readonly part: 'message' | 'next' | 'command' }
  | { readonly issue: ReasonView };

// The names in braces of a text. Braces around a quotation mark belong to JSON.
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string}"${string}` ? never : Name) | Names<Rest>
  : never;

export type ValuesOf<Text extends string> = [Names<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Names<Text>, Value>>];

/** Returns a text that has no language yet. The compiler refuses a text without a Spanish text, and a missing value. */
export function say<Text extends TextKey>(text: Text, ...[values]: ValuesOf<Text>): Said {
  return { text, values: values ?? {} };
}

/** Returns a text that is the same in every language, such as a text of the service. */
export const verbatim = (text: string): Said => say('{text}', { text });

/** Returns the texts one after the other. The layout between the texts is the same in every language. */
export function joined(texts: readonly (string | Said)[], between: string | Said): Said {
  const values = Object.fromEntries(texts.map((text, index) => [`part${index}`, text]));
  return {
    text: Object.keys(values)
      .map((name) => `{${name}}`)
      .join('{between}'),
    values: { ...values, between },
  };
}

/** Returns the texts about a problem: for a person who uses the buttons of the app, or for a person who types verbs. */
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

/** Returns the text in a language. A text that another version of Clearfolder said, and that this version does not know, stays English. */
export function inWords(said: Said, language: Language): string {
  if ('issue' in said) return issueText(said.issue, ISSUE_TEXTS[language]);
  if ('problem' in said) {
    const { problem, part } = said;
    const texts = PROBLEM_TEXTS[language];
    if (part === 'command') return describeForCommandLine(problem, texts).next;
    return describeProblem(problem, texts)[part];
  }
  const template = language === 'es' ? (spanish.get(said.text) ?? said.text) : said.text;
  return template.replace(/\{(\w+)\}/g, (braces, name: string) => {
    const value = Object.hasOwn(said.values, name) ? said.values[name] : undefined;
    return value === undefined ? braces : valueText(value, language);
  });
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

/** Returns the language of a tag such as `es-MX` or `es_MX.UTF-8`; English if Clearfolder does not speak the language. */
export function languageOf(tag: string): Language {
  const spoken = tag.toLowerCase().split(/[-_.@]/)[0];
  return LANGUAGES.find((language) => language === spoken) ?? 'en';
}
