import { statusText } from '../strings/format.ts';
import { Chip, type Tone } from './chip.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  waiting: 'warn',
  failed: 'bad',
  invalid: 'bad',
  processing: 'info',
};

/** The status of a Task in words; one the program does not know is shown as it came (I7). */
export function StatusChip({ status }: { readonly status: string }) {
  return <Chip tone={TONES[status] ?? 'plain'}>{statusText(status)}</Chip>;
}
