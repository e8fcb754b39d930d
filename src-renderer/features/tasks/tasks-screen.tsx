import { useCallback, useMemo, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { taskQuerySchema } from '../../../src-main/contract/verbs/tasks.ts';
import type { FoundTask, SearchedTexts } from '../../../src-main/contract/views/task.ts';
import { AskService } from '../../components/ask-service.tsx';
import { Chip, Outcome, StatusChip } from '../../components/chip.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Marking } from '../../components/marked.tsx';
import { Progress } from '../../components/progress.tsx';
import { FoundPlaceLine, foundPlace } from '../../components/rows/found-place.tsx';
import { MarkDone } from '../../components/rows/mark-done.tsx';
import { SavedViews } from '../../components/rows/saved-views.tsx';
import {
  SelectButton,
  type Selection,
  SelectionBar,
  SelectionBox,
  useSelection,
} from '../../components/rows/selection.tsx';
import { TasksExport } from '../../components/rows/tasks-export.tsx';
import { type Column, VirtualTable } from '../../components/rows/virtual-table.tsx';
import { Empty } from '../../components/screen.tsx';
import { Time } from '../../components/time.tsx';
import { canBeId } from '../../state/asked-task.ts';
import { useHost } from '../../state/host-context.ts';
import { sayFailure } from '../../state/notices.ts';
import { usePages } from '../../state/queries/use-pages.ts';
import { openFound } from '../../state/searched.ts';
import { filterCount, NO_FILTERS, queryOf, setFilters, useTasksView } from '../../state/tasks-view.ts';
import { standText } from '../../strings/format.ts';
import { dayText } from '../../strings/time-text.ts';
import { t } from '../../strings/translate.ts';
import { Journeys } from './journeys.tsx';
import { FiltersOn, filterTexts, TaskFilterBar } from './task-filter-bar.tsx';
import './tasks.css';

export function TasksScreen() {
  const { view, filters } = useTasksView();
  const selection = useSelection<FoundTask>(JSON.stringify(filters));
  return (
    <div className="stack gap-5 screen tasks-screen">
      <Tabs
        className="stack gap-4 tasks-tabs"
        selectedKey={view}
        onSelectionChange={(key) => useTasksView.setState({ view: key === 'journeys' ? 'journeys' : 'list' })}
      >
        <header className="screen-header">
          <h1>{t('shell.tasks')}</h1>
          <div className="wrap gap-3 middle">
            <TabList aria-label={t('tasks.view')} className="tabs">
              <Tab id="list" className="tab">
                {t('tasks.view.list')}
              </Tab>
              <Tab id="journeys" className="tab">
                {t('tasks.view.journeys')}
              </Tab>
            </TabList>
            {view === 'list' && (
              <>
                <SavedViews
                  screen="tasks"
                  current={(name) => ({ screen: 'tasks', name, filters })}
                  onUse={(view) => {
                    if (view.screen !== 'tasks') return;
                    useTasksView.setState({ filters: NO_FILTERS });
                    setFilters(view.filters);
                  }}
                />
                <SelectButton selection={selection} />
                <TasksExport query={queryOf(filters)} filters={filterTexts(filters)} />
              </>
            )}
          </div>
        </header>
        <TabPanel id="list" className="stack gap-4 tasks-panel">
          <TaskList selection={selection} />
        </TabPanel>
        <TabPanel id="journeys" className="stack gap-4 tasks-panel">
          <Journeys />
        </TabPanel>
      </Tabs>
    </div>
  );
}

// The maximum number of rows in one page of `tasks.page`.
const ALL = 500;
const SORT_KEYS = taskQuerySchema.shape.order_by;

function TaskList({ selection }: { readonly selection: Selection<FoundTask> }) {
  const host = useHost();
  const { filters, opened } = useTasksView();
  const list = JSON.stringify(filters);
  const [texts, setTexts] = useState<SearchedTexts>('all');
  const ask = useCallback(
    async (offset: number, length: number, extent: 'newest' | 'all') => {
      const result = await host.call('tasks.page', { ...queryOf(filters), extent, offset, length });
      if (result.ok) setTexts(result.value.texts);
      return result;
    },
    [host, filters],
  );
  const pages = usePages(list, ask);
  const { rows: selected } = selection;
  const isSelecting = selected !== null;
  const columns = useMemo(() => taskColumns(isSelecting), [isSelecting]);
  const selectAll = async () => {
    const result = await host.call('tasks.page', { ...queryOf(filters), length: ALL });
    if (result.ok) selection.change(new Map(result.value.rows.map((row) => [row.uuid, row])));
    else sayFailure(result.error);
  };
  const narrowed = filterCount(filters) > 0;
  const typed = filters.search?.trim() ?? '';
  return (
    <>
      <TaskFilterBar count={pages.count} whole={pages.whole} />
      <FiltersOn />
      {texts !== 'all' && filters.search !== undefined && (
        <p className="quiet" role="status">
          {t(`tasks.texts.${texts}`)}
        </p>
      )}
      <SelectionBar selection={selection} all={pages.count ?? 0} onAll={() => void selectAll()}>
        <MarkDone selection={selection} />
      </SelectionBar>
      {pages.failure !== null && <FailureBox failure={pages.failure} />}
      {pages.count === null && pages.failure === null && <Progress label={t('common.loading')} />}
      {pages.count === 0 && !narrowed && <Empty title={t('tasks.none.title')}>{t('tasks.none.text')}</Empty>}
      {pages.count === 0 && narrowed && (
        <Empty
          title={t('tasks.noMatch.title')}
          action={
            <div className="wrap gap-2">
              <Button onPress={() => useTasksView.setState({ filters: NO_FILTERS })}>
                {t('tasks.filter.clear')}
              </Button>
              {canBeId(typed) && <AskService reference={typed}>{t('tasks.ask')}</AskService>}
            </div>
          }
        >
          {t('tasks.noMatch.text')} {filters.search !== undefined && t('tasks.noMatch.search')}{' '}
          {canBeId(typed) && t('tasks.ask.hint')}
        </Empty>
      )}
      {pages.count !== null && pages.count > 0 && (
        <Marking search={filters.search ?? ''}>
          <VirtualTable
            label={t('shell.tasks')}
            count={pages.count}
            query={list}
            busy={pages.loading}
            columns={columns}
            rowAt={pages.rowAt}
            onShow={pages.show}
            rowRem={3.25}
            begin={opened?.filters === list ? opened : null}
            onOpen={(task, place) => {
              if (isSelecting) return selection.toggle(task.uuid, task);
              useTasksView.setState({ opened: { ...place, filters: list } });
              openFound(task.uuid, filters.search ?? '');
            }}
            {...(selected !== null && { isSelected: (task: FoundTask) => selected.has(task.uuid) })}
            sort={{ key: filters.order_by ?? 'created', ascending: filters.sort_ascending ?? false }}
            onSort={({ key, ascending }) => {
              const wanted = SORT_KEYS.safeParse(key);
              if (wanted.success) setFilters({ order_by: wanted.data, sort_ascending: ascending });
            }}
          />
        </Marking>
      )}
    </>
  );
}

type ColumnId = 'name' | 'status' | 'created' | 'changed' | 'cleared';

const COLUMNS: readonly (Omit<Column<FoundTask>, 'title'> & { readonly id: ColumnId })[] = [
  { id: 'name', least: 16, share: 1, room: 24, sortKey: 'name', cell: (task) => <TaskName task={task} /> },
  { id: 'status', least: 13, cell: (task) => <Status task={task} /> },
  { id: 'created', least: 6.75, spare: 1, sortKey: 'created', cell: (task) => <Time iso={task.created} /> },
  {
    id: 'changed',
    least: 6.75,
    spare: 3,
    sortKey: 'latest_status_change',
    cell: (task) => <Time iso={task.latest_status_change} />,
  },
  { id: 'cleared', least: 6.75, spare: 2, sortKey: 'cleared', cell: (task) => <Cleared at={task.cleared} /> },
];

function taskColumns(isSelecting: boolean): Column<FoundTask>[] {
  const box = { id: 'select', title: t('select.column'), least: 4, cell: () => <SelectionBox /> };
  const columns = COLUMNS.map((column) => ({ ...column, title: t(`tasks.column.${column.id}`) }));
  return isSelecting ? [box, ...columns] : columns;
}

/** Shows the verdicts of a decided Task instead of its status, because verdicts imply the status. Shows the status of any other Task. */
function Status({ task }: { readonly task: FoundTask }) {
  if (task.status === 'completed' && task.denied_since === null && task.gone_since === null)
    return <Outcome task={task} most={2} />;
  const { put_away: away } = task.handling;
  return (
    <span className="tasks-status" title={standText(task)}>
      {away === null ? (
        <StatusChip task={task} />
      ) : (
        <Chip>
          {away.kind === 'given-up'
            ? t('handling.filter.givenUp')
            : t('handling.chip.setAside', { day: dayText(away.until) })}
        </Chip>
      )}
    </span>
  );
}

function Cleared({ at }: { readonly at: string | null }) {
  return at !== null && <span title={at}>{t('tasks.filter.done')}</span>;
}

function TaskName({ task }: { readonly task: FoundTask }) {
  const files = task.file_names.join(', ');
  const name = task.name || files || t('tasks.unnamed');
  // The file name tells Tasks apart whose names are equal.
  const [only, ...others] = task.file_names;
  const isOne = only !== undefined && others.length === 0 && only !== name;
  const { assignee } = task.handling;
  const somebody = assignee === null ? [] : [t('handling.row', { name: assignee })];
  const more = [
    ...somebody,
    task.task_type,
    task.file_names.length > 0 && !isOne ? t('common.documents', { count: task.file_names.length }) : null,
    task.folder,
    isOne ? only : null,
  ]
    .filter((part) => part !== null)
    .join(' · ');
  const place = foundPlace(task);
  const found = place === null ? '' : `${place.where} ${place.text}`;
  return (
    <span className="task-name" title={[name, found, more, files].filter((part) => part !== '').join('\n')}>
      <bdi className="task-name-line">{name}</bdi>
      <span className="row gap-2">
        <span className="task-name-more">
          {place === null ? (
            more
          ) : (
            <>
              {somebody.map((text) => `${text} · `)}
              <FoundPlaceLine place={place} />
            </>
          )}
        </span>
        {task.corrected && <Chip>{t('correct.chip')}</Chip>}
      </span>
    </span>
  );
}
