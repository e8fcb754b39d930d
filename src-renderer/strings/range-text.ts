import type { RecordViewOfTask } from '../../src-main/contract/views/task.ts';
import { t } from './translate.ts';

type Range = RecordViewOfTask['ranges'][number];

// Returns a range in words: pages, or minutes and seconds of a recording. For an unknown unit, returns only the numbers.
function rangeText({ unit, from, to }: Range): string {
  switch (unit) {
    case 'page':
      return to === null || to <= from ? t('task.page', { from }) : t('task.pages', { from, to });
    case 'second':
      return to === null
        ? t('task.secondsOpen', { from: clockText(from) })
        : t('task.seconds', { from: clockText(from), to: clockText(to) });
    case null:
      return to === null ? t('task.rangeOpen', { from }) : t('task.range', { from, to });
  }
}

export function rangesText(ranges: readonly Range[]): string {
  return ranges.map(rangeText).join(', ');
}

/** Returns seconds as minutes and seconds, such as "1:05", with hours if needed, such as "1:00:05". */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
