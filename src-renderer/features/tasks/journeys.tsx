import { useRef } from 'react';
import { Empty } from '../../components/empty.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { PartButtons } from '../../components/part-buttons.tsx';
import { Progress } from '../../components/progress.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useTasksView } from '../../state/tasks-view.ts';
import { usePart } from '../../state/use-part.ts';
import { useVerb } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { Journey } from './journey.tsx';

const PART = 25;

/** Tasks that share a key, side by side in time. */
export function Journeys() {
  const search = useTasksView((state) => state.journeySearch);
  const part = usePart(PART, search);
  const top = useRef<HTMLDivElement>(null);
  const turnTo = (offset: number) => {
    part.turnTo(offset);
    top.current?.scrollIntoView();
  };
  const { data, failure } = useVerb('tasks.journeys', { search, offset: part.offset, length: PART });
  return (
    <>
      <div ref={top} className="wrap gap-2 tasks-filter-row">
        <SearchField
          label={t('tasks.journeys.search')}
          placeholder={t('tasks.journeys.search')}
          value={search}
          onChange={(journeySearch) => useTasksView.setState({ journeySearch })}
        />
        <p className="tasks-count numbers" role="status">
          {data !== null &&
            (part.offset > 0
              ? t('tasks.journeys.part', { from: part.offset + 1, to: part.offset + data.rows.length })
              : t(data.more ? 'tasks.journeys.newest' : 'tasks.journeys.lead', { count: data.rows.length }))}
        </p>
      </div>
      {failure !== null && <FailureBox failure={failure} />}
      {data === null && failure === null && <Progress label={t('common.loading')} />}
      {data?.rows.length === 0 && part.offset === 0 && (
        <Empty title={t('tasks.journeys.none.title')}>{t('tasks.journeys.none.text')}</Empty>
      )}
      {data !== null && (
        <ul className="journeys">
          {data.rows.map(({ key, count, tasks }) => (
            <Journey key={key} name={key} count={count} tasks={tasks} />
          ))}
        </ul>
      )}
      {data !== null && (
        <PartButtons
          part={{ ...part, turnTo }}
          shown={data.rows.length}
          count={null}
          more={data.more}
          label={t('tasks.view.journeys')}
        />
      )}
    </>
  );
}
