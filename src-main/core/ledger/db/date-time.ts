/* Date-times of the service. A comparison of texts would be wrong ("05Z" after "05.100Z"), and `Date` would lose the microseconds. */

const PATTERN =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,9})\d*)?([Zz]|[+-]\d\d(?::?\d\d)?)?$/;
const NANOS_PER_MS = 1_000_000n;
const NANOS_PER_SECOND = 1_000_000_000n;

interface Parts {
  /** The nanoseconds since the epoch of the date and time, ignoring the zone. */
  readonly face: bigint;
  readonly digits: number;
  readonly zone: string;
}

function partsOf(text: string): Parts | null {
  const match = PATTERN.exec(text.trim());
  if (!match) return null;
  const [, date = '', time = '', fraction = '', zone = ''] = match;
  const ms = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(ms)) return null;
  return {
    face: BigInt(ms) * NANOS_PER_MS + BigInt(fraction.padEnd(9, '0')),
    digits: fraction.length,
    zone,
  };
}

/** Whether the whole text is an ISO 8601 date-time. `Date.parse` would also accept a text with a NUL, which the service refuses. */
export function isDateTime(text: string): boolean {
  return text === text.trim() && partsOf(text) !== null;
}

function zoneNanos(zone: string): bigint {
  const match = /^([+-])(\d\d):?(\d\d)?$/.exec(zone);
  if (!match) return 0n;
  const minutes = BigInt(match[2] ?? '0') * 60n + BigInt(match[3] ?? '0');
  return (match[1] === '-' ? -minutes : minutes) * 60n * NANOS_PER_SECOND;
}

/** Returns nanoseconds since the epoch. A date-time without a zone counts as UTC. @throws RangeError if the text is no date-time */
export function instantOf(text: string): bigint {
  const parts = partsOf(text);
  if (parts) return parts.face - zoneNanos(parts.zone);
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new RangeError('not a date-time');
  return BigInt(ms) * NANOS_PER_MS;
}

/** Adds `Z` to a date-time without a zone. Some readers would otherwise assume local time. */
export function zoned(text: string): string {
  return partsOf(text)?.zone === '' ? `${text.trim()}Z` : text;
}

/** Returns microseconds since the epoch, by which columns are sorted; the service has the same precision. Returns 0 for other text. */
export function microsOf(text: string): number {
  try {
    const nanos = instantOf(text);
    return Number((nanos - (((nanos % 1000n) + 1000n) % 1000n)) / 1000n);
  } catch {
    return 0;
  }
}

export function compareInstants(a: string, b: string): number {
  if (a === b) return 0;
  const difference = instantOf(a) - instantOf(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Returns the date-time `ms` milliseconds before `text`, in the form and precision of `text`. */
export function earlierBy(text: string, ms: number): string {
  const parts = partsOf(text);
  if (!parts) return new Date(Date.parse(text) - ms).toISOString();
  const nanos = parts.face - BigInt(Math.round(ms)) * NANOS_PER_MS;
  const digits = ms % 1000 === 0 ? parts.digits : Math.max(parts.digits, 3);
  const whole = new Date(Number(nanos / NANOS_PER_MS)).toISOString().slice(0, 19);
  const fraction = String(nanos % NANOS_PER_SECOND)
    .padStart(9, '0')
    .slice(0, digits);
  return `${whole}${digits > 0 ? `.${fraction}` : ''}${parts.zone}`;
}

export function laterOf(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return compareInstants(a, b) >= 0 ? a : b;
}

const DAY_MS = 86_400_000;

/** Whether a date is more than a day after `now`. Clocks differ by less than a day, so such a date is wrong and must not be compared. */
export function isBeyond(text: string, now: number): boolean {
  return instantOf(text) > BigInt(Math.ceil(now) + DAY_MS) * NANOS_PER_MS;
}
