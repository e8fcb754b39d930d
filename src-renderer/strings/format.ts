import type { TaskRowView } from '../../src-main/contract/views/task.ts';
import { FORMATS, isMessage, language, t } from './translate.ts';

const RELATIVE = {
  en: new Intl.RelativeTimeFormat(FORMATS.en, { numeric: 'auto' }),
  es: new Intl.RelativeTimeFormat(FORMATS.es, { numeric: 'auto' }),
};

/** Returns how long ago `iso` was, in one unit, such as "3 hours ago". */
export function agoText(iso: string, now: Date = new Date()): string {
  const relative = RELATIVE[language()];
  const seconds = Math.round((new Date(iso).getTime() - now.getTime()) / 1000);
  for (const [unit, size] of [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return relative.format(Math.min(0, seconds), 'second');
}

export function bytesText(bytes: number): string {
  for (const [unit, size] of [
    ['gigabyte', 1024 ** 3],
    ['megabyte', 1024 ** 2],
    ['kilobyte', 1024],
  ] as const) {
    if (bytes >= size) return unitText(bytes / size, unit, 1);
  }
  return unitText(bytes, 'byte', 0);
}

function unitText(value: number, unit: string, digits: number): string {
  return new Intl.NumberFormat(FORMATS[language()], {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: digits,
  }).format(value);
}

/** Returns the status of a Task in words. A status that this program does not know is returned unchanged (I7). */
export function statusText(status: string): string {
  const key = `status.${status}`;
  return isMessage(key) ? t(key) : status;
}

/** Returns the status of a Task in words. If the service no longer confirms the Task, the status is unknown, and the text says so (I10). */
export function standText(task: Pick<TaskRowView, 'status' | 'denied_since' | 'gone_since'>): string {
  if (task.gone_since !== null) return t('status.gone');
  return task.denied_since === null ? statusText(task.status) : t('status.denied');
}
