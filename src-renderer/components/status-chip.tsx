import type { TaskRowView } from '../../src-main/contract/views/task.ts';
import { statusText } from '../strings/format.ts';
import { t } from '../strings/translate.ts';
import { Chip, type Tone } from './chip.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  waiting: 'warn',
  failed: 'bad',
  invalid: 'bad',
  processing: 'info',
};

/** The status of a Task in words; one the program does not know is shown as it came (I7), one the service denies not at all (I10). */
export function StatusChip({
  task: { status, denied_since: denied, gone_since: gone },
}: {
  readonly task: Pick<TaskRowView, 'status' | 'denied_since' | 'gone_since'>;
}) {
  if (gone !== null) return <Chip tone="bad">{t('status.gone')}</Chip>;
  if (denied !== null) return <Chip tone="warn">{t('status.denied')}</Chip>;
  return <Chip tone={TONES[status] ?? 'plain'}>{statusText(status)}</Chip>;
}
