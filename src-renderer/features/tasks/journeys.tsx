import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Empty } from '../../components/empty.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Progress } from '../../components/progress.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useTasksView } from '../../state/tasks-view.ts';
import { useVerb } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { Journey } from './journey.tsx';

const STEP = 25;

/** Tasks that share a key, side by side in time. */
export function Journeys() {
  const search = useTasksView((state) => state.journeySearch);
  const [length, setLength] = useState(STEP);
  const { data, failure } = useVerb('tasks.journeys', { search, offset: 0, length });
  return (
    <>
      <div className="tasks-filter-row">
        <SearchField
          label={t('tasks.journeys.search')}
          placeholder={t('tasks.journeys.search')}
          value={search}
          onChange={(journeySearch) => useTasksView.setState({ journeySearch })}
        />
        <p className="tasks-count numbers" role="status">
          {data !== null &&
            t(data.more ? 'tasks.journeys.newest' : 'tasks.journeys.lead', { count: data.rows.length })}
        </p>
      </div>
      {failure !== null && <FailureBox failure={failure} />}
      {data === null && failure === null && <Progress label={t('common.loading')} />}
      {data?.rows.length === 0 && (
        <Empty title={t('tasks.journeys.none.title')}>{t('tasks.journeys.none.text')}</Empty>
      )}
      {data !== null && (
        <ul className="journeys">
          {data.rows.map(({ key, tasks }) => (
            <Journey key={key} name={key} tasks={tasks} />
          ))}
        </ul>
      )}
      {data?.more === true && (
        <Button onPress={() => setLength(Math.min(500, length + STEP))}>{t('common.more')}</Button>
      )}
    </>
  );
}
