import { AsOf } from '../../components/as-of.tsx';
import { Button } from '../../components/button.tsx';
import { Empty } from '../../components/empty.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Loading } from '../../components/loading.tsx';
import { PickList } from '../../components/pick-list.tsx';
import { Screen } from '../../components/screen.tsx';
import { Split } from '../../components/split.tsx';
import { useChoice } from '../../state/use-choice.ts';
import { usePart } from '../../state/use-part.ts';
import { useVerb } from '../../state/use-verb.ts';
import { FIRST_FILTERS, isNarrowed, useVerdictFilters } from '../../state/verdict-filters.ts';
import { t } from '../../strings/translate.ts';
import { TaskView } from '../task/task-view.tsx';
import { VerdictFilterBar } from './verdict-filter-bar.tsx';
import { queryOf } from './verdict-query.ts';
import { VerdictRow, verdictRowText } from './verdict-row.tsx';
import './verdicts.css';

const PART = 100;

/** Decided Tasks, newest first, and the chosen one: what was decided, why, and from which page. */
export function VerdictsScreen() {
  const filters = useVerdictFilters();
  const query = queryOf(filters);
  const part = usePart(PART, JSON.stringify(query));
  const { data, failure, refresh } = useVerb('tasks.page', { ...query, offset: part.offset, length: PART });
  const [chosen, setChosen] = useChoice(data?.rows.map((row) => row.uuid) ?? null);
  const count = data?.count ?? 0;
  return (
    <Screen
      title={t('verdicts.title')}
      lead={
        <span role="status">
          {data === null ? '' : `${t('verdicts.lead', { count })} `}
          <AsOf iso={data?.as_of ?? null} />
        </span>
      }
    >
      <VerdictFilterBar />
      {failure !== null && (
        <FailureBox failure={failure}>
          <Button onPress={refresh}>{t('common.retry')}</Button>
        </FailureBox>
      )}
      {data === null && failure === null && <Loading />}
      {data !== null && count === 0 && <NothingHere />}
      {data !== null && count > 0 && (
        <Split
          label={t('verdicts.detail')}
          chosen={chosen}
          list={
            <PickList
              label={t('verdicts.list')}
              rows={data.rows}
              count={count}
              part={part}
              chosen={chosen}
              idOf={(row) => row.uuid}
              textOf={verdictRowText}
              rowOf={(row) => <VerdictRow row={row} />}
              onChoose={setChosen}
            />
          }
        >
          {chosen !== null && <Decided key={chosen} uuid={chosen} />}
        </Split>
      )}
    </Screen>
  );
}

function Decided({ uuid }: { readonly uuid: string }) {
  const { data, failure } = useVerb('tasks.get', { task: uuid });
  if (data !== null) return <TaskView task={data} />;
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
        <Button onPress={() => useVerdictFilters.setState(FIRST_FILTERS)}>{t('verdicts.clear')}</Button>
      }
    >
      {t('verdicts.noMatch.text')}
    </Empty>
  );
}
