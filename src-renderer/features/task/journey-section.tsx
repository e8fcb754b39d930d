import { Button } from '../../components/button.tsx';
import { Section } from '../../components/screen.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { Time } from '../../components/time.tsx';
import { VerdictChips } from '../../components/verdict-chips.tsx';
import { goTo } from '../../state/place.ts';
import { useVerb } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';

/** The other Tasks of the same patient journey, oldest first. */
export function JourneySection({ journey, uuid }: { readonly journey: string; readonly uuid: string }) {
  const asked = useVerb('tasks.journeys', { key: journey });
  const found = asked.data?.rows[0];
  if (found === undefined) return null;
  const tasks = found.tasks.toSorted((a, b) => a.created.localeCompare(b.created));
  return (
    <Section title={t('task.journey')}>
      <p className="task-note">{t('task.journeyLead', { key: journey })}</p>
      {found.count > tasks.length && (
        <p className="task-note numbers">
          {t('tasks.journeys.newestTasks', { shown: tasks.length, count: found.count })}
        </p>
      )}
      <ol className="stack gap-2">
        {tasks.map((task) => (
          <li key={task.uuid} className="record-line">
            <span className="quiet history-time">
              <Time iso={task.created} />
            </span>
            {task.uuid === uuid ? (
              <strong>{t('task.journeyHere')}</strong>
            ) : (
              <Button kind="quiet" size="small" onPress={() => goTo({ screen: 'task', task: task.uuid })}>
                <bdi className="record-link">{task.name || t('tasks.unnamed')}</bdi>
              </Button>
            )}
            <span className="task-note">{task.task_type}</span>
            <StatusChip task={task} />
            <VerdictChips verdicts={task.verdicts} />
          </li>
        ))}
      </ol>
    </Section>
  );
}
