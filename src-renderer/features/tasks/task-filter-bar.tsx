import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { FilterMenu } from '../../components/filter-menu.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { filterCount, NO_FILTERS, setFilters, useTasksView } from '../../state/tasks-view.ts';
import { useVerb } from '../../state/use-verb.ts';
import { statusText } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { MoreFilters } from './more-filters.tsx';

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

interface TaskFilterBarProps {
  readonly count: number | null;
  /** Whether the count is of all. */
  readonly whole: boolean;
}

/**
 * What narrows and orders the list: the service's own filters (docs/service.md 4.4), search, folder, code and
 * outcome.
 */
export function TaskFilterBar({ count, whole }: TaskFilterBarProps) {
  const filters = useTasksView((state) => state.filters);
  const facets = useVerb('tasks.facets', {}).data;
  const [more, setMore] = useState(
    () => filters.from !== undefined || filters.to !== undefined || filters.folder != null,
  );
  return (
    <div className="stack gap-3">
      <div className="wrap gap-2 tasks-filter-row">
        <SearchField
          label={t('tasks.search')}
          placeholder={t('tasks.searchHint')}
          value={filters.search ?? ''}
          onChange={(search) => setFilters({ search })}
        />
        <FilterMenu
          label={t('tasks.filter.status')}
          chosen={filters.status ?? []}
          options={(facets?.statuses ?? []).map((value) => ({ value, label: statusText(value) }))}
          onChange={(status) => setFilters({ status })}
        />
        <FilterMenu
          label={t('tasks.filter.type')}
          chosen={filters.task_type ?? []}
          options={asOptions(facets?.task_types ?? [])}
          onChange={(task_type) => setFilters({ task_type })}
        />
        <Button kind="quiet" aria-expanded={more} onPress={() => setMore(!more)}>
          {t(more ? 'tasks.filter.fewer' : 'tasks.filter.more')}
        </Button>
        {filterCount(filters) > 0 && (
          <Button kind="quiet" onPress={() => useTasksView.setState({ filters: NO_FILTERS })}>
            {t('tasks.filter.clear')}
          </Button>
        )}
        <p className="tasks-count numbers" role="status">
          {count === null ? '' : t(whole ? 'tasks.lead' : 'tasks.leadSoFar', { count })}
        </p>
      </div>
      {more && <MoreFilters folders={facets?.folders ?? []} codes={facets?.codes ?? []} />}
    </div>
  );
}
