import { assertNever } from '../../../src-main/contract/assert-never.ts';
import type { ProblemView } from '../../../src-main/contract/views/common.ts';
import type { Attention } from '../../../src-main/contract/views/overview.ts';
import type { IconName } from '../../components/icon.tsx';
import type { Host } from '../../host/host.ts';
import { secretTrouble } from '../../state/needs.ts';
import { sayFailure } from '../../state/notices.ts';
import { openFiles, openOutbox } from '../../state/panels.ts';
import { goTo } from '../../state/place.ts';
import { useTasksView } from '../../state/tasks-view.ts';
import { FIRST_FILTERS, type OutcomeFilter, useVerdictFilters } from '../../state/verdict-filters.ts';
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

async function openNewestDrop(host: Host): Promise<void> {
  const drops = await host.call('drops.list', {});
  if (!drops.ok) return sayFailure(drops.error);
  const own = drops.value.filter((drop) => drop.task === null);
  const newest = own.toSorted((a, b) => b.opened_at.localeCompare(a.opened_at))[0];
  if (newest !== undefined) goTo({ screen: 'drop', drop: newest.id });
}

async function restart(host: Host): Promise<void> {
  const result = await host.call('app.restart-engine', {});
  if (!result.ok) sayFailure(result.error);
}

function showVerdicts(outcome: OutcomeFilter): void {
  useVerdictFilters.setState({ ...FIRST_FILTERS, outcome });
  goTo({ screen: 'verdicts' });
}

/** Leads to where the person sees to it. */
export async function leadOn(host: Host, attention: Attention): Promise<void> {
  switch (attention.kind) {
    case 'engine-stopped':
      return restart(host);
    case 'secret':
    case 'network':
    case 'copies':
      return goTo({ screen: 'settings' });
    case 'folder':
    case 'backlog':
      return goTo({ screen: 'folders' });
    case 'waiting':
      return goTo({ screen: 'waiting', task: null });
    case 'held':
      return openFiles({ folder: null, drops: false, states: ['held'] });
    case 'rejected':
      return openOutbox(['rejected']);
    case 'stuck':
      return openOutbox(['queued', 'sending', 'unconfirmed']);
    case 'denied':
      useTasksView.setState({ filters: { denied: true }, view: 'list' });
      return goTo({ screen: 'tasks' });
    case 'not-approved':
      return showVerdicts('not-approved');
    case 'ended-badly':
      // Failed and invalid are two outcomes there: everything whose follow-up is open shows both.
      return showVerdicts('any');
    case 'drop':
      return openNewestDrop(host);
    default:
      return assertNever(attention);
  }
}
