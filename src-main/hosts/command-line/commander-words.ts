import { type Command, type CommanderError, Help, type Option } from 'commander';
import { LANGUAGES, type Language, type PlainKey, type Said, say, verbatim } from '../../contract/say.ts';
import { said, t } from '../language.ts';

// Translates the texts of the library Commander, which are English.

const TITLES: Readonly<Record<string, PlainKey>> = {
  'Usage:': 'commander.usage',
  'Arguments:': 'commander.arguments',
  'Options:': 'commander.options',
  'Global Options:': 'commander.globalOptions',
  'Commands:': 'commander.commands',
};

/** A complaint of Commander: the pattern that gives its values, and its text. */
interface Complaint {
  readonly pattern: RegExp;
  said(values: Readonly<Record<string, string>>): Said;
}

const quoted = /'(?<name>.*)'/s;

/** The complaints by the code of the error. Commander gives the values only in its English sentence. */
const COMPLAINTS: Readonly<Record<string, readonly Complaint[]>> = {
  'commander.missingArgument': [
    { pattern: quoted, said: ({ name = '' }) => say('commander.missingArgument', { name }) },
  ],
  'commander.optionMissingArgument': [
    { pattern: quoted, said: ({ name = '' }) => say('commander.optionMissingArgument', { flags: name }) },
  ],
  'commander.missingMandatoryOptionValue': [
    { pattern: quoted, said: ({ name = '' }) => say('commander.missingMandatoryOption', { flags: name }) },
  ],
  'commander.conflictingOption': [
    {
      pattern: /'(?<name>.*)' cannot be used with option '(?<other>.*)'/s,
      said: ({ name = '', other = '' }) => say('commander.conflictingOption', { option: name, other }),
    },
  ],
  'commander.unknownOption': [
    { pattern: quoted, said: ({ name = '' }) => say('commander.unknownOption', { flag: name }) },
  ],
  'commander.unknownCommand': [
    { pattern: quoted, said: ({ name = '' }) => say('commander.unknownCommand', { name }) },
  ],
  'commander.excessArguments': [
    {
      pattern: /'(?<name>.*)'\. Expected (?<expected>\d+) .* got (?<received>\d+)/s,
      said: ({ name = '', expected, received = '' }) =>
        say('commander.excessArguments', { name, expected: Number(expected), received }),
    },
  ],
  'commander.invalidArgument': [
    {
      pattern: /option '(?<flags>.*)' argument '(?<value>.*)' is invalid\. (?<reason>.*)/s,
      said: ({ flags = '', value = '', reason = '' }) =>
        say('commander.invalidOption', { flags, value, reason: reasonInWords(reason) }),
    },
    {
      pattern: /value '(?<value>.*)' is invalid for argument '(?<name>.*)'\. (?<reason>.*)/s,
      said: ({ value = '', name = '', reason = '' }) =>
        say('commander.invalidArgument', { value, name, reason: reasonInWords(reason) }),
    },
  ],
};

// The reason is a text of Clearfolder, or the list of choices that Commander made.
function reasonInWords(reason: string): Said {
  const list = /^Allowed choices are (.*)\.$/s.exec(reason)?.[1];
  return list === undefined ? verbatim(reason) : say('commander.allowedChoices', { list });
}

/** Returns the lines of an error of Commander in the language of the terminal. A line that is not known stays English. */
export function complaintLines({ code, message }: CommanderError): string[] {
  const [complaint = '', ...suggestions] = message.split(/\n(?=\(Did you mean )/);
  return [said(complaintOf(code, complaint)), ...suggestions.map((line) => said(suggestionOf(line)))];
}

function complaintOf(code: string, complaint: string): Said {
  for (const { pattern, said: sayWith } of COMPLAINTS[code] ?? []) {
    const values = pattern.exec(complaint)?.groups;
    if (values !== undefined) return sayWith(values);
  }
  return verbatim(complaint);
}

function suggestionOf(line: string): Said {
  const { list, name } = /^\(Did you mean (?:one of (?<list>.*)|(?<name>.*))\?\)$/s.exec(line)?.groups ?? {};
  if (list !== undefined) return say('commander.didYouMeanOneOf', { list });
  return name === undefined ? verbatim(line) : say('commander.didYouMean', { name });
}

const plain = new Help();
const usage = (text: string) =>
  text
    .replace('[options]', t('commander.optionsPlaceholder'))
    .replace('[command]', t('commander.commandPlaceholder'));

/** Overrides of the parts of the help in which Commander puts words of its own. */
export const helpInWords = {
  styleTitle: (title: string) => {
    const key = TITLES[title];
    return key === undefined ? title : t(key);
  },
  commandUsage: (command: Command) => usage(plain.commandUsage(command)),
  subcommandTerm: (command: Command) => usage(plain.subcommandTerm(command)),
  optionDescription: (option: Option) =>
    plain
      .optionDescription(option)
      .replace('(choices: ', `(${t('commander.choices')} `)
      .replace(/([(,]\s?)default: (?=[^(]*\)$)/, `$1${t('commander.default')} `),
};

/** Returns the language that the option `--lang` names; null without the option, or if Clearfolder has no texts in that language. */
export function languageAsked(args: readonly string[]): Language | null {
  const at = args.findLastIndex((arg) => arg === '--lang' || arg.startsWith('--lang='));
  const asked = args[at]?.split('=')[1] ?? args[at + 1];
  return at < 0 ? null : (LANGUAGES.find((language) => language === asked) ?? null);
}
