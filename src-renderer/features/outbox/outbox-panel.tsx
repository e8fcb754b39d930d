import { useEffect, useRef, useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { windowOfDays } from '../../../src-main/contract/local-day.ts';
import type { OutboxStateView } from '../../../src-main/contract/views/common.ts';
import type { OutboxRow } from '../../../src-main/contract/views/outbox.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Icon } from '../../components/icon.tsx';
import { Button, IconButton } from '../../components/input/button.tsx';
import { DayFields, SearchField } from '../../components/input/field.tsx';
import { PartButtons, usePart } from '../../components/input/pick-list.tsx';
import { Loading } from '../../components/progress.tsx';
import {
  PlanButton,
  SelectButton,
  type Selection,
  SelectionBar,
  useSelection,
} from '../../components/rows/selection.tsx';
import { Empty } from '../../components/screen.tsx';
import { useHost } from '../../state/host-context.ts';
import { sayResult } from '../../state/notices.ts';
import { useVerb } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { canRetry, canWithdraw, OutboxRowItem } from './outbox-row.tsx';
import './outbox.css';

const PAGE = 50;
const RETRIED = ['queued', 'unconfirmed', 'rejected'] as const;

interface OutboxPanelProps {
  readonly states: readonly OutboxStateView[];
  onClose(): void;
}

export function OutboxPanel({ states: first, onClose }: OutboxPanelProps) {
  const host = useHost();
  const [states, setStates] = useState(first);
  const list = useRef<HTMLUListElement>(null);
  const [search, setSearch] = useState('');
  const [days, setDays] = useState({ from: '', to: '' });
  const question = JSON.stringify([states, search, days]);
  const part = usePart(PAGE, question, list);
  const { data, failure } = useVerb('outbox.page', {
    states: [...states],
    search,
    ...windowOfDays(days.from, days.to),
    offset: part.offset,
    length: PAGE,
  });
  const selection = useSelection<OutboxRow>(question);
  // If the focused row leaves the list, the list gets the focus, because the Escape key closes the panel only if the focus is in the panel.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the rows change
  useEffect(() => {
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [data]);

  const someToRetry = RETRIED.some((state) => (data?.by_state[state] ?? 0) > 0);
  const isNarrowed = states.length > 0 || search !== '' || days.from !== '' || days.to !== '';
  const refused = refusedType(data?.rows ?? []);
  const retryAll = async (instead: string | null) => {
    const as = refused === null || instead === null ? null : { refused: refused.taskType, instead };
    sayResult(await host.call('outbox.retry-all', { as }), (value) =>
      t('palette.retriedAll', { count: value.count }),
    );
  };
  return (
    <Dialog
      title={t('shell.outbox')}
      onClose={onClose}
      size="side"
      corner={<IconButton label={t('common.close')} onPress={onClose} sign={<Icon name="close" />} />}
      actions={
        <>
          {data !== null && (
            <PartButtons part={part} shown={data.rows.length} count={data.count} label={t('outbox.list')} />
          )}
          {(selection.rows !== null || data?.rows.some(canRetry)) && <SelectButton selection={selection} />}
          <Button isDisabled={!someToRetry} onPress={() => void retryAll(null)}>
            {t('outbox.retryAll')}
          </Button>
        </>
      }
    >
      {refused !== null && <RefusedType refused={refused} onRetry={retryAll} />}
      <div className="wrap gap-2 outbox-find">
        <SearchField
          label={t('tasks.search')}
          placeholder={t('outbox.searchHint')}
          value={search}
          onChange={setSearch}
        />
        <DayFields days={days} onChange={(end, day) => setDays({ ...days, [end]: day })} />
      </div>
      <OutboxFilter states={states} counts={data?.by_state ?? null} onChange={setStates} />
      <SelectionBar
        selection={selection}
        all={data?.count ?? 0}
        onAll={() => selection.change(new Map(data?.rows.filter(canRetry).map((row) => [row.id, row])))}
      >
        <ActOnRows selection={selection} />
      </SelectionBar>
      {failure !== null && <FailureBox failure={failure} />}
      {data === null && failure === null && <Loading />}
      {data !== null && data.rows.length === 0 && (
        <Empty title={t(isNarrowed ? 'outbox.emptyFilter' : 'outbox.empty')}>
          {isNarrowed ? null : t('outbox.emptyText')}
        </Empty>
      )}
      <ul ref={list} tabIndex={-1} className="outbox-list" aria-label={t('outbox.list')}>
        {data?.rows.map((row) => (
          <OutboxRowItem
            key={row.id}
            row={row}
            planned={data.planned[row.id] ?? null}
            selection={selection}
          />
        ))}
      </ul>
    </Dialog>
  );
}

/**
 * Buttons that retry or withdraw the selected rows. The button for withdrawing ignores rows that may already have reached the service,
 * because a person must look at each such row first.
 */
function ActOnRows({ selection }: { readonly selection: Selection<OutboxRow> }) {
  const host = useHost();
  const rows = [...(selection.rows?.values() ?? [])];
  const acts = [
    {
      act: 'retry',
      said: 'select.retries',
      late: t('undo.over'),
      label: 'select.retry',
      some: rows.filter(canRetry),
    },
    {
      act: 'withdraw',
      said: 'select.withdraws',
      late: t('undo.over.leftOut'),
      label: 'select.withdraw',
      some: rows.filter((row) => canWithdraw(row) && !row.perhaps_sent),
    },
  ] as const;
  return acts.map(({ act, said, late, label, some }) => (
    <PlanButton
      key={act}
      label={label}
      said={said}
      late={late}
      count={some.length}
      plan={() => host.call('outbox.plan', { ids: some.map(({ id }) => id), act })}
      onPlanned={() => selection.change(null)}
    />
  ));
}

const GROUPS = {
  all: [],
  onWay: ['sending', 'queued', 'unconfirmed'],
  rejected: ['rejected'],
  accepted: ['accepted'],
  withdrawn: ['withdrawn'],
} as const satisfies Record<string, readonly OutboxStateView[]>;
const NAMES = ['all', 'onWay', 'rejected', 'accepted', 'withdrawn'] as const;

const sameStates = (a: readonly OutboxStateView[], b: readonly OutboxStateView[]) =>
  a.length === b.length && a.every((state) => b.includes(state));

interface OutboxFilterProps extends Pick<OutboxPanelProps, 'states'> {
  readonly counts: Readonly<Partial<Record<OutboxStateView, number>>> | null;
  onChange(states: readonly OutboxStateView[]): void;
}

function OutboxFilter({ states, counts, onChange }: OutboxFilterProps) {
  const chosen = NAMES.find((name) => sameStates(GROUPS[name], states));
  const label = (name: (typeof NAMES)[number]) => {
    if (counts === null) return t(`outbox.filter.${name}`);
    const wanted: readonly OutboxStateView[] = GROUPS[name];
    const some = Object.values(counts).reduce((sum, one) => sum + one, 0);
    const count = wanted.length === 0 ? some : wanted.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
    return t('outbox.filterCount', { name: t(`outbox.filter.${name}`), count });
  };
  return (
    <ToggleButtonGroup
      aria-label={t('outbox.filter')}
      className="wrap gap-1"
      disallowEmptySelection
      selectedKeys={chosen === undefined ? [] : [chosen]}
      onSelectionChange={(keys) => {
        const name = NAMES.find((one) => keys.has(one));
        if (name !== undefined) onChange(GROUPS[name]);
      }}
    >
      {NAMES.map((name) => (
        <ToggleButton key={name} id={name} className="quiet outbox-filter-button numbers">
          {label(name)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** Returns a task type that the service refused for at least two rows, with the task types that the service allows; otherwise null. */
function refusedType(rows: readonly OutboxRow[]) {
  const refused = rows.filter((row) => row.state === 'rejected' && row.allowed_task_types.length > 0);
  const [first] = refused;
  if (first === undefined || first.task_type === null) return null;
  const same = refused.filter((row) => row.task_type === first.task_type);
  return same.length < 2 ? null : { taskType: first.task_type, allowed: first.allowed_task_types };
}

interface RefusedTypeProps {
  readonly refused: NonNullable<ReturnType<typeof refusedType>>;
  onRetry(instead: string): Promise<void>;
}

// Offers to send all rows with the refused task type again, with an allowed task type. A folder rule often causes many such rows.
function RefusedType({ refused, onRetry }: RefusedTypeProps) {
  return (
    <div className="stack gap-2 break outbox-together">
      <p>{t('outbox.together', { type: refused.taskType })}</p>
      <div className="wrap gap-2 outbox-actions">
        {refused.allowed.map((type) => (
          <Button key={type} size="small" onPress={() => void onRetry(type)}>
            {t('outbox.togetherAs', { type })}
          </Button>
        ))}
      </div>
    </div>
  );
}
