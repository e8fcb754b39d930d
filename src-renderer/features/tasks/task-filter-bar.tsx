import type { VerbOutput } from '../../../src-main/contract/verbs/index.ts';
import { Button } from '../../components/input/button.tsx';
import type { Option } from '../../components/input/choice.tsx';
import { DayFields, SearchField } from '../../components/input/field.tsx';
import { FilterBar } from '../../components/input/filter-bar.tsx';
import { FilterMenu, Select } from '../../components/input/select.tsx';
import { useMe } from '../../state/me.ts';
import type { Pages } from '../../state/queries/use-pages.ts';
import { useVerb } from '../../state/queries/use-verb.ts';
import {
  filterCount,
  NO_FILTERS,
  setFilters,
  type TaskFilters,
  useTasksView,
} from '../../state/tasks-view.ts';
import { statusText } from '../../strings/format.ts';
import { dayText } from '../../strings/time-text.ts';
import { type PlainKey, t } from '../../strings/translate.ts';

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/**
 * The filters and the sort order of the list of Tasks. The service itself can filter only by status, task type, follow-up and date; the
 * ledger answers all other filters.
 */
export function TaskFilterBar({ count, whole }: Pick<Pages<unknown>, 'count' | 'whole'>) {
  const filters = useTasksView((state) => state.filters);
  const facets = useVerb('tasks.facets', {}).data;
  const firstCount = filterCount(filters, ['status', 'task_type']);
  const searchCount = filterCount(filters, ['search']);
  return (
    <FilterBar
      search={
        <SearchField
          label={t('tasks.search')}
          placeholder={t('tasks.searchHint')}
          value={filters.search ?? ''}
          onChange={(search) => setFilters({ search })}
        />
      }
      first={
        <>
          <FilterMenu
            label={t('tasks.filter.status')}
            chosen={filters.status ?? []}
            options={(facets?.statuses ?? []).map((value) => ({ value, label: statusText(value) }))}
            onChange={(status) => setFilters({ status })}
          />
          <FilterMenu
            label={t('drop.taskType')}
            chosen={filters.task_type ?? []}
            options={asOptions(facets?.task_types ?? [])}
            onChange={(task_type) => setFilters({ task_type })}
          />
        </>
      }
      firstCount={firstCount}
      more={<MoreFilters facets={facets} />}
      moreCount={filterCount(filters) - firstCount - searchCount}
      onClear={filterCount(filters) > 0 ? () => useTasksView.setState({ filters: NO_FILTERS }) : null}
    >
      <p className="soft tasks-count numbers" role="status">
        {count === null ? '' : t(whole ? 'tasks.lead' : 'tasks.leadSoFar', { count })}
      </p>
    </FilterBar>
  );
}

/** Says which filters leave Tasks out of the list, so that nobody takes the rest for all Tasks after a return to the list. */
export function FiltersOn() {
  const filters = useTasksView((state) => state.filters);
  // The text of the search stays visible in the search field.
  const { search: _, ...others } = filters;
  const list = filterTexts(others);
  if (list.length === 0) return null;
  return (
    <div className="spread filters-on">
      <p className="min-0 break">{t('tasks.filtersOn', { list: list.join(' · ') })}</p>
      <Button size="small" onPress={() => useTasksView.setState({ filters: NO_FILTERS })}>
        {t('tasks.filtersOn.clear')}
      </Button>
    </div>
  );
}

/** Returns the filters in words. */
export function filterTexts(filters: TaskFilters): string[] {
  const {
    status = [],
    task_type: types = [],
    folder,
    code,
    outcome,
    cleared,
    assignee,
    put_away: away,
  } = filters;
  const { denied, from = '', to = '', selected_date: date = 'created' } = filters;
  const days = [from, to].map((day) => (day === '' ? '…' : dayText(day))).join(' – ');
  const parts: readonly (readonly [name: PlainKey, value: string | null | undefined])[] = [
    ['tasks.search', filters.search],
    ['tasks.filter.status', status.map(statusText).join(', ')],
    ['drop.taskType', types.join(', ')],
    ['tasks.filter.folder', folder],
    ['tasks.filter.code', code],
    ['tasks.filter.outcome', outcome && t(`verdict.${outcome}`)],
    [
      'tasks.filter.followUp',
      cleared == null ? null : t(cleared ? 'tasks.filter.done' : 'tasks.filter.open'),
    ],
    ['handling.filter.assignee', assignee],
    [
      'handling.filter.putAway',
      away && t(`handling.filter.${away === 'set-aside' ? 'setAside' : 'givenUp'}`),
    ],
    ['tasks.filter.denied', denied ? t('tasks.filter.deniedOnly') : null],
    [orderKey(date), from === '' && to === '' ? null : days],
  ];
  return parts.flatMap(([name, value]) => (value == null || value === '' ? [] : [`${t(name)}: ${value}`]));
}

