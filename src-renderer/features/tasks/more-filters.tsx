import type { Option } from '../../components/choice.tsx';
import { TextField } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { setFilters, useTasksView } from '../../state/tasks-view.ts';
import { type MessageKey, t } from '../../strings/translate.ts';

const ANY = '';

const DATES = ['created', 'latest_status_change', 'cleared'] as const;
const ORDERS = ['created', 'latest_status_change', 'cleared', 'name', 'id', 'external_id'] as const;
const orderKey = (order: (typeof ORDERS)[number]): MessageKey => `tasks.order.${order}`;
const withAny = (values: readonly string[]): Option<string>[] => [
  { value: ANY, label: t('tasks.filter.any') },
  ...values.map((value) => ({ value, label: value })),
];

interface MoreFiltersProps {
  readonly folders: readonly string[];
  readonly codes: readonly string[];
}

/** The filters that are needed less often. */
export function MoreFilters({ folders, codes }: MoreFiltersProps) {
  const filters = useTasksView((state) => state.filters);
  const followUp = filters.cleared == null ? 'any' : filters.cleared ? 'done' : 'open';
  return (
    <div className="tasks-filter-grid">
      <Select
        label={t('tasks.filter.folder')}
        value={filters.folder ?? ANY}
        options={withAny(folders)}
        onChange={(folder) => setFilters({ folder })}
      />
      <Select
        label={t('tasks.filter.code')}
        value={filters.code ?? ANY}
        options={withAny(codes)}
        onChange={(code) => setFilters({ code })}
      />
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
      <TextField
        label={t('tasks.filter.from')}
        type="date"
        value={filters.from ?? ''}
        onChange={(from) => setFilters({ from })}
      />
      <TextField
        label={t('tasks.filter.to')}
        type="date"
        value={filters.to ?? ''}
        onChange={(to) => setFilters({ to })}
      />
      <Select
        label={t('tasks.order')}
        value={filters.order_by ?? 'created'}
        options={ORDERS.map((value) => ({ value, label: t(orderKey(value)) }))}
        onChange={(order_by) => setFilters({ order_by })}
      />
    </div>
  );
}
