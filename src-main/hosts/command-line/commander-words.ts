import { type Command, Help, type Option } from 'commander';
import { LANGUAGES, type Language, type TextKey } from '../../contract/say.ts';
import { recognizerOf } from '../../contract/texts/recognize.ts';
import { said, t } from '../language.ts';

// Translates the texts of the library Commander. Commander creates English texts, so this module recognizes each English text and returns
// its translation in the language of the terminal.

const TITLES: readonly TextKey[] = ['Usage:', 'Arguments:', 'Options:', 'Global Options:', 'Commands:'];

// A value in braces may itself contain one of these texts. If two texts match the same message, the longer text must come first in this
// list.
const COMPLAINTS: readonly TextKey[] = [
  "error: missing required argument '{name}'",
  "error: option '{flags}' argument missing",
  "error: option '{flags}' argument '{value}' is invalid. {reason}",
  "error: required option '{flags}' not specified",
  "error: option '{option}' cannot be used with option '{other}'",
  "error: unknown option '{flag}'",
  "error: unknown command '{name}'",
  "error: command-argument value '{value}' is invalid for argument '{name}'. {reason}",
  "error: too many arguments for '{name}'. Expected {expected} but got {received}.",
  '1 argument',
  '{count} arguments',
  'Allowed choices are {list}.',
  '(Did you mean one of {list}?)',
  '(Did you mean {name}?)',
];
const recognized = recognizerOf(COMPLAINTS);

/** Translates an error message of Commander into the language of the terminal. Returns an unknown message unchanged. */
export function complaintInWords(complaint: string): string {
  return said(recognized(complaint));
}

const plain = new Help();
const usage = (text: string) =>
  text.replace('[options]', t('[options]')).replace('[command]', t('[command]'));

/** Overrides of the parts of the help in which Commander puts words of its own. */
export const helpInWords = {
  styleTitle: (title: string) => said({ text: TITLES.find((one) => one === title) ?? title, values: {} }),
  commandUsage: (command: Command) => usage(plain.commandUsage(command)),
  subcommandTerm: (command: Command) => usage(plain.subcommandTerm(command)),
  optionDescription: (option: Option) =>
    plain
      .optionDescription(option)
      .replace('(choices: ', `(${t('choices:')} `)
      .replace(/([(,]\s?)default: (?=[^(]*\)$)/, `$1${t('default:')} `),
};

/** Returns the language that the option `--lang` names; null without the option, or if Clearfolder has no texts in that language. */
export function languageAsked(args: readonly string[]): Language | null {
  const at = args.findLastIndex((arg) => arg === '--lang' || arg.startsWith('--lang='));
  const asked = args[at]?.split('=')[1] ?? args[at + 1];
  return at < 0 ? null : (LANGUAGES.find((language) => language === asked) ?? null);
}