const ANY = '';

const DATES = ['created', 'latest_status_change', 'cleared'] as const;
const ORDERS = ['created', 'latest_status_change', 'cleared', 'name', 'id', 'external_id'] as const;
/** People read these lists from A to Z, and lists of times from the newest. */
const TEXT_ORDERS: ReadonlySet<string> = new Set(['name', 'id', 'external_id']);
const orderKey = (order: (typeof ORDERS)[number]): PlainKey => `tasks.order.${order}`;
const withAny = (values: readonly string[]): Option<string>[] => [
  { value: ANY, label: t('tasks.filter.any') },
  ...values.map((value) => ({ value, label: value })),
];

function MoreFilters({ facets }: { readonly facets: VerbOutput<'tasks.facets'> | null }) {
  const filters = useTasksView((state) => state.filters);
  const me = useMe();
  const assignees = [...new Set([...(me === '' ? [] : [me]), ...(facets?.assignees ?? [])])];
  const followUp = filters.cleared == null ? 'any' : filters.cleared ? 'done' : 'open';
  return (
    <>
      {(['folder', 'code'] as const).map((name) => (
        <Select
          key={name}
          label={t(`tasks.filter.${name}`)}
          value={filters[name] ?? ANY}
          options={withAny(facets?.[`${name}s`] ?? [])}
          onChange={(value) => setFilters({ [name]: value })}
        />
      ))}
      <Select
        label={t('tasks.filter.outcome')}
        value={filters.outcome ?? 'any'}
        options={[
          { value: 'any', label: t('tasks.filter.any') },
          { value: 'approved', label: t('verdict.approved') },
          { value: 'not-approved', label: t('verdict.not-approved') },
        ]}
        onChange={(outcome) => setFilters({ outcome: outcome === 'any' ? undefined : outcome })}
      />
      <Select
        label={t('tasks.filter.followUp')}
        value={followUp}
        options={[
          { value: 'any', label: t('tasks.filter.any') },
          { value: 'open', label: t('tasks.filter.open') },
          { value: 'done', label: t('tasks.filter.done') },
        ]}
        onChange={(value) => setFilters({ cleared: value === 'any' ? undefined : value === 'done' })}
      />
      <Select
        label={t('handling.filter.assignee')}
        value={filters.assignee ?? ANY}
        options={[
          { value: ANY, label: t('tasks.filter.any') },
          ...assignees.map((name) => ({
            value: name,
            label: name === me ? t('handling.filter.me', { name }) : name,
          })),
        ]}
        onChange={(assignee) => setFilters({ assignee })}
      />
      <Select
        label={t('handling.filter.putAway')}
        value={filters.put_away ?? 'any'}
        options={[
          { value: 'any', label: t('tasks.filter.any') },
          { value: 'set-aside', label: t('handling.filter.setAside') },
          { value: 'given-up', label: t('handling.filter.givenUp') },
        ]}
        onChange={(away) => setFilters({ put_away: away === 'any' ? undefined : away })}
      />
      <Select
        label={t('tasks.filter.denied')}
        value={filters.denied === true ? 'denied' : 'any'}
        options={[
          { value: 'any', label: t('tasks.filter.any') },
          { value: 'denied', label: t('tasks.filter.deniedOnly') },
        ]}
        onChange={(value) => setFilters({ denied: value === 'any' ? undefined : true })}
      />
      <Select
        label={t('tasks.filter.date')}
        value={filters.selected_date ?? 'created'}
        options={DATES.map((value) => ({ value, label: t(orderKey(value)) }))}
        onChange={(selected_date) => setFilters({ selected_date })}
      />
      <DayFields days={filters} onChange={(end, day) => setFilters({ [end]: day })} />
      <Select
        label={t('tasks.order')}
        value={filters.order_by ?? 'created'}
        options={ORDERS.map((value) => ({ value, label: t(orderKey(value)) }))}
        onChange={(order_by) => setFilters({ order_by, sort_ascending: TEXT_ORDERS.has(order_by) })}
      />
      <Select
        label={t('tasks.direction')}
        value={filters.sort_ascending === true ? 'up' : 'down'}
        options={[
          { value: 'down', label: t('tasks.direction.down') },
          { value: 'up', label: t('tasks.direction.up') },
        ]}
        onChange={(direction) => setFilters({ sort_ascending: direction === 'up' })}
      />
    </>
  );
}
