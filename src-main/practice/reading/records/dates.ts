const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_MS = 86_400_000;

const NUMERIC = /(?<![\d/-])(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?![\d/])/;
const ISO = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/;
const MONTH_FIRST = /\b([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/;
const DAY_FIRST = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[ -]([A-Za-z]{3,9})\.?,?[ -](\d{4})\b/;

/** Returns the first date in a text as `YYYY-MM-DD`, or null. In 03/12/2026, 03 is the month. A two-digit year is at most `latestYear`. */
export function findDate(text: string, latestYear: number): string | null {
  const year = (digits: string): number => fullYear(digits, latestYear);
  const candidates = [
    dateAt(ISO.exec(text), ([, y, m, d]) => calendarDate(Number(y), Number(m), Number(d))),
    dateAt(
      NUMERIC.exec(text),
      ([, a, b, y = '']) =>
        calendarDate(year(y), Number(a), Number(b)) ?? calendarDate(year(y), Number(b), Number(a)),
    ),
    dateAt(MONTH_FIRST.exec(text), ([, m = '', d, y]) => calendarDate(Number(y), monthOf(m), Number(d))),
    dateAt(DAY_FIRST.exec(text), ([, d, m = '', y]) => calendarDate(Number(y), monthOf(m), Number(d))),
  ];
  const found = candidates.filter((candidate) => candidate !== null);
  return found.toSorted((a, b) => a.at - b.at)[0]?.date ?? null;
}

/** Returns the number of whole days from `date` (`YYYY-MM-DD`) to `now`. The number is negative for a date in the future. */
export function ageInDays(date: string, now: Date): number {
  return Math.floor((now.getTime() - Date.parse(`${date}T00:00:00Z`)) / DAY_MS);
}

function dateAt(match: RegExpExecArray | null, read: (match: RegExpExecArray) => string | null) {
  const date = match === null ? null : read(match);
  return match === null || date === null ? null : { at: match.index, date };
}

const monthOf = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

function fullYear(digits: string, latestYear: number): number {
  if (digits.length === 4) return Number(digits);
  const year = Math.floor(latestYear / 100) * 100 + Number(digits);
  return year > latestYear ? year - 100 : year;
}

function calendarDate(year: number, month: number, day: number): string | null {
  if (year < 1880 || year > 2200 || month < 1 || month > 12 || day < 1) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 ? date.toISOString().slice(0, 10) : null;
}
