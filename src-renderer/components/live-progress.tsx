import type { OutboxRow } from '../../src-main/contract/views/outbox.ts';
import { useLive } from '../state/live.ts';
import { bytesText } from '../strings/format.ts';
import { t } from '../strings/translate.ts';
import { Progress } from './progress.tsx';

export function LiveProgress({ row, title }: { readonly row: OutboxRow; readonly title: string }) {
  const live = useLive(({ progress }) => progress[row.id]);
  const progress = live ?? row.progress;
  if (progress === null || progress.total === 0) return null;
  return (
    <div className="quiet gap-3 middle live-progress">
      <Progress label={title} value={progress.sent} total={progress.total} />
      <span className="numbers">
        {t('outbox.bytes', { sent: bytesText(progress.sent), total: bytesText(progress.total) })}
      </span>
    </div>
  );
}
