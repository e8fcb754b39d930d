import type { ReactNode } from 'react';
import type { TaskDetail } from '../../../src-main/contract/views/task.ts';
import { Disclosure } from '../../components/disclosure.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { Section } from '../../components/screen.tsx';
import { t } from '../../strings/translate.ts';
import { DocumentsProvider } from '../documents/documents-provider.tsx';
import { Decision } from './decision.tsx';
import { DeniedNote } from './denied-note.tsx';
import { HistorySection } from './history-section.tsx';
import { ItemsSection } from './items-section.tsx';
import { JourneySection } from './journey-section.tsx';
import { RawPayload } from './raw-payload.tsx';
import { RecordsSection } from './records-section.tsx';
import { TaskFacts } from './task-facts.tsx';
import { TaskHead } from './task-head.tsx';
import './task.css';

interface TaskViewProps {
  readonly task: TaskDetail;
  readonly level?: 1 | 2;
  readonly children?: ReactNode;
}

/**
 * A Task in full, what matters first. `children` is what the screen around it adds under the heading, such as the form that
 * answers a waiting Task.
 */
export function TaskView({ task, level = 2, children }: TaskViewProps) {
  return (
    <DocumentsProvider task={task}>
      <div className="task">
        <TaskHead task={task} level={level} />
        <DeniedNote task={task} />
        {children}
        <Decision task={task} />
        <Section title={t('task.records')}>
          <RecordsSection records={task.records} />
        </Section>
        <Section title={t('task.documents')}>
          <ItemsSection task={task} />
        </Section>
        {task.journey !== null && <JourneySection journey={task.journey} uuid={task.uuid} />}
        <Section title={t('task.history')}>
          <HistorySection history={task.history} />
        </Section>
        <div className="stack gap-3 task-rest">
          <TaskFacts task={task} />
          {task.interceptions !== null && (
            <Disclosure title={t('task.interceptions')}>
              <JsonView value={task.interceptions} />
            </Disclosure>
          )}
          <Disclosure title={t('task.raw')}>
            <RawPayload uuid={task.uuid} />
          </Disclosure>
        </div>
      </div>
    </DocumentsProvider>
  );
}
