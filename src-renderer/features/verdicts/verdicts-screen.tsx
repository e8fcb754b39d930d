import type { FoundTask } from '../../../src-main/contract/views/task.ts';
import { AsOf, Chip, Outcome } from '../../components/chip.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { SearchField, TextField } from '../../components/input/field.tsx';
import { FilterBar } from '../../components/input/filter-bar.tsx';
import { usePart } from '../../components/input/pick-list.tsx';
import { Select } from '../../components/input/select.tsx';
import { Marking } from '../../components/marked.tsx';
import { Loading } from '../../components/progress.tsx';
import { FoundPlaceLine, foundPlace } from '../../components/rows/found-place.tsx';
import { MarkDone } from '../../components/rows/mark-done.tsx';
import { SavedViews } from '../../components/rows/saved-views.tsx';
import { SelectButton, SelectionBar, useSelection } from '../../components/rows/selection.tsx';
import { TasksExport } from '../../components/rows/tasks-export.tsx';
import { useChoice } from '../../components/rows/use-choice.ts';
import { Empty, Screen } from '../../components/screen.tsx';
import { Split } from '../../components/split.tsx';
import { Time } from '../../components/time.tsx';
import { goTo } from '../../state/place.ts';
import { useVerb } from '../../state/queries/use-verb.ts';
import { useTasksView } from '../../state/tasks-view.ts';
import {
  changedCount,
  FIRST_FILTERS,
  isNarrowed,
  queryOf,
  useVerdictFilters,
  type VerdictFilters,
} from '../../state/verdict-filters.ts';
import { statusText } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { TaskView } from '../task/task-view.tsx';
import { filterTexts } from './filter-texts.ts';

const PART = 100;

export function VerdictsScreen() {
  const filters = useVerdictFilters();
  const query = queryOf(filters);
  const question = JSON.stringify(query);
  const part = usePart(PART, question);
  const { data, failure, refresh } = useVerb('tasks.page', { ...query, offset: part.offset, length: PART });
  const selection = useSelection<FoundTask>(question);
  const [chosen, setChosen] = useChoice(data?.rows.map((row) => row.uuid) ?? null);
  const count = data?.count ?? 0;
  return (
    <Screen
      title={t('shell.verdicts')}
      lead={
        <span role="status">
          {data === null ? '' : `${t('verdicts.lead', { count })} `}
          <AsOf iso={data?.as_of ?? null} />
        </span>
      }
      actions={
        <>
          <SavedViews
            screen="verdicts"
            current={(name) => ({ screen: 'verdicts', name, filters })}
            onUse={(view) => view.screen === 'verdicts' && useVerdictFilters.setState(view.filters)}
          />
          <SelectButton selection={selection} />
          <TasksExport
            query={query}
            filters={filterTexts(filters)}
            note={filters.followUp === 'open' ? t('verdicts.export.open') : null}
          />
        </>
      }
    >
      <VerdictFilterBar />
      <SelectionBar
        selection={selection}
        all={data?.count ?? 0}
        onAll={() => selection.change(new Map(data?.rows.map((row) => [row.uuid, row])))}
      >
        <MarkDone selection={selection} />
      </SelectionBar>
      {filters.search !== '' && data !== null && data.texts !== 'all' && (
        <p className="quiet" role="status">
          {t(`tasks.texts.${data.texts}`)}
        </p>
      )}
      {failure !== null && (
        <FailureBox failure={failure}>
          <Button onPress={refresh}>{t('common.retry')}</Button>
        </FailureBox>
      )}
      {data === null && failure === null && <Loading />}
      {data !== null && count === 0 && <NothingHere />}
      {data !== null && count > 0 && (
        <Marking search={filters.search}>
          <Split
            label={t('verdicts.list')}
            rows={data.rows}
            count={count}
            part={part}
            chosen={chosen}
            textOf={verdictRowText}
            rowOf={(row) => <VerdictRow row={row} />}
            onChoose={setChosen}
            selection={selection}
          >
            {chosen !== null && <Decided key={chosen} uuid={chosen} search={filters.search} />}
          </Split>
        </Marking>
      )}
    </Screen>
  );
}

function Decided({ uuid, search }: { readonly uuid: string; readonly search: string }) {
  const { data, failure } = useVerb('tasks.get', { task: uuid });
  if (data !== null) return <TaskView task={data} search={search} />;
  return failure === null ? <Loading label={t('task.loading')} /> : <FailureBox failure={failure} />;
}

