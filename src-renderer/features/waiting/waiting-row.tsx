import type { WaitingTask } from '../../../src-main/contract/views/task.ts';
import { Chip } from '../../components/chip.tsx';
import { agoText, fullTimeText, timeText } from '../../strings/format.ts';
import { issueShortText } from '../../strings/issue-text.ts';
import { t } from '../../strings/translate.ts';

/** A waiting Task in the list: its name, since when, and what is missing in a few words. */
export function WaitingRow({ row }: { readonly row: WaitingTask }) {
  const missing = missingText(row);
  const since = row.needs?.since ?? row.latest_status_change;
  return (
    <>
      <bdi className="pick-name" title={row.name}>
        {row.name.trim() === '' ? t('tasks.unnamed') : row.name}
      </bdi>
      <span className="quiet pick-note waiting-missing" title={missing}>
        {missing}
      </span>
      <span className="wrap pick-line">
        <span className="quiet pick-note" title={fullTimeText(since)}>
          {t('waiting.since', { time: timeText(since), ago: agoText(since) })}
        </span>
        {row.frozen_to !== null && <Chip tone="warn">{t('waiting.frozen')}</Chip>}
        {row.answer?.state === 'rejected' && <Chip tone="bad">{t('waiting.refused')}</Chip>}
      </span>
    </>
  );
}

/** What is missing, in as few words as there is room for. */
export function missingText({ needs }: Pick<WaitingTask, 'needs'>): string {
  if (needs === null) return t('waiting.notFetched');
  const parts = [...needs.documents, ...needs.data, ...needs.others].map(({ issue }) =>
    issueShortText(issue),
  );
  const text = parts.join(', ');
  return text === '' ? t('waiting.nothingNamed') : text.slice(0, 1).toUpperCase() + text.slice(1);
}
