import { useLive } from '../state/live.ts';
import { timeText } from '../strings/format.ts';
import { t } from '../strings/translate.ts';
import { Chip } from './chip.tsx';

/** Dates what is shown while the service or the engine cannot be reached (I10); shows nothing otherwise. */
export function AsOf({ iso }: { readonly iso: string | null }) {
  const isFresh = useLive(({ up, overview }) => up && overview?.connection.state === 'connected');
  if (isFresh || iso === null) return null;
  return <Chip tone="warn">{t('common.asOf', { time: timeText(iso) })}</Chip>;
}
