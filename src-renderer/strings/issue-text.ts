import { ISSUE_TEXTS_ES } from '../../src-main/contract/es/issue-texts.ts';
import * as contract from '../../src-main/contract/views/issue-text.ts';
import type { IssueView, ReasonView } from '../../src-main/contract/views/task.ts';
import { inLocale, language } from './translate.ts';

/** The texts about issues by language. The contract itself has the English texts. */
export const ISSUE_TEXTS = { en: undefined, es: ISSUE_TEXTS_ES };

const inWords = (issue: ReasonView) => contract.issueText(issue, ISSUE_TEXTS[language()]);

export const issueText = (issue: ReasonView): string => inLocale(inWords(issue));

export const issueShortText = (issue: IssueView): string =>
  inLocale(contract.issueShortText(issue, ISSUE_TEXTS[language()]));

/** Returns the message of the service about an issue. Returns null if `issueText` already contains the message. */
export function ownWords(issue: ReasonView): string | null {
  const message = issue.key === null ? '' : issue.message.trim();
  return message === '' || inWords(issue).includes(message) ? null : message;
}
