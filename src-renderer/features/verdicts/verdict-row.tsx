import type { TaskRowView } from '../../../src-main/contract/views/task.ts';
import { Chip } from '../../components/chip.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { Time } from '../../components/time.tsx';
import { VerdictChips } from '../../components/verdict-chips.tsx';
import { statusText } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';

/** A decided Task in the list: its name, each code with what was decided, when, and whether somebody dealt with it. */
export function VerdictRow({ row }: { readonly row: TaskRowView }) {
  return (
    <>
      <bdi className="pick-name" title={row.name}>
        {row.name.trim() === '' ? t('tasks.unnamed') : row.name}
      </bdi>
      {row.status === 'completed' ? (
        row.verdicts.length > 0 ? (
          <VerdictChips verdicts={row.verdicts} />
        ) : (
          <span className="quiet pick-note">{t('verdicts.noVerdict')}</span>
        )
      ) : (
        <span>
          <StatusChip task={row} />
        </span>
      )}
      <span className="wrap pick-line">
        {row.file_names.length > 0 && (
          <bdi className="quiet pick-note" title={row.file_names.join('\n')}>
            {row.file_names.length === 1
              ? row.file_names[0]
              : t('verdicts.files', { file: row.file_names[0] ?? '', count: row.file_names.length - 1 })}
          </bdi>
        )}
        <span className="quiet pick-note">
          <Time iso={row.latest_status_change} />
        </span>
        {row.cleared !== null && <Chip>{t('verdicts.done')}</Chip>}
      </span>
    </>
  );
}

/** The row in words, for type-ahead and screen readers. */
export function verdictRowText(row: TaskRowView): string {
  const codes = row.verdicts.map(
    ({ code, approved }) => `${code} ${t(approved ? 'verdict.approved' : 'verdict.not-approved')}`,
  );
  return [row.name, ...(row.status === 'completed' ? codes : [statusText(row.status)])].join(', ');
}
