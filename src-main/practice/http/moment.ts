const DAY_MS = 86_400_000;
const SHAPE =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*([Zz]|[+-]\d{2}:?\d{2})?)?$/;

/** A date bound in milliseconds since 1970: the first and last instant that the text can mean. */
export interface Moment {
  readonly first: number;
  readonly last: number;
}

/**
 * Reads a date (`2026-11-20`, the whole UTC day) or a date-time (RFC 3339; without an offset it is UTC).
 * Fractions finer than a millisecond are kept, because a bound is exclusive on one side. Null when it is neither.
 */
export function parseMoment(text: string): Moment | null {
  const match = SHAPE.exec(text);
  if (!match) return null;
  const [, date, minutes, seconds = '00', fraction = '', offset = 'Z'] = match;
  if (date === undefined || !isCalendarDay(date)) return null;
  if (minutes === undefined) {
    const start = Date.parse(`${date}T00:00:00Z`);
    return { first: start, last: start + DAY_MS - 0.001 };
  }
  const zone = /^[+-]\d{4}$/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase();
  const whole = Date.parse(`${date}T${minutes}:${seconds}${zone}`);
  if (Number.isNaN(whole)) return null;
  const digits = fraction.padEnd(3, '0');
  const at = whole + Number(digits.slice(0, 3)) + Number(`0.${digits.slice(3)}0`);
  return { first: at, last: at };
}

// Date.parse lets 30 February through as 2 March.
function isCalendarDay(date: string): boolean {
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}
