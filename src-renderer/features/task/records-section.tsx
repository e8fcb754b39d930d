import type { RecordViewOfTask, TaskDetail } from '../../../src-main/contract/views/task.ts';
import { Disclosure } from '../../components/disclosure.tsx';
import { Button } from '../../components/input/button.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { keyed } from '../../components/rows/keyed.ts';
import { isEnded } from '../../state/follow-up.ts';
import { nameText } from '../../strings/issue-text.ts';
import { rangesText } from '../../strings/range-text.ts';
import { dayText } from '../../strings/time-text.ts';
import { t } from '../../strings/translate.ts';
import { useDocuments } from '../documents/documents-provider.tsx';

export function RecordsSection({ task }: { readonly task: TaskDetail }) {
  const { records } = task;
  if (records.length === 0) return <p className="task-note">{noRecordsText(task)}</p>;
  return (
    <ul className="records">
      {keyed(records).map(({ key, item: record }) => (
        <li key={key} className="record">
          <div className="wrap record-line">
            <strong className="strong record-type">{nameText(record.record_type)}</strong>
            <span className="numbers task-note">
              {record.timestamp === null ? t('task.noDate') : dayText(record.timestamp)}
            </span>
            <RecordLink record={record} withType={false} />
          </div>
          {record.fields !== null && Object.keys(record.fields).length > 0 && (
            <Disclosure title={t('task.recordFields')}>
              <JsonView value={record.fields} />
            </Disclosure>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Returns why a Task has no records. Only complete details of a Task that was read to the end show that there are none. */
export function noRecordsText({ details, status }: TaskDetail): string {
  if (details === 'not_loaded' || details === 'deleted') return t(`task.details.${details}`);
  // Details from before the last change do not show what the service found since.
  if (details === 'as_of') return t('task.details.not_loaded');
  // Only a Task that ended or waits was read to the end.
  return t(isEnded(status) || status === 'waiting' ? 'task.noRecords' : 'task.unread');
}

interface RecordLinkProps {
  readonly record: RecordViewOfTask;
  readonly withType?: boolean;
}

export function RecordLink({ record, withType = true }: RecordLinkProps) {
  const { nameOf, open } = useDocuments();
  const name = nameOf(record.data_item);
  const place = rangesText(record.ranges);
  const words = [withType ? nameText(record.record_type) : null, name, place].filter(Boolean).join(', ');
  return (
    <Button
      kind="quiet"
      size="small"
      aria-label={t('task.openAt', { name: words, place: '' }).replace(/[, ]+$/, '')}
      onPress={() => open(record.data_item, record.ranges[0] ?? null)}
    >
      <bdi className="break left record-link">{words}</bdi>
    </Button>
  );
}
