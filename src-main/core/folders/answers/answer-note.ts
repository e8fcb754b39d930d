import { printable } from '../../../contract/printable.ts';
import { issueText } from '../../../contract/texts/issue-text.ts';
import { wantsOf } from '../../answering/needs.ts';
import type { Issue, TaskDetails } from '../../service/schemas.ts';

/** The first line of each note. Clearfolder deletes only a note with this line (I4). */
export const NOTE_BEGIN = 'Clearfolder wrote this note, and replaces and deletes this note.';

const HOW =
  'Save the missing documents in this folder. Clearfolder sends complete documents that no longer change. For data, use the screen Waiting of the app.';

/** Returns the text of the note: what the Task needs, without the name of the Task (I11). */
export function noteText(details: TaskDetails): string {
  const { documents, data, others } = wantsOf(details);
  const part = (title: string, items: readonly { readonly issue: Issue }[]) =>
    items.length === 0 ? [] : ['', title, ...items.flatMap(({ issue }) => linesOf(issue, details.name))];
  const parts = [...part('Documents', documents), ...part('Data', data), ...part('Also', others)];
  const asked =
    parts.length === 0
      ? ['', 'The service does not say what is missing. Look at the Task in the app.']
      : parts;
  return `${[NOTE_BEGIN, '', HOW, ...asked].join('\r\n')}\r\n`;
}

function linesOf(issue: Issue, taskName: string): string[] {
  const name = taskName.trim().toLowerCase();
  const isSafe = (text: string) => name === '' || !text.toLowerCase().includes(name);
  const words = printable(issueText(issue));
  const message = printable(issue.message.trim());
  const said =
    message === '' || message === words || !isSafe(message) ? [] : [`  The service says: ${message}`];
  return [`- ${isSafe(words) ? words : 'Look at the Task in the app.'}`, ...said];
}
