import type { ReasonView, RecordViewOfTask, VerdictView } from '../../../src-main/contract/views/task.ts';
import { Chip } from '../../components/chip.tsx';
import { keyed } from '../../components/keyed.ts';
import { issueText, ownWords } from '../../strings/issue-text.ts';
import { t } from '../../strings/translate.ts';
import { evidenceOf } from './evidence.ts';
import { RecordLink } from './record-link.tsx';

interface VerdictCardProps {
  readonly verdict: VerdictView;
  readonly records: readonly RecordViewOfTask[];
}

/** One code: what was decided, the service's conclusion, and each reason with the pages it speaks of. */
export function VerdictCard({ verdict, records }: VerdictCardProps) {
  const { code, approved, conclusion, reasons } = verdict;
  return (
    <article className={approved ? 'verdict' : 'verdict verdict-refused'}>
      <div className="wrap gap-3 verdict-head">
        <h3 className="verdict-code numbers">{code}</h3>
        <Chip tone={approved ? 'ok' : 'bad'}>
          <span aria-hidden="true">{approved ? '✓' : '✗'}</span>
          {t(approved ? 'verdict.approved' : 'verdict.not-approved')}
        </Chip>
      </div>
      {conclusion !== null && <p className="verdict-conclusion">{conclusion}</p>}
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
  /** What stands above it already, and is not said twice. */
  readonly said?: string | null;
}

/** One issue in words, with the service's own where they say more, and with the records it speaks of. */
export function Reason({ reason, records, said = null }: ReasonProps) {
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
