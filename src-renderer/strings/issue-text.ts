import * as contract from '../../src-main/contract/views/issue-text.ts';
import type { IssueView, ReasonView } from '../../src-main/contract/views/task.ts';
import { inLocale } from './translate.ts';

export const issueText = (issue: ReasonView): string => inLocale(contract.issueText(issue));

export const issueShortText = (issue: IssueView): string => inLocale(contract.issueShortText(issue));

/** Returns the message of the service about an issue. Returns null if `issueText` already contains the message. */
export function ownWords(issue: ReasonView): string | null {
  const message = issue.key === null ? '' : issue.message.trim();
  return message === '' || contract.issueText(issue).includes(message) ? null : message;
}
