import type { ReactNode } from 'react';
import type { Overview } from '../../../src-main/contract/views/overview.ts';
import type { TaskRowView } from '../../../src-main/contract/views/task.ts';
import { Button } from '../../components/button.tsx';
import { Section } from '../../components/screen.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { Time } from '../../components/time.tsx';
import { VerdictChips } from '../../components/verdict-chips.tsx';
import { goTo } from '../../state/place.ts';
import { textOf } from '../../state/place-text.ts';
import { statusText } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';

type Decided = Overview['decided_today'];

const SHOWN = 6;
const CODES = 3;

function TaskLink({ task }: { readonly task: TaskRowView }) {
  return (
    <a
      className="cut today-name"
      href={textOf({ screen: 'task', task: task.uuid })}
      title={[task.name, ...task.file_names].join('\n')}
    >
      <bdi>{task.name}</bdi>
    </a>
  );
}

function More({ count, shown }: { readonly count: number; readonly shown: number }) {
  return count > shown ? (
    <li className="quiet today-more">{t('common.andMore', { count: count - shown })}</li>
  ) : null;
}

function Listed({ none, children }: { readonly none: string | null; readonly children: ReactNode }) {
  return none === null ? (
    <ul className="card today-list">{children}</ul>
  ) : (
    <p className="card row gap-2 today-none">{none}</p>
  );
}

/** What the service is looking at. */
export function CheckingSection({ checking }: { readonly checking: Overview['checking'] }) {
  const { count, tasks } = checking;
  const shown = tasks.slice(0, SHOWN);
  return (
    <Section title={t('today.checking')}>
      <Listed none={count === 0 ? t('today.checkingNone') : null}>
        {shown.map((task) => (
          <li key={task.uuid} className="stack gap-1 today-row spread today-row-head">
            <TaskLink task={task} />
            <span className="quiet">
              {statusText(task.status)} · <Time iso={task.latest_status_change} />
            </span>
          </li>
        ))}
        <More count={count} shown={shown.length} />
      </Listed>
    </Section>
  );
}

const DECIDED = [
  ['today.decided.approved', (decided: Decided) => decided.approved],
  ['today.decided.notApproved', (decided: Decided) => decided.not_approved],
  ['today.decided.endedBadly', (decided: Decided) => decided.ended_badly],
  [
    'today.decided.noCode',
    ({ count, approved, not_approved: not, ended_badly: badly }: Decided) => count - approved - not - badly,
  ],
] as const;

/** What came back since midnight. */
export function DecidedSection({ decided }: { readonly decided: Decided }) {
  const { count, tasks } = decided;
  const counts = DECIDED.flatMap(([key, of]) => {
    const some = of(decided);
    return some === 0 ? [] : [t(key, { count: some })];
  }).join(' · ');
  const shown = tasks.slice(0, SHOWN);
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
      <Listed none={count === 0 ? t('today.decidedNone') : null}>
        {shown.map((task) => (
          <li key={task.uuid} className="stack gap-1 today-row today-decided">
            <TaskLink task={task} />
            {task.verdicts.length === 0 ? (
              <StatusChip task={task} />
            ) : (
              <VerdictChips verdicts={task.verdicts} most={CODES} />
            )}
            <span className="quiet">
              {task.seen_at !== null && `${t('today.decided.seen')} `}
              <Time iso={task.seen_at ?? task.latest_status_change} />
            </span>
          </li>
        ))}
        <More count={count} shown={shown.length} />
      </Listed>
    </Section>
  );
}
