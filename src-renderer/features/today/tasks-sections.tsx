import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { ACCOUNT_STATES, type AccountState } from '../../../src-main/contract/views/common.ts';
import { openCounts, unaccounted } from '../../../src-main/contract/views/open-counts.ts';
import type { OutboxRow } from '../../../src-main/contract/views/outbox.ts';
import type { Attention, Overview } from '../../../src-main/contract/views/overview.ts';
import type { TaskRowView } from '../../../src-main/contract/views/task.ts';
import { Outcome, StateChip } from '../../components/chip.tsx';
import { Icon } from '../../components/icon.tsx';
import { Button } from '../../components/input/button.tsx';
import { LiveProgress } from '../../components/live-progress.tsx';
import { Section } from '../../components/screen.tsx';
import { Time } from '../../components/time.tsx';
import { useHost } from '../../state/host-context.ts';
import { openFiles, openOutbox } from '../../state/panels.ts';
import { goTo, textOf } from '../../state/place.ts';
import { useTasksView } from '../../state/tasks-view.ts';
import { statusText } from '../../strings/format.ts';
import { heldText } from '../../strings/held-causes-text.ts';
import { problemText } from '../../strings/problem-text.ts';
import { rowTitle } from '../../strings/row-title.ts';
import { t } from '../../strings/translate.ts';
import { attentionText } from './attention-text.ts';

type Decided = Overview['decided_today'];

const SHOWN = 6;
const CODES = 3;

function TaskLink({ task }: { readonly task: TaskRowView }) {
  return (
    <a
      className="cut min-0 today-name"
      href={textOf({ screen: 'task', task: task.uuid })}
      title={[task.name, ...task.file_names].join('\n')}
    >
      <bdi>{task.name}</bdi>
    </a>
  );
}

interface ListedProps<Row> {
  readonly rows: readonly Row[];
  /** The number of all rows. `rows` may contain only the first of these rows. */
  readonly count: number;
  readonly none: string;
  /** Opens the screen with all rows. */
  onMore?(): void;
  children(row: Row, index: number): ReactNode;
}

function Listed<Row>({ rows, count, none, onMore, children }: ListedProps<Row>) {
  if (count === 0) return <p className="card row gap-2 soft today-none">{none}</p>;
  const more = count - rows.length;
  return (
    <ul className="card today-list">
      {rows.map(children)}
      {more > 0 && onMore !== undefined && (
        <li className="today-more">
          <Button kind="quiet" size="small" onPress={onMore}>
            {t('common.andMore', { count: more })}
          </Button>
        </li>
      )}
    </ul>
  );
}

export function CheckingSection({ checking }: { readonly checking: Overview['checking'] }) {
  const { count, tasks } = checking;
  return (
    <Section title={t('today.checking')}>
      <Listed
        rows={tasks.slice(0, SHOWN)}
        count={count}
        none={t('today.checkingNone')}
        onMore={() => {
          useTasksView.setState({ filters: { status: ['pending', 'deferred', 'processing'] }, view: 'list' });
          goTo({ screen: 'tasks' });
        }}
      >
        {(task) => (
          <li key={task.uuid} className="stack gap-1 today-row spread min-0 today-row-head">
            <TaskLink task={task} />
            <span className="quiet">
              {statusText(task.status)} · <Time iso={task.latest_status_change} />
            </span>
          </li>
        )}
      </Listed>
    </Section>
  );
}

const DECIDED = [
  ['today.decided.approved', (decided: Decided) => decided.approved],
  ['today.decided.notApproved', (decided: Decided) => decided.not_approved],
  ['today.decided.endedBadly', (decided: Decided) => decided.ended_badly],
  ['today.decided.notLoaded', (decided: Decided) => decided.not_loaded],
  [
    'today.decided.noCode',
    (decided: Decided) =>
      decided.count - decided.approved - decided.not_approved - decided.ended_badly - decided.not_loaded,
  ],
] as const;

export function DecidedSection({ decided }: { readonly decided: Decided }) {
  const { count, tasks } = decided;
  const counts = DECIDED.flatMap(([key, of]) => {
    const some = of(decided);
    return some === 0 ? [] : [t(key, { count: some })];
  }).join(' · ');
  return (
    <Section
      title={t('today.decided')}
      actions={
        <Button kind="quiet" size="small" onPress={() => goTo({ screen: 'verdicts' })}>
          {t('today.decidedAll')}
        </Button>
      }
    >
      {counts !== '' && <p className="quiet numbers">{counts}</p>}
      <Listed
        rows={tasks.slice(0, SHOWN)}
        count={count}
        none={t('today.decidedNone')}
        onMore={() => goTo({ screen: 'verdicts' })}
      >
        {(task) => (
          <li key={task.uuid} className="stack gap-1 today-row middle today-decided">
            <TaskLink task={task} />
            <Outcome task={task} most={CODES} />
            <span className="quiet">
              {task.seen_at !== null && `${t('today.decided.seen')} `}
              <Time iso={task.seen_at ?? task.latest_status_change} />
            </span>
          </li>
        )}
      </Listed>
    </Section>
  );
}

