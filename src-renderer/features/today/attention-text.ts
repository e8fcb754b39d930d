import { assertNever } from '../../../src-main/contract/assert-never.ts';
import type { Place } from '../../../src-main/contract/events.ts';
import type { ProblemView } from '../../../src-main/contract/views/common.ts';
import type { Attention } from '../../../src-main/contract/views/overview.ts';
import type { IconName } from '../../components/icon.tsx';
import type { Host } from '../../host/host.ts';
import { secretTrouble } from '../../state/needs.ts';
import { say, sayFailure, sayTrouble } from '../../state/notices.ts';
import { openBacklog, openConnect, openFiles, openOutbox } from '../../state/panels.ts';
import { goTo } from '../../state/place.ts';
import { useTasksView } from '../../state/tasks-view.ts';
import { openNewestDraft } from '../../state/uploads.ts';
import { FIRST_FILTERS, useVerdictFilters } from '../../state/verdict-filters.ts';
import { heldCausesText } from '../../strings/held-causes-text.ts';
import { failureInWords, problemText } from '../../strings/problem-text.ts';
import { timeText } from '../../strings/time-text.ts';
import { type CountKey, t } from '../../strings/translate.ts';

interface AttentionText {
  readonly title: string;
  readonly text: string;
  /** The advice for the person; null if the label of the button already says what to do. */
  readonly next: string | null;
  readonly action: string;
  readonly tone: 'bad' | 'warn' | 'info';
  readonly icon: IconName;
  open(host: Host): void | Promise<void>;
  /** A second button; null without one. */
  readonly also?: { readonly action: string; open(host: Host): void | Promise<void> } | null;
}

const TITLES = new Map<string, CountKey>([
  ['file.empty', 'today.needs.empty'],
  ['file.unfinished', 'today.needs.unfinished'],
  ['file.changing', 'today.needs.changing'],
  ['file.grown', 'today.needs.grown'],
  ['file.written-after-move', 'today.needs.grown'],
  ['file.in-other-group', 'today.needs.inOtherGroup'],
  ['file.web-page', 'today.needs.webPage'],
  ['file.conflict-copy', 'today.needs.conflictCopy'],
  ['answer.unproved', 'today.needs.unprovedAnswer'],
]);

type SettingsGroup = NonNullable<Extract<Place, { screen: 'settings' }>['group']>;

type Look = Pick<AttentionText, 'tone' | 'icon' | 'open'>;

const bad = (icon: IconName, open: Look['open']): Look => ({ tone: 'bad', icon, open });
const warn = (icon: IconName, open: Look['open']): Look => ({ tone: 'warn', icon, open });
const info = (icon: IconName, open: Look['open']): Look => ({ tone: 'info', icon, open });

const toSettings = (group: SettingsGroup) => () => goTo({ screen: 'settings', group });
/** The group of settings in which a person can correct a problem of this kind. */
const GROUP_OF = {
  unwritable: 'doctor',
  network: 'network',
  clock: 'doctor',
  stations: 'doctor',
  copies: 'backups',
  callbacks: 'callbacks',
} as const;
const toFolders = () => goTo({ screen: 'folders' });

