import type { ReactNode } from 'react';
import { otherIssues } from '../../../src-main/contract/texts/issue-text.ts';
import type { Receipt } from '../../../src-main/contract/views/receipt.ts';
import type { ReasonView, TaskDetail } from '../../../src-main/contract/views/task.ts';
import { keyed } from '../../components/rows/keyed.ts';
import { Fact } from '../../components/screen.tsx';
import { useLive } from '../../state/live.ts';
import { bytesText, standText } from '../../strings/format.ts';
import { issueText, nameText, ownWords } from '../../strings/issue-text.ts';
import { rangesText } from '../../strings/range-text.ts';
import { dayText, fullTimeText } from '../../strings/time-text.ts';
import { t } from '../../strings/translate.ts';
import { useDocuments } from '../documents/documents-provider.tsx';
import { noRecordsText } from './records-section.tsx';

/** The printed report about a Task: verdicts with reasons, the records that the service used, and dates. */
export function ReportSheet({ task }: { readonly task: TaskDetail }) {
  const { nameOf } = useDocuments();
  const others = otherIssues(task.issues, task.verdicts);
  return (
    <Sheet title={t('print.report.title')} task={task}>
      <dl className="facts">
        <Fact name={t('tasks.column.status')}>{standText(task)}</Fact>
        <Fact name={t('task.created')}>{fullTimeText(task.created)}</Fact>
        <Fact name={t('tasks.order.latest_status_change')}>{fullTimeText(task.latest_status_change)}</Fact>
        {task.as_of !== null && <Fact name={t('task.lastChecked')}>{fullTimeText(task.as_of)}</Fact>}
      </dl>
      <h2>{t('task.verdicts')}</h2>
      {task.verdicts.length === 0 && (
        <p>{t(task.details === 'loaded' ? 'print.noVerdict' : `task.noVerdicts.${task.details}`)}</p>
      )}
      {keyed(task.verdicts).map(({ key, item: { code, approved, conclusion, reasons } }) => (
        <section key={key} className="stack gap-1 print-part">
          <h3>
            {code}: {t(approved ? 'verdict.approved' : 'verdict.not-approved')}
          </h3>
          {conclusion !== null && <p>{conclusion}</p>}
          {reasons.length > 0 && <ReasonList reasons={reasons} said={conclusion} />}
          {reasons.length === 0 && <p>{t(approved ? 'task.noObjection' : 'task.noReason')}</p>}
        </section>
      ))}
      {others.length > 0 && (
        <>
          <h2>{t(task.verdicts.length > 0 ? 'task.otherIssues' : 'task.issues')}</h2>
          <ReasonList reasons={others} />
        </>
      )}
      <h2>{t('task.records')}</h2>
      {task.records.length === 0 ? (
        <p>{noRecordsText(task)}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('print.record')}</th>
              <th scope="col">{t('tasks.filter.date')}</th>
              <th scope="col">{t('print.document')}</th>
            </tr>
          </thead>
          <tbody>
            {keyed(task.records).map(({ key, item: record }) => (
              <tr key={key}>
                <td>{nameText(record.record_type)}</td>
                <td>{record.timestamp === null ? t('task.noDate') : dayText(record.timestamp)}</td>
                <td>{[nameOf(record.data_item), rangesText(record.ranges)].filter(Boolean).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Sheet>
  );
}

interface ReasonListProps {
  readonly reasons: readonly ReasonView[];
  /** The conclusion of the service above the reasons. A message of the service that the conclusion already contains is left out. */
  readonly said?: string | null;
}

function ReasonList({ reasons, said = null }: ReasonListProps) {
  return (
    <ul className="print-reasons">
      {keyed(reasons).map(({ key, item: reason }) => {
        const own = ownWords(reason);
        return (
          <li key={key}>
            {issueText(reason)}
            {own !== null && said?.includes(own) !== true && ` ${t('task.serviceSays', { message: own })}`}
          </li>
        );
      })}
    </ul>
  );
}

/** The printed receipt of a Task: the documents that this station sent, each with its size and hash, and the times of sending. */
export function ReceiptSheet({ receipt }: { readonly receipt: Receipt }) {
  const task = { ...receipt, uuid: receipt.task };
  return (
    <Sheet title={t('print.receipt.title')} task={task}>
      {receipt.sent.length === 0 && <p>{t('print.nothingSent')}</p>}
      {receipt.sent.map(({ id, what, sent_at: sent, accepted_at: accepted, documents, data }) => (
        <section key={id} className="stack gap-1 print-part">
          <h2>{t(what === 'task' ? 'print.sent.task' : 'print.sent.answer')}</h2>
          <dl className="facts">
            {sent !== null && <Fact name={t('print.sentAt')}>{fullTimeText(sent)}</Fact>}
            <Fact name={t('print.acceptedAt')}>{fullTimeText(accepted)}</Fact>
            {data.length > 0 && <Fact name={t('print.values')}>{data.map(nameText).join(', ')}</Fact>}
          </dl>
          {documents.length > 0 && (
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('print.document')}</th>
                  <th scope="col">{t('print.size')}</th>
                  <th scope="col">{t('print.hash')}</th>
                </tr>
              </thead>
              <tbody>
                {keyed(documents).map(({ key, item: { name, size, sha256 } }) => (
                  <tr key={key}>
                    <td>
                      <bdi>{name ?? t('print.noName')}</bdi>
                    </td>
                    <td className="numbers">{bytesText(size)}</td>
                    <td className="print-hash">{sha256}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </section>
      ))}
    </Sheet>
  );
}

interface SheetProps {
  readonly title: string;
  readonly task: Pick<TaskDetail, 'name' | 'uuid' | 'external_id' | 'task_type'>;
  readonly children: ReactNode;
}

function Sheet({ title, task, children }: SheetProps) {
  const practice = useLive((live) => live.overview?.environment === 'practice');
  const station = useLive((live) => live.overview?.station ?? '');
  return (
    <article className="stack gap-3">
      {practice && <p className="strong print-practice">{t('print.practice')}</p>}
      <h1>{title}</h1>
      <dl className="facts">
        <Fact name={t('task.name')}>
          <bdi>{task.name.trim() === '' ? t('tasks.unnamed') : task.name}</bdi>
        </Fact>
        <Fact name={t('drop.taskType')}>{task.task_type}</Fact>
        <Fact name={t('task.id')}>{task.uuid}</Fact>
        {task.external_id !== null && <Fact name={t('task.externalId')}>{task.external_id}</Fact>}
      </dl>
      {children}
      <p className="quiet">{t('print.printed', { time: fullTimeText(new Date().toISOString()), station })}</p>
    </article>
  );
}
