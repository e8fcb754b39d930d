const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_MS = 86_400_000;

const NUMERIC = /(?<![\d/-])(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?![\d/])/;
const ISO = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/;
const MONTH_FIRST = /\b([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/;
const DAY_FIRST = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[ -]([A-Za-z]{3,9})\.?,?[ -](\d{4})\b/;

/**
 * The first date in a text as `YYYY-MM-DD`, or null. Numbers are read month first, as American forms write them, unless only
 * day first is a date; two-digit years mean the latest such year that is not after `latestYear`.
 */
export function findDate(text: string, latestYear: number): string | null {
  const found: { at: number; date: string }[] = [];
  const iso = ISO.exec(text);
  if (iso !== null) push(found, iso.index, calendarDate(Number(iso[1]), Number(iso[2]), Number(iso[3])));
  const numeric = NUMERIC.exec(text);
  if (numeric !== null) {
    const [a, b] = [Number(numeric[1]), Number(numeric[2])];
    const year = fullYear(numeric[3] ?? '', latestYear);
    push(found, numeric.index, calendarDate(year, a, b) ?? calendarDate(year, b, a));
  }
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst !== null) {
    const month = monthOf(monthFirst[1] ?? '');
    push(found, monthFirst.index, calendarDate(Number(monthFirst[3]), month, Number(monthFirst[2])));
  }
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst !== null) {
    const month = monthOf(dayFirst[2] ?? '');
    push(found, dayFirst.index, calendarDate(Number(dayFirst[3]), month, Number(dayFirst[1])));
  }
  return found.toSorted((a, b) => a.at - b.at)[0]?.date ?? null;
}

/** Whole days from `date` (`YYYY-MM-DD`) to `now`; negative when it lies ahead. */
export function ageInDays(date: string, now: Date): number {
  return Math.floor((now.getTime() - Date.parse(`${date}T00:00:00Z`)) / DAY_MS);
}

function push(found: { at: number; date: string }[], at: number, date: string | null): void {
  if (date !== null) found.push({ at, date });
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