export function attentionText(attention: Attention): AttentionText {
  const { kind } = attention;
  switch (kind) {
    case 'engine-stopped': {
      const { message: text, next } = failureInWords(attention.failure);
      const title = t('today.needs.engine-stopped');
      return { title, text, next, action: t('settings.restart'), ...bad('stop', restart) };
    }
    case 'secret': {
      const trouble = secretTrouble(attention.problem.code);
      const look =
        trouble === 'no'
          ? { action: t('connect.open'), ...bad('key', openConnect) }
          : { action: t('common.openSettings'), ...bad('key', toSettings('secret')) };
      const also = trouble === 'refused' ? { action: t('settings.secret.check'), open: checkSecret } : null;
      return why(attention.problem, { title: t(`today.needs.${trouble}Secret`), ...look, also });
    }
    case 'unwritable':
    case 'network':
    case 'clock':
    case 'stations':
    case 'copies':
    case 'callbacks': {
      const title = t(`today.needs.${kind}`);
      const open = toSettings(GROUP_OF[kind]);
      if (kind === 'unwritable')
        return why(attention.problem, { title, action: t('common.openSettings'), ...bad('stop', open) });
      const isOut = kind === 'network' || kind === 'stations';
      const look = isOut ? bad('offline', open) : warn('warning', open);
      return why(attention.problem, { title, action: t('common.openSettings'), ...look });
    }
    case 'folder': {
      const title = t('today.needs.folder', { folder: attention.folder });
      return why(attention.problem, { title, action: t('today.do.folder'), ...bad('folders', toFolders) });
    }
    case 'upkeep': {
      const title = t('today.needs.folder', { folder: attention.folder });
      return why(attention.problem, { title, action: t('today.do.folder'), ...warn('folders', toFolders) });
    }
    case 'unreadable': {
      const { count, folder } = attention;
      const title = t('today.needs.unreadable', { count, folder });
      const text = t('today.needs.unreadable.text');
      return { title, text, next: null, action: t('today.do.folder'), ...bad('folders', toFolders) };
    }
    case 'record':
      return why(attention.problem, {
        title: t(attention.problem.code === 'ledger.none' ? 'today.needs.noRecord' : 'today.needs.record'),
        action: t('today.do.folder'),
        ...bad('warning', toFolders),
      });
    case 'failed-act': {
      const { count, newest, failure } = attention;
      const { message: text, next } = failureInWords(failure);
      const look = bad('warning', async (host) => {
        const result = await host.call('plans.dismiss', { newest });
        if (!result.ok) sayFailure(result.error);
      });
      const title = t('today.needs.failed-act', { count });
      return { title, text, next, action: t('common.dismiss'), ...look };
    }
    case 'denied': {
      const key = attention.problem.code === 'tracking.gone' ? 'today.gone' : 'today.denied';
      const title = t(key, { count: attention.count });
      const look = bad('tasks', () => {
        useTasksView.setState({ filters: { denied: true }, view: 'list' });
        goTo({ screen: 'tasks' });
      });
      return why(attention.problem, { title, action: t('welcome.connect.look'), ...look });
    }
    case 'held':
    case 'rejected':
    case 'stuck': {
      const isUnproven = attention.problem.code === 'service.unproven';
      const needs = isUnproven ? 'today.needs.unproven' : (`today.needs.${kind}` as const);
      const title = t(TITLES.get(attention.problem.code) ?? needs, { count: attention.count });
      if (kind === 'held') {
        const look = warn('file', () => openFiles({ folder: null, drops: false, states: ['held'] }));
        const isForAdmin = attention.problem.code === 'file.not-a-document';
        const also = isForAdmin ? { action: t('files.folderSettings'), open: toFolders } : null;
        return why(attention.problem, { title, action: t('folders.backlog.see'), ...look, also });
      }
      const look =
        kind === 'rejected'
          ? bad('outbox', () => openOutbox(['rejected']))
          : warn('outbox', () => openOutbox(['queued', 'sending', 'unconfirmed']));
      return why(attention.problem, { title, action: t('palette.outbox'), ...look });
    }
    case 'waiting': {
      const text = t('today.needs.waiting.text', { since: timeText(attention.longest_since) });
      const look = warn('waiting', () => goTo({ screen: 'waiting', task: null }));
      return counted(attention, text, t('today.do.waiting'), look);
    }
    case 'twin':
    case 'wrong-patient':
    case 'corrected-patient': {
      const open = () => goTo({ screen: 'task', task: attention.task });
      const look = (kind === 'corrected-patient' ? warn : bad)('warning', open);
      const action = t(attention.count === 1 ? 'common.openTask' : 'today.do.oldest');
      return counted(attention, t(`today.needs.${kind}.text`), action, look);
    }
    case 'backlog': {
      const { count, folder } = attention;
      const title = t('today.needs.backlog', { count, folder });
      const text = t('today.needs.backlog.text', { causes: heldCausesText(attention.causes), count });
      const look = warn('folders', () => openBacklog(folder));
      return { title, text, next: null, action: t('folders.backlog.decide'), ...look };
    }
    case 'not-approved': {
      const look = info('verdicts', () => {
        useVerdictFilters.setState({ ...FIRST_FILTERS, outcome: 'not-approved' });
        goTo({ screen: 'verdicts' });
      });
      return counted(attention, t(`today.needs.${kind}.text`), t('today.do.verdicts'), look);
    }
    case 'ended-badly': {
      const look = info('tasks', () => {
        useTasksView.setState({ filters: { status: ['failed', 'invalid'], cleared: false }, view: 'list' });
        goTo({ screen: 'tasks' });
      });
      return counted(attention, t(`today.needs.${kind}.text`), t('welcome.connect.look'), look);
    }
    case 'drop':
      return counted(
        attention,
        t('today.needs.drop.text'),
        t('today.do.drop'),
        warn('outbox', openNewestDraft),
      );
    default:
      return assertNever(attention);
  }
}

function why(problem: ProblemView, rest: Omit<AttentionText, 'text' | 'next'>): AttentionText {
  const { message: text, next } = problemText(problem);
  return { ...rest, text, next };
}

function counted(
  {
    kind,
    count,
  }: Extract<
    Attention,
    {
      kind:
        | 'waiting'
        | 'twin'
        | 'wrong-patient'
        | 'corrected-patient'
        | 'not-approved'
        | 'ended-badly'
        | 'drop';
    }
  >,
  text: string,
  action: string,
  look: Look,
): AttentionText {
  return { title: t(`today.needs.${kind}`, { count }), text, next: null, action, ...look };
}

async function checkSecret(host: Host): Promise<void> {
  const result = await host.call('secret.check', {});
  if (!result.ok) return sayFailure(result.error);
  const { state } = result.value;
  (state === 'refused' ? sayTrouble : say)(t(`settings.secret.words.${state}`));
}

async function restart(host: Host): Promise<void> {
  const result = await host.call('app.restart-engine', {});
  if (!result.ok) sayFailure(result.error);
}