function NothingHere() {
  const filters = useVerdictFilters();
  if (!isNarrowed(filters)) {
    const show = () => useVerdictFilters.setState({ followUp: 'done' });
    return (
      <Empty
        title={t('verdicts.empty.title')}
        action={<Button onPress={show}>{t('verdicts.empty.showDone')}</Button>}
      >
        {t('verdicts.empty.text')}
      </Empty>
    );
  }
  return (
    <Empty
      title={t('verdicts.noMatch.title')}
      action={
        <div className="wrap gap-2">
          <Button onPress={() => useVerdictFilters.setState(FIRST_FILTERS)}>{t('tasks.filter.clear')}</Button>
          {filters.search.trim() !== '' && (
            <Button onPress={() => searchAllTasks(filters.search)}>{t('verdicts.noMatch.all')}</Button>
          )}
        </div>
      }
    >
      {t('tasks.noMatch.text')} {filters.search.trim() !== '' && t('tasks.noMatch.search')}
    </Empty>
  );
}

// A Task that waits for a person or is being checked is not in Verdicts, but the search of all Tasks finds the Task.
function searchAllTasks(search: string): void {
  useTasksView.setState({ filters: { search }, view: 'list' });
  goTo({ screen: 'tasks' });
}

function VerdictRow({ row }: { readonly row: FoundTask }) {
  const place = foundPlace(row);
  const { assignee } = row.handling;
  return (
    <>
      <bdi className="break strong pick-name" title={row.name}>
        {row.name.trim() === '' ? t('tasks.unnamed') : row.name}
      </bdi>
      <span>
        <Outcome task={row} />
      </span>
      <span className="wrap pick-line">
        {row.file_names.length > 0 && (
          <bdi className="quiet break" title={row.file_names.join('\n')}>
            {row.file_names.length === 1
              ? row.file_names[0]
              : t('verdicts.files', { file: row.file_names[0] ?? '', count: row.file_names.length - 1 })}
          </bdi>
        )}
        <span className="quiet break">
          <Time iso={row.latest_status_change} />
        </span>
        {assignee !== null && <span className="quiet break">{t('handling.row', { name: assignee })}</span>}
        {row.corrected && <Chip>{t('correct.chip')}</Chip>}
        {row.cleared !== null && <Chip>{t('task.followUpDone')}</Chip>}
      </span>
      {place !== null && (
        <span className="quiet break">
          <FoundPlaceLine place={place} />
        </span>
      )}
    </>
  );
}

function verdictRowText(row: FoundTask): string {
  const codes = row.verdicts.map(
    ({ code, approved }) => `${code} ${t(approved ? 'verdict.approved' : 'verdict.not-approved')}`,
  );
  return [row.name, ...(row.status === 'completed' ? codes : [statusText(row.status)])].join(', ');
}

function VerdictFilterBar() {
  const filters = useVerdictFilters();
  const facets = useVerb('tasks.facets', {}).data;
  const set = (change: Partial<VerdictFilters>) => useVerdictFilters.setState(change);
  const all = (values: readonly string[], chosen: string) => {
    const known = chosen === '' || values.includes(chosen) ? values : [...values, chosen];
    return [{ value: '', label: t('tasks.filter.any') }, ...known.map((value) => ({ value, label: value }))];
  };
  return (
    <FilterBar
      search={
        <SearchField
          label={t('tasks.search')}
          placeholder={t('tasks.searchHint')}
          value={filters.search}
          onChange={(search) => set({ search })}
        />
      }
      first={
        <>
          <Select
            label={t('tasks.filter.followUp')}
            value={filters.followUp}
            options={(['open', 'done', 'any'] as const).map((value) => ({
              value,
              label: t(`tasks.filter.${value}`),
            }))}
            onChange={(followUp) => set({ followUp })}
          />
          <Select
            label={t('tasks.filter.outcome')}
            value={filters.outcome}
            options={[
              { value: 'any', label: t('tasks.filter.any') },
              { value: 'not-approved', label: t('verdict.not-approved') },
              { value: 'approved', label: t('verdict.approved') },
              { value: 'failed', label: statusText('failed') },
              { value: 'invalid', label: statusText('invalid') },
            ]}
            onChange={(outcome) => set({ outcome })}
          />
        </>
      }
      firstCount={changedCount(filters, ['followUp', 'outcome'])}
      more={
        <>
          {(['code', 'folder'] as const).map((name) => (
            <Select
              key={name}
              label={t(`tasks.filter.${name}`)}
              value={filters[name]}
              options={all(facets?.[`${name}s`] ?? [], filters[name])}
              onChange={(value) => set({ [name]: value })}
            />
          ))}
          {(['from', 'to'] as const).map((end) => (
            <TextField
              key={end}
              label={t(`verdicts.${end}`)}
              type="date"
              value={filters[end]}
              onChange={(day) => set({ [end]: day })}
            />
          ))}
        </>
      }
      moreCount={changedCount(filters, ['code', 'folder', 'from', 'to'])}
      onClear={isNarrowed(filters) ? () => useVerdictFilters.setState(FIRST_FILTERS) : null}
    />
  );
}