function Need({ attention, first }: { readonly attention: Attention; readonly first: boolean }) {
  const host = useHost();
  const { title, text, next, action, tone, icon, open, also = null } = attentionText(attention);
  return (
    <li className={`today-need today-need-${tone}`}>
      <span className="today-need-icon">
        <Icon name={icon} />
      </span>
      <div className="min-0 break">
        <h3>{title}</h3>
        <p>{text}</p>
        {next !== null && <p className="quiet">{next}</p>}
      </div>
      <div className="stack gap-2">
        <Button
          size="small"
          kind={first ? 'primary' : 'plain'}
          aria-label={`${action}: ${title}`}
          onPress={() => void open(host)}
        >
          {action}
        </Button>
        {also !== null && (
          <Button
            size="small"
            kind="quiet"
            aria-label={`${also.action}: ${title}`}
            onPress={() => void also.open(host)}
          >
            {also.action}
          </Button>
        )}
      </div>
    </li>
  );
}

export function NeedsSection({ attention }: { readonly attention: readonly Attention[] }) {
  return (
    <Section title={t('today.needs')}>
      <Listed rows={attention} count={attention.length} none={t('today.needsNothing')}>
        {(entry, index) => <Need key={JSON.stringify(keyOf(entry))} attention={entry} first={index === 0} />}
      </Listed>
    </Section>
  );
}

const keyOf = (attention: Attention) => [
  attention.kind,
  'folder' in attention ? attention.folder : '',
  'problem' in attention ? `${attention.problem.code} ${attention.problem.subject ?? ''}` : '',
];

function SendingRow({ row }: { readonly row: OutboxRow }) {
  const title = rowTitle(row);
  return (
    <li className="stack gap-1 today-row">
      <div className="spread min-0 today-row-head">
        <bdi className="cut min-0 today-name" title={title}>
          {title}
        </bdi>
        <StateChip state={row.state} />
      </div>
      <LiveProgress row={row} title={title} />
      {row.problem !== null && <p className="quiet">{problemText(row.problem).message}</p>}
    </li>
  );
}

export function SendingSection({ sending }: { readonly sending: Overview['sending'] }) {
  const { count, rows } = sending;
  return (
    <Section
      title={t('today.sending')}
      actions={
        <Button kind="quiet" size="small" onPress={() => openOutbox()}>
          {t('palette.outbox')}
        </Button>
      }
    >
      <Listed
        rows={rows.slice(0, SHOWN)}
        count={count}
        none={t('today.sendingNone')}
        onMore={() => openOutbox()}
      >
        {(row) => <SendingRow key={row.id} row={row} />}
      </Listed>
    </Section>
  );
}

// The states of files in the order of the screen. `accepted` always appears. Another state appears only if a file has this state.
const ORDER: readonly AccountState[] = [
  'accepted',
  ...ACCOUNT_STATES.filter((state) => state !== 'accepted'),
];

interface StateCountProps {
  readonly count: number;
  readonly state: AccountState | 'found';
  readonly words: string;
}

function StateCount({ count, state, words }: StateCountProps) {
  return (
    <AriaButton
      className={`quiet bare today-count today-count-${state}`}
      aria-label={t('today.account.show', { count, state: words })}
      onPress={() => openFiles({ folder: null, drops: false, states: state === 'found' ? [] : [state] })}
    >
      <span className="today-count-number numbers">{count}</span> <span>{words}</span>
    </AriaButton>
  );
}

/** Shows how many files are in each state. The numbers of all states add up to the number of found files (I1). */
export function AccountStrip({ overview }: { readonly overview: Overview }) {
  const { account } = overview;
  const off = unaccounted(account);
  const { backlog } = openCounts(overview);
  const words = (state: AccountState) => {
    if (state === 'settling' && !overview.compared) return t('today.account.uncompared');
    return state === 'held' ? heldText(account.held, backlog) : t(`today.account.${state}`);
  };
  const states = ORDER.filter((state) => state === 'accepted' || account[state] > 0);
  return (
    <Section title={t('today.account')}>
      <div className="card wrap middle today-account">
        <StateCount count={account.found} state="found" words={t('today.account.found')} />
        {states.map((state, index) => (
          <span key={state} className="row">
            <span className="soft today-sign" aria-hidden="true">
              {index === 0 ? '=' : '+'}
            </span>
            <StateCount count={account[state]} state={state} words={words(state)} />
          </span>
        ))}
      </div>
      {account.unreadable > 0 && <p>{t('today.account.unreadable', { count: account.unreadable })}</p>}
      {off !== 0 && (
        <p role="alert" className="today-off">
          {t('today.account.off', { difference: off })}
        </p>
      )}
    </Section>
  );
}
