import { isMessage, t } from './translate.ts';

const sameDay = (a: Date, b: Date) => a.toDateString() === b.toDateString();

/** A time as people say it: the time alone today, else with its date. */
export function timeText(iso: string, now: Date = new Date()): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
  if (sameDay(at, now)) return at.toLocaleTimeString('en', { ...time, hourCycle: 'h23' });
  const year: Intl.DateTimeFormatOptions = at.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' };
  return at.toLocaleString('en', { day: 'numeric', month: 'short', ...year, ...time, hourCycle: 'h23' });
}

/** A time in full, with seconds and zone, for titles and details. */
export function fullTimeText(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime())
    ? iso
    : at.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23' });
}

/** How long ago, in one unit. */
export function agoText(iso: string, now: Date = new Date()): string {
  const seconds = Math.round((new Date(iso).getTime() - now.getTime()) / 1000);
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  for (const [unit, size] of [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(Math.min(0, seconds), 'second');
}

/** A size in the largest unit that fits. */
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
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: digits,
  }).format(value);
}

/** What a status of the service means; an unknown one is shown as it came (I7). */
export function statusText(status: string): string {
  const key = `status.${status}`;
  return isMessage(key) ? t(key) : status;
}

/** An identifier such as `insurance-card` or `member_id` as a person reads it. */
export function plainName(identifier: string): string {
  const words = identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_./\s]+/g, ' ')
    .trim()
    .toLowerCase();
  if (words === '') return t('common.unknown');
  return words.replace(/\b(id|npi|dob|mrn|icd|cpt)\b/g, (word) => word.toUpperCase());
}
