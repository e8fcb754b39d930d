const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };

const sameDay = (a: Date, b: Date) =>
  a.getDate() === b.getDate() && a.getMonth() === b.getMonth() && a.getFullYear() === b.getFullYear();

/**
 * Returns functions that format times for screens in the language of `locale`. A caller should create these functions once and keep them,
 * because creating a formatter takes a thousand times as long as using a formatter.
 */
export function timeTexts(locale: string) {
  const timeOfDay = new Intl.DateTimeFormat(locale, CLOCK);
  const dayAndTime = new Intl.DateTimeFormat(locale, { ...DAY, ...CLOCK });
  const yearDayAndTime = new Intl.DateTimeFormat(locale, { ...DAY, ...CLOCK, year: 'numeric' });
  const inFull = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'long',
    hourCycle: 'h23',
  });
  const dayOnly = new Intl.DateTimeFormat(locale, { ...DAY, year: 'numeric', timeZone: 'UTC' });
  const weekdayOnly = new Intl.DateTimeFormat(locale, {
    ...DAY,
    weekday: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const monthOnly = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  return {
    /** Returns a time in short form: only the clock time if the time is today, otherwise also the date. */
    timeText(iso: string, now: Date = new Date()): string {
      const at = new Date(iso);
      if (Number.isNaN(at.getTime())) return iso;
      if (sameDay(at, now)) return timeOfDay.format(at);
      return (at.getFullYear() === now.getFullYear() ? dayAndTime : yearDayAndTime).format(at);
    },
    /** Returns a time with date, seconds and time zone, for `title` attributes and details. */
    fullTimeText(iso: string): string {
      const at = new Date(iso);
      return Number.isNaN(at.getTime()) ? iso : inFull.format(at);
    },
    /** Returns the date at the start of `iso`, formatted. The rest of `iso`, such as the time of day and the time zone, is ignored. */
    dayText(iso: string): string {
      const day = /^\d{4}-\d{2}-\d{2}/.exec(iso)?.[0];
      const at = new Date(`${day}T00:00:00Z`);
      return Number.isNaN(at.getTime()) ? iso : dayOnly.format(at);
    },
    /** Formats a date such as `2026-11-30` with its weekday, for example as "Mon, Nov 30, 2026". */
    weekdayText: (day: string): string => weekdayOnly.format(new Date(`${day}T00:00:00Z`)),
    /** Formats a month such as `2026-01`, for example as "Jan 2026". */
    monthText: (month: string): string => monthOnly.format(new Date(`${month}-01T00:00:00Z`)),
  };
}

/** Formats a time for the command line as ISO 8601 in the local time zone, such as `2026-01-31T14:05:09+01:00`. */
export function isoTimeText(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const minutes = -at.getTimezoneOffset();
  const local = new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, 19);
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0');
  const offset = Math.abs(minutes);
  return `${local}${minutes < 0 ? '-' : '+'}${two(offset / 60)}:${two(offset % 60)}`;
}

/** Formats a time in the local time zone in the form that spreadsheet programs read as a date, such as `2026-01-31 14:05`. */
export const sheetTimeText = (iso: string): string =>
  isoTimeText(iso).replace(/^(.{10})T(.{5}):.*$/, '$1 $2');
