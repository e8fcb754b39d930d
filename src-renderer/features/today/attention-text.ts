import { assertNever } from '../../../src-main/contract/assert-never.ts';
import type { ProblemView } from '../../../src-main/contract/views/common.ts';
import type { Attention } from '../../../src-main/contract/views/overview.ts';
import type { IconName } from '../../components/icon.tsx';
import { secretTrouble } from '../../state/secret-trouble.ts';
import { timeText } from '../../strings/format.ts';
import { problemText } from '../../strings/problem-text.ts';
import { t } from '../../strings/translate.ts';

export interface AttentionText {
  readonly title: string;
  readonly text: string;
  /** What to do next, where the button does not say it. */
  readonly next: string | null;
  readonly action: string;
  readonly tone: 'bad' | 'warn' | 'info';
  readonly icon: IconName;
}

const why = (problem: ProblemView) => {
  const { message, next } = problemText(problem);
  return { text: message, next };
};

/** What one thing that needs a person means, and what its button says. */
export function attentionText(attention: Attention): AttentionText {
  switch (attention.kind) {
    case 'engine-stopped': {
      const { message: text, next } = attention.failure;
      return {
        title: t('today.needs.engine-stopped'),
        text,
        next,
        action: t('today.do.restart'),
        tone: 'bad',
        icon: 'stop',
      };
    }
    case 'secret':
      return {
        title: t(`today.needs.${secretTrouble(attention.problem.code)}Secret`),
        ...why(attention.problem),
        action: t('today.do.secret'),
        tone: 'bad',
        icon: 'key',
      };
    case 'network':
      return {
        title: t('today.needs.network'),
        ...why(attention.problem),
        action: t('today.do.secret'),
        tone: 'bad',
        icon: 'offline',
      };
    case 'copies':
      return {
        title: t('today.needs.copies'),
        ...why(attention.problem),
        action: t('today.do.copies'),
        tone: 'warn',
        icon: 'warning',
      };
    case 'folder':
      return {
        title: t('today.needs.folder', { folder: attention.folder }),
        ...why(attention.problem),
        action: t('today.do.folder'),
        tone: 'bad',
        icon: 'folders',
      };
    case 'waiting':
      return {
        title: t('today.needs.waiting', { count: attention.count }),
        text: t('today.needs.waiting.text', { since: timeText(attention.longest_since) }),
        next: null,
        action: t('today.do.waiting'),
        tone: 'warn',
        icon: 'waiting',
      };
    case 'backlog':
      return {
        title: t('today.needs.backlog', { count: attention.count, folder: attention.folder }),
        text: t('today.needs.backlog.text'),
        next: null,
        action: t('today.do.backlog'),
        tone: 'warn',
        icon: 'folders',
      };
    case 'denied':
      return {
        title: t(attention.problem.code === 'tracking.gone' ? 'today.needs.gone' : 'today.needs.denied', {
          count: attention.count,
        }),
        ...why(attention.problem),
        action: t('today.do.tasks'),
        tone: 'bad',
        icon: 'tasks',
      };
    case 'held':
    case 'rejected':
    case 'stuck':
      return {
        title: t(
          attention.problem.code === 'service.unproven'
            ? 'today.needs.unproven'
            : `today.needs.${attention.kind}`,
          { count: attention.count },
        ),
        ...why(attention.problem),
        action: t(attention.kind === 'held' ? 'today.do.files' : 'today.do.outbox'),
        tone: attention.kind === 'rejected' ? 'bad' : 'warn',
        icon: attention.kind === 'held' ? 'file' : 'outbox',
      };
    case 'not-approved':
    case 'ended-badly':
      return {
        title: t(`today.needs.${attention.kind}`, { count: attention.count }),
        text: t(`today.needs.${attention.kind}.text`),
        next: null,
        action: t(attention.kind === 'not-approved' ? 'today.do.verdicts' : 'today.do.tasks'),
        tone: 'info',
        icon: attention.kind === 'not-approved' ? 'verdicts' : 'tasks',
      };
    case 'drop':
      return {
        title: t('today.needs.drop', { count: attention.count }),
        text: t('today.needs.drop.text'),
        next: null,
        action: t('today.do.drop'),
        tone: 'warn',
        icon: 'outbox',
      };
    default:
      return assertNever(attention);
  }
}
