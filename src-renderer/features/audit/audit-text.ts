import { assertNever } from '../../../src-main/contract/assert-never.ts';
import { findingText as contractText, TAMPERED_NEXT } from '../../../src-main/contract/texts/audit-text.ts';
import { plainName } from '../../../src-main/contract/texts/issue-text.ts';
import type {
  AuditEntry,
  AuditFinding,
  AuditStanding as Standing,
} from '../../../src-main/contract/views/audit.ts';
import { saidText } from '../../strings/problem-text.ts';
import { timeText } from '../../strings/time-text.ts';
import { isMessage, t } from '../../strings/translate.ts';

/** Returns the name of an action for people. An action that the catalog does not contain appears unchanged. */
export function actionText(action: string): string {
  const key = `audit.action.${action}`;
  return isMessage(key) ? t(key) : action;
}

/** Returns the subject of an audit entry: the name of a list, or else the id of the thing that a person viewed or changed. */
export function subjectText({ action, subject }: Pick<AuditEntry, 'action' | 'subject'>): string {
  if (subject === null) return '';
  const key = `audit.list.${subject}`;
  return action === 'list.viewed' && isMessage(key) ? t(key) : subject;
}

export function detailText(detail: AuditEntry['detail']): string {
  return Object.entries(detail)
    .map(([name, value]) => `${detailName(name)}: ${valueText(value)}`)
    .join(' · ');
}

function detailName(name: string): string {
  const key = `audit.detail.${name}`;
  return isMessage(key) ? t(key) : plainName(name);
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (typeof value === 'boolean') return t(value ? 'details.yes' : 'details.no');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function standingText(standing: Pick<Standing, 'whole' | 'end_vouched_for' | 'checked_at'>) {
  const time = timeText(standing.checked_at);
  if (!standing.whole) return { tone: 'bad', words: t('audit.notWhole', { time }) } as const;
  if (!standing.end_vouched_for) return { tone: 'warn', words: t('audit.endUnknown', { time }) } as const;
  return { tone: 'ok', words: t('audit.whole', { time }) } as const;
}

export const findingText = (finding: AuditFinding): string => saidText(contractText(finding, timeText));

export const tamperedNext = (): string => saidText(TAMPERED_NEXT);

/** Returns the `seq` of the audit entry to show for a finding: the faulty entry, or the entry before a removed entry. May return null. */
export function entryToShow({ kind, seq }: AuditFinding): number | null {
  if (seq === null) return null;
  switch (kind) {
    case 'changed':
    case 'replaced':
    case 'noticed-earlier':
      return seq > 0 ? seq : null;
    case 'removed':
    case 'end-removed':
      return seq > 1 ? seq - 1 : null;
    case 'restored':
    case 'restore-open':
    case 'mark-missing':
      return null;
    default:
      return assertNever(kind);
  }
}

const ABOUT_TASKS = [
  ...['task.viewed', 'task.printed', 'answer.added', 'edit.added'],
  ...['document.viewed', 'document.saved', 'document.printed'],
  ...['task.noted', 'task.assigned', 'task.set-aside', 'task.given-up', 'task.taken-back'],
  ...['task.made-twice', 'task.twin-decided'],
];

export function taskOf({ action, subject }: AuditEntry): string | null {
  return ABOUT_TASKS.includes(action) ? subject : null;
}
