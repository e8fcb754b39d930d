import { printable } from '../../../contract/printable.ts';
import { inWords, LANGUAGES, type Language, type Said, say } from '../../../contract/say.ts';
import { issueText } from '../../../contract/texts/issue-text.ts';
import { wantsOf } from '../../answering/needs.ts';
import type { Issue, TaskDetails } from '../../service/schemas.ts';

const BEGIN = say('folders.wroteNote');

const HOW = say('folders.saveMissingDocumentsFolder');
const LOOK = say('folders.lookTaskApp');

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
    ...part(say('folders.documents'), documents),
    ...part(say('folders.data'), data),
    ...part(say('folders.also'), others),
  ];
  const asked = parts.length === 0 ? ['', said(say('folders.serviceNotSayWhat'))] : parts;
  return `${[said(BEGIN), '', said(HOW), ...asked].join('\r\n')}\r\n`;
}

function linesOf(issue: Issue, taskName: string, language: Language): string[] {
  const name = taskName.trim().toLowerCase();
  const isSafe = (text: string) => name === '' || !text.toLowerCase().includes(name);
  const words = printable(issueText(issue, language));
  const message = printable(issue.message.trim());
  const isRepeated = message === '' || message === words || message === printable(issueText(issue));
  const quoted =
    isRepeated || !isSafe(message) ? [] : [`  ${inWords(say('folders.serviceSays', { message }), language)}`];
  return [`- ${isSafe(words) ? words : inWords(LOOK, language)}`, ...quoted];
}
