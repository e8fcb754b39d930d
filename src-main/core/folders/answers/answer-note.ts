import { printable } from '../../../contract/printable.ts';
import { ISSUE_TEXTS, inWords, LANGUAGES, type Language, type Said, say } from '../../../contract/say.ts';
import { issueText } from '../../../contract/texts/issue-text.ts';
import { wantsOf } from '../../answering/needs.ts';
import type { Issue, TaskDetails } from '../../service/schemas.ts';

const BEGIN = say('Clearfolder wrote this note, and replaces and deletes this note.');

const HOW = say(
  'Save the missing documents in this folder. Clearfolder sends complete documents that no longer change. For data, use the screen Waiting of the app.',
);
const LOOK = say('Look at the Task in the app.');

/** Whether Clearfolder wrote the note, in any language. Clearfolder deletes no other file with the name of a note (I4). */
export const isOwnNote = (text: string): boolean =>
  LANGUAGES.some((language) => text.startsWith(inWords(BEGIN, language)));

/** Returns the text of the note: what the Task needs, without the name of the Task (I11). */
export function noteText(details: TaskDetails, language: Language): string {
  const said = (text: Said) => inWords(text, language);
  const { documents, data, others } = wantsOf(details);
  const part = (title: Said, items: readonly { readonly issue: Issue }[]) =>
    items.length === 0
      ? []
      : ['', said(title), ...items.flatMap(({ issue }) => linesOf(issue, details.name, language))];
  const parts = [
    ...part(say('Documents'), documents),
    ...part(say('Data'), data),
    ...part(say('Also'), others),
  ];
  const asked =
    parts.length === 0
      ? ['', said(say('The service does not say what is missing. Look at the Task in the app.'))]
      : parts;
  return `${[said(BEGIN), '', said(HOW), ...asked].join('\r\n')}\r\n`;
}

function linesOf(issue: Issue, taskName: string, language: Language): string[] {
  const name = taskName.trim().toLowerCase();
  const isSafe = (text: string) => name === '' || !text.toLowerCase().includes(name);
  const words = printable(issueText(issue, ISSUE_TEXTS[language]));
  const message = printable(issue.message.trim());
  const isRepeated = message === '' || message === words || message === printable(issueText(issue));
  const quoted =
    isRepeated || !isSafe(message)
      ? []
      : [`  ${inWords(say('The service says: {message}', { message }), language)}`];
  return [`- ${isSafe(words) ? words : inWords(LOOK, language)}`, ...quoted];
}
