import { otherIssues } from '../../../src-main/contract/texts/issue-text.ts';
import type {
  ReasonView,
  RecordViewOfTask,
  TaskDetail,
  VerdictView,
} from '../../../src-main/contract/views/task.ts';
import { Chip } from '../../components/chip.tsx';
import { keyed } from '../../components/rows/keyed.ts';
import { Section } from '../../components/screen.tsx';
import { isEnded } from '../../state/follow-up.ts';
import { issueText, ownWords } from '../../strings/issue-text.ts';
import { t } from '../../strings/translate.ts';
import { evidenceOf } from './evidence.ts';
import { RecordLink } from './records-section.tsx';

export function Decision({ task }: { readonly task: TaskDetail }) {
  const others = otherIssues(task.issues, task.verdicts);
  const ended = isEnded(task.status);
  return (
    <>
      {(ended || task.verdicts.length > 0 || task.conclusions.length > 0) && (
        <Section title={t('task.verdicts')}>
          <Ending task={task} />
          {keyed(task.verdicts).map(({ key, item: verdict }) => (
            <VerdictCard key={key} verdict={verdict} records={task.records} />
          ))}
          {keyed(task.conclusions).map(({ key, item: { code, conclusion } }) => (
            <article key={key} className="stack gap-2 card verdict verdict-open">
              <div className="wrap gap-3 middle">
                <h3 className="min-0 break verdict-code numbers">{code}</h3>
                <Chip>{t('task.noVerdictForCode')}</Chip>
              </div>
              <p className="break verdict-conclusion">{conclusion}</p>
            </article>
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
  return <p>{t(`task.noVerdicts.${task.details}`)}</p>;
}

interface VerdictCardProps {
  readonly verdict: VerdictView;
  readonly records: readonly RecordViewOfTask[];
}

function VerdictCard({ verdict, records }: VerdictCardProps) {
  const { code, approved, conclusion, reasons } = verdict;
  return (
    <article className={`stack gap-2 card ${approved ? 'verdict' : 'verdict verdict-refused'}`}>
      <div className="wrap gap-3 middle">
        <h3 className="min-0 break verdict-code numbers">{code}</h3>
        <Chip tone={approved ? 'ok' : 'bad'}>
          <span aria-hidden="true">{approved ? '✓' : '✗'}</span>
          {t(approved ? 'verdict.approved' : 'verdict.not-approved')}
        </Chip>
      </div>
      {conclusion !== null && <p className="break verdict-conclusion">{conclusion}</p>}
      {reasons.length > 0 ? (
        <>
          <p className="quiet verdict-why">{t('task.why')}</p>
          <ul className="reasons">
            {keyed(reasons).map(({ key, item: reason }) => (
              <Reason key={key} reason={reason} records={records} said={conclusion} />
            ))}
          </ul>
        </>
      ) : (
        <p className="task-note">{t(approved ? 'task.noObjection' : 'task.noReason')}</p>
      )}
    </article>
  );
}

interface ReasonProps {
  readonly reason: ReasonView;
  readonly records: readonly RecordViewOfTask[];
  /** The conclusion that the page shows above the reasons. A reason does not repeat a message of this conclusion. */
  readonly said?: string | null;
}

function Reason({ reason, records, said = null }: ReasonProps) {
  const words = ownWords(reason);
  const own = words !== null && said?.includes(words) ? null : words;
  const evidence = evidenceOf(reason, records);
  return (
    <li className="reason">
      <span className="reason-text">{issueText(reason)}</span>
      {own !== null && <span className="task-note">{t('task.serviceSays', { message: own })}</span>}
      {evidence.length > 0 && (
        <span className="wrap reason-evidence">
          <span className="task-note">{t('task.seenIn')}</span>
          {keyed(evidence.slice(0, 6)).map(({ key, item: record }) => (
            <RecordLink key={key} record={record} />
          ))}
        </span>
      )}
    </li>
  );
}
