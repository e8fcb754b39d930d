// The ISO 8601 date-times of the service must not be compared as text, because "05Z" sorts after "05.100Z", and must not be converted to a
// `Date`, because a `Date` has no microseconds.

const PATTERN =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,9})\d*)?([Zz]|[+-]\d\d(?::?\d\d)?)?$/;
const NANOS_PER_MS = 1_000_000n;
const NANOS_PER_SECOND = 1_000_000_000n;

interface Parts {
  /** The date and time in nanoseconds since the epoch, as if the zone were UTC. */
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

/**
 * Whether the whole text is an ISO 8601 date-time. `Date.parse` is no substitute: it also accepts a text with a NUL character, and the
 * service refuses such a text.
 */
export function isDateTime(text: string): boolean {
  return text === text.trim() && partsOf(text) !== null;
}

function zoneNanos(zone: string): bigint {
  const match = /^([+-])(\d\d):?(\d\d)?$/.exec(zone);
  if (!match) return 0n;
  const minutes = BigInt(match[2] ?? '0') * 60n + BigInt(match[3] ?? '0');
  return (match[1] === '-' ? -minutes : minutes) * 60n * NANOS_PER_SECOND;
}

/** Returns the instant in nanoseconds since the epoch. No zone means UTC. @throws RangeError if the text is not a date-time */
export function instantOf(text: string): bigint {
  const parts = partsOf(text);
  if (parts) return parts.face - zoneNanos(parts.zone);
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new RangeError('not a date-time');
  return BigInt(ms) * NANOS_PER_MS;
}

/** Adds `Z` to a date-time without a zone, because `Date` would interpret a date-time without a zone as local time. */
export function zoned(text: string): string {
  return partsOf(text)?.zone === '' ? `${text.trim()}Z` : text;
}

/** Returns the instant in whole microseconds since the epoch (the service's precision), rounded down; 0 if the text is not a date-time. */
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

/** Returns the date-time `ms` milliseconds before `text`, with the zone of `text` and at least as many fraction digits. */
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

/** Whether a date-time is after `now` (milliseconds since the epoch). */
export function isAfter(text: string, now: number): boolean {
  return instantOf(text) > BigInt(Math.ceil(now)) * NANOS_PER_MS;
}

/**
 * Whether a date-time is more than a day after `now` (milliseconds since the epoch). The clocks of the service and of this computer differ
 * by less than a day, so such a date-time is wrong and must not be compared with others.
 */
export function isBeyond(text: string, now: number): boolean {
  return isAfter(text, now + DAY_MS);
}
