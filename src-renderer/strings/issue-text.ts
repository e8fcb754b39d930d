import * as contract from '../../src-main/contract/texts/issue-text.ts';
import type { IssueView, ReasonView } from '../../src-main/contract/views/task.ts';
import { inLocale, language } from './translate.ts';

const inWords = (issue: ReasonView) => contract.issueText(issue, language());

export const issueText = (issue: ReasonView): string => inLocale(inWords(issue));

export const issueShortText = (issue: IssueView): string =>
  inLocale(contract.issueShortText(issue, language()));

/** Returns an identifier of the service, such as the type of a record, as words of the language. */
export const nameText = (identifier: string): string => contract.nameText(identifier, language());

/** Returns the message of the service about an issue. Returns null if `issueText` already contains the message. */
export function ownWords(issue: ReasonView): string | null {
  const message = issue.key === null ? '' : issue.message.trim();
  return message === '' || inWords(issue).includes(message) ? null : message;
}
