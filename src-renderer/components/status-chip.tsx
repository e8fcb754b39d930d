import type { TaskRowView } from '../../src-main/contract/views/task.ts';
import { standText } from '../strings/format.ts';
import { Chip, type Tone } from './chip.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  waiting: 'warn',
  failed: 'bad',
  invalid: 'bad',
  processing: 'info',
};

interface StatusChipProps {
  readonly task: Pick<TaskRowView, 'status' | 'denied_since' | 'gone_since'>;
}

/** The status of a Task in words; one the program does not know is shown as it came (I7), one the service denies not at all (I10). */
export function StatusChip({ task }: StatusChipProps) {
  return <Chip tone={toneOf(task)}>{standText(task)}</Chip>;
}

function toneOf({
  status,
  denied_since: denied,
  gone_since: gone,
}: Pick<TaskRowView, 'status' | 'denied_since' | 'gone_since'>): Tone {
  if (gone !== null) return 'bad';
  return denied === null ? (TONES[status] ?? 'plain') : 'warn';
}
