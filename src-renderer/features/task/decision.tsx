import type { TaskDetail } from '../../../src-main/contract/views/task.ts';
import { keyed } from '../../components/keyed.ts';
import { Section } from '../../components/screen.tsx';
import { t } from '../../strings/translate.ts';
import { otherIssues } from './evidence.ts';
import { isEnded } from './pending-edit.ts';
import { Reason, VerdictCard } from './verdict-card.tsx';

/** What the service decided about each code and why, then the issues that no verdict names. */
export function Decision({ task }: { readonly task: TaskDetail }) {
  const others = otherIssues(task.issues, task.verdicts);
  const ended = isEnded(task.status);
  return (
    <>
      {(ended || task.verdicts.length > 0) && (
        <Section title={t('task.verdicts')}>
          <Ending task={task} />
          {keyed(task.verdicts).map(({ key, item: verdict }) => (
            <VerdictCard key={key} verdict={verdict} records={task.records} />
          ))}
        </Section>
      )}
      {others.length > 0 && task.needs === null && (
        <Section title={t(task.verdicts.length > 0 ? 'task.otherIssues' : 'task.issues')}>
          <ul className="reasons">
            {keyed(others).map(({ key, item: issue }) => (
              <Reason key={key} reason={issue} records={task.records} />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function Ending({ task }: { readonly task: TaskDetail }) {
  if (task.status === 'failed') return <p>{t('task.failedWords')}</p>;
  if (task.status === 'invalid') return <p>{t('task.invalidWords')}</p>;
  if (task.verdicts.length > 0) return null;
  const told = task.records.length > 0 || task.issues.length > 0;
  return <p>{t(told ? 'task.noCodes' : 'task.noVerdicts')}</p>;
}
