// Each format is created only once, because creating a format takes a thousand times as long as using a format.
const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
const timeOfDay = new Intl.DateTimeFormat('en', CLOCK);
const dayAndTime = new Intl.DateTimeFormat('en', { ...DAY, ...CLOCK });
const yearDayAndTime = new Intl.DateTimeFormat('en', { ...DAY, ...CLOCK, year: 'numeric' });
const inFull = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23' });
const dayOnly = new Intl.DateTimeFormat('en', { ...DAY, year: 'numeric', timeZone: 'UTC' });
const monthOnly = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });
// The Swedish locale formats dates as ISO 8601 does.
const iso8601 = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'long' });

const sameDay = (a: Date, b: Date) =>
  a.getDate() === b.getDate() && a.getMonth() === b.getMonth() && a.getFullYear() === b.getFullYear();

/** Returns a time in a short form for screens: without the date for a time of today, otherwise with the date. */
export function timeText(iso: string, now: Date = new Date()): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  if (sameDay(at, now)) return timeOfDay.format(at);
  return (at.getFullYear() === now.getFullYear() ? dayAndTime : yearDayAndTime).format(at);
}

/** Returns a time with its date, seconds and time zone, for `title` attributes and details on screens. */
export function fullTimeText(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : inFull.format(at);
}

/** Returns the date at the start of `iso` for screens. A time of day and a time zone after the date count for nothing. */
export function dayText(iso: string): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(iso)?.[0];
  const at = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? iso : dayOnly.format(at);
}

/** Returns a month (`2026-01`) for screens. */
export function monthText(month: string): string {
  return monthOnly.format(new Date(`${month}-01T00:00:00Z`));
}

/** Returns a time for the command line: ISO date, time of day and name of the local time zone, such as `2026-01-31 14:05:09 GMT+1`. */
export function isoTimeText(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : iso8601.format(at);
}
