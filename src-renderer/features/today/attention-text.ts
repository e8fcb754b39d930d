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

interface AttentionText {
  readonly title: string;
  readonly text: string;
  /** The advice; null if the label of the button says the same. */
  readonly next: string | null;
  readonly action: string;
  readonly tone: 'bad' | 'warn' | 'info';
  readonly icon: IconName;
}

type Look = Pick<AttentionText, 'tone' | 'icon'>;

const bad = (icon: IconName): Look => ({ tone: 'bad', icon });
const warn = (icon: IconName): Look => ({ tone: 'warn', icon });
const info = (icon: IconName): Look => ({ tone: 'info', icon });

export function attentionText(attention: Attention): AttentionText {
  const { kind } = attention;
  switch (kind) {
    case 'engine-stopped': {
      const { message: text, next } = attention.failure;
      return {
        title: t('today.needs.engine-stopped'),
        text,
        next,
        action: t('settings.restart'),
        ...bad('stop'),
      };
    }
    case 'secret':
      return why(attention.problem, {
        title: t(`today.needs.${secretTrouble(attention.problem.code)}Secret`),
        action: t('common.openSettings'),
        ...bad('key'),
      });
    case 'network':
      return why(attention.problem, {
        title: t('today.needs.network'),
        action: t('common.openSettings'),
        ...bad('offline'),
      });
    case 'copies':
      return why(attention.problem, {
        title: t('today.needs.copies'),
        action: t('common.openSettings'),
        ...warn('warning'),
      });
    case 'folder':
      return why(attention.problem, {
        title: t('today.needs.folder', { folder: attention.folder }),
        action: t('today.do.folder'),
        ...bad('folders'),
      });
    case 'denied': {
      const key = attention.problem.code === 'tracking.gone' ? 'today.gone' : 'today.denied';
      const title = t(key, { count: attention.count });
      return why(attention.problem, { title, action: t('welcome.connect.look'), ...bad('tasks') });
    }
    case 'held':
    case 'rejected':
    case 'stuck': {
      const isUnproven = attention.problem.code === 'service.unproven';
      const title = t(isUnproven ? 'today.needs.unproven' : `today.needs.${kind}`, {
        count: attention.count,
      });
      if (kind === 'held')
        return why(attention.problem, { title, action: t('folders.backlog.see'), ...warn('file') });
      const look = kind === 'rejected' ? bad('outbox') : warn('outbox');
      return why(attention.problem, { title, action: t('palette.outbox'), ...look });
    }
    case 'waiting': {
      const text = t('today.needs.waiting.text', { since: timeText(attention.longest_since) });
      return counted(attention, text, t('today.do.waiting'), warn('waiting'));
    }
    case 'backlog': {
      const { count, folder } = attention;
      const title = t('today.needs.backlog', { count, folder });
      const text = t('today.needs.backlog.text');
      return { title, text, next: null, action: t('today.do.backlog'), ...warn('folders') };
    }
    case 'not-approved':
      return counted(attention, t(`today.needs.${kind}.text`), t('today.do.verdicts'), info('verdicts'));
    case 'ended-badly':
      return counted(attention, t(`today.needs.${kind}.text`), t('welcome.connect.look'), info('tasks'));
    case 'drop':
      return counted(attention, t('today.needs.drop.text'), t('today.do.drop'), warn('outbox'));
    default:
      return assertNever(attention);
  }
}

function why(problem: ProblemView, rest: Omit<AttentionText, 'text' | 'next'>): AttentionText {
  const { message: text, next } = problemText(problem);
  return { ...rest, text, next };
}

function counted(
  { kind, count }: Extract<Attention, { kind: 'waiting' | 'not-approved' | 'ended-badly' | 'drop' }>,
  text: string,
  action: string,
  look: Look,
): AttentionText {
  return { title: t(`today.needs.${kind}`, { count }), text, next: null, action, ...look };
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

export async function openAttention(host: Host, attention: Attention): Promise<void> {
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
      // No filter selects exactly the failed and invalid Tasks, so the screen shows all Tasks with an open follow-up.
      return showVerdicts('any');
    case 'drop':
      return openNewestDrop(host);
    default:
      return assertNever(attention);
  }
}
