import { useCallback, useMemo } from 'react';
import { taskQuerySchema } from '../../../src-main/contract/verbs/tasks.ts';
import { Button } from '../../components/button.tsx';
import { Empty } from '../../components/empty.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Progress } from '../../components/progress.tsx';
import { VirtualTable } from '../../components/virtual-table.tsx';
import { useHost } from '../../state/host-context.ts';
import { goTo } from '../../state/place.ts';
import { filterCount, NO_FILTERS, queryOf, setFilters, useTasksView } from '../../state/tasks-view.ts';
import { usePages } from '../../state/use-pages.ts';
import { t } from '../../strings/translate.ts';
import { taskColumns } from './task-columns.tsx';
import { TaskFilterBar } from './task-filter-bar.tsx';

const SORT_KEYS = taskQuerySchema.shape.order_by;

/** The list of Tasks. Only the rows in sight are asked for, so its length does not matter. */
export function TaskList() {
  const host = useHost();
  const filters = useTasksView((state) => state.filters);
  const ask = useCallback(
    (offset: number, length: number, extent: 'newest' | 'all') =>
      host.call('tasks.page', { ...queryOf(filters), extent, offset, length }),
    [host, filters],
  );
  const pages = usePages(JSON.stringify(filters), ask);
  const columns = useMemo(taskColumns, []);
  const narrowed = filterCount(filters) > 0;
  return (
    <>
      <TaskFilterBar count={pages.count} whole={pages.whole} />
      {pages.failure !== null && <FailureBox failure={pages.failure} />}
      {pages.count === null && pages.failure === null && <Progress label={t('common.loading')} />}
      {pages.count === 0 && !narrowed && <Empty title={t('tasks.none.title')}>{t('tasks.none.text')}</Empty>}
      {pages.count === 0 && narrowed && (
        <Empty
          title={t('tasks.noMatch.title')}
          action={
            <Button onPress={() => useTasksView.setState({ filters: NO_FILTERS })}>
              {t('tasks.filter.clear')}
            </Button>
          }
        >
          {t('tasks.noMatch.text')}
        </Empty>
      )}
      {pages.count !== null && pages.count > 0 && (
        <VirtualTable
          label={t('tasks.title')}
          count={pages.count}
          busy={pages.loading}
          columns={columns}
          rowAt={pages.rowAt}
          onShow={pages.show}
          rowRem={3.25}
          onOpen={(task) => goTo({ screen: 'task', task: task.uuid })}
          sort={{ key: filters.order_by ?? 'created', ascending: filters.sort_ascending ?? false }}
          onSort={({ key, ascending }) => {
            const wanted = SORT_KEYS.safeParse(key);
            if (wanted.success) setFilters({ order_by: wanted.data, sort_ascending: ascending });
          }}
        />
      )}
    </>
  );
}
