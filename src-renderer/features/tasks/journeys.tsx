import { useRef } from 'react';
import { Button } from 'react-aria-components';
import type { VerbOutput } from '../../../src-main/contract/verbs/index.ts';
import { Outcome } from '../../components/chip.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { SearchField } from '../../components/input/field.tsx';
import { PartButtons, usePart } from '../../components/input/pick-list.tsx';
import { Progress } from '../../components/progress.tsx';
import { Empty } from '../../components/screen.tsx';
import { useVerb } from '../../state/queries/use-verb.ts';
import { openFound } from '../../state/searched.ts';
import { useTasksView } from '../../state/tasks-view.ts';
import { standText } from '../../strings/format.ts';
import { timeText } from '../../strings/time-text.ts';
import { t } from '../../strings/translate.ts';
import { journeyTimes } from './journey-times.ts';

const PART = 25;

export function Journeys() {
  const search = useTasksView((state) => state.journeySearch);
  const top = useRef<HTMLDivElement>(null);
  const part = usePart(PART, search, top);
  const { data, failure } = useVerb('tasks.journeys', { search, offset: part.offset, length: PART });
  return (
    <>
      <div ref={top} className="wrap gap-2 middle">
        <SearchField
          label={t('tasks.journeys.search')}
          placeholder={t('tasks.journeys.search')}
          value={search}
          onChange={(journeySearch) => useTasksView.setState({ journeySearch })}
        />
        <p className="soft tasks-count numbers" role="status">
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
          {data.rows.map((journey) => (
            <Journey key={journey.key} journey={journey} search={search} />
          ))}
        </ul>
      )}
      {data !== null && (
        <PartButtons
          part={part}
          shown={data.rows.length}
          count={null}
          more={data.more}
          label={t('tasks.view.journeys')}
        />
      )}
    </>
  );
}

const percent = (part: number) => `${(part * 100).toFixed(2)}%`;

interface JourneyProps {
  readonly journey: VerbOutput<'tasks.journeys'>['rows'][number];
  readonly search: string;
}

function Journey({ journey, search }: JourneyProps) {
  const { key, count, tasks } = journey;
  const { from, to, stretches } = journeyTimes(tasks);
  return (
    <li className="journey card">
      <div className="wrap gap-2 journey-head">
        <h2>
          <bdi>{key}</bdi>
        </h2>
        <p className="numbers">{t('tasks.journeys.range', { from: timeText(from), to: timeText(to) })}</p>
      </div>
      {count > tasks.length && (
        <p className="numbers">{t('tasks.journeys.newestTasks', { shown: tasks.length, count })}</p>
      )}
      <ul>
        {tasks.map((task, index) => {
          const { start, length } = stretches[index] ?? { start: 0, length: 1 };
          const words = t('tasks.journeys.lane', {
            name: task.name || task.task_type,
            status: standText(task),
            from: timeText(task.created),
            to: timeText(task.latest_status_change),
          });
          return (
            <li key={task.uuid}>
              <Button
                className="bare gap-3 middle left journey-lane"
                onPress={() => openFound(task.uuid, search)}
              >
                <span className="visually-hidden">{words}</span>
                <span className="journey-type" title={task.task_type}>
                  {task.task_type}
                </span>
                <span className="journey-track" aria-hidden="true">
                  <span
                    className={`journey-bar journey-bar-${task.status}`}
                    style={{ left: percent(Math.min(start, 0.985)), width: percent(Math.max(length, 0.015)) }}
                  />
                </span>
                <span>
                  <Outcome task={task} />
                </span>
              </Button>
            </li>
          );
        })}
      </ul>
    </li>
  );
}
