import { Button } from 'react-aria-components';
import type { TaskRowView } from '../../../src-main/contract/views/task.ts';
import { StatusChip } from '../../components/status-chip.tsx';
import { VerdictChips } from '../../components/verdict-chips.tsx';
import { goTo } from '../../state/place.ts';
import { standText, timeText } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { journeyTimes } from './journey-times.ts';

const percent = (part: number) => `${(part * 100).toFixed(2)}%`;

interface JourneyProps {
  readonly name: string;
  readonly count: number;
  readonly tasks: readonly TaskRowView[];
}

/** One journey: a lane for each of its Tasks, placed by when it began and when it last moved. */
export function Journey({ name, count, tasks }: JourneyProps) {
  const { from, to, stretches } = journeyTimes(tasks);
  return (
    <li className="journey card">
      <div className="wrap gap-2 journey-head">
        <h2>
          <bdi>{name}</bdi>
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
              <Button className="journey-lane" onPress={() => goTo({ screen: 'task', task: task.uuid })}>
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
                  {task.verdicts.length > 0 ? (
                    <VerdictChips verdicts={task.verdicts} />
                  ) : (
                    <StatusChip task={task} />
                  )}
                </span>
              </Button>
            </li>
          );
        })}
      </ul>
    </li>
  );
}
