import { z } from 'zod';

/** docs/service.md 8 limits an external_id to 1024 characters. */
export const ExternalId = textOfAtMost(1024);

/** A text of at most `most` characters. The service counts code points, so an emoji is one character. */
export function textOfAtMost(most: number) {
  return z.string().refine((text) => [...text].length <= most, {
    message: `String should have at most ${most} characters`,
    params: { type: 'string_too_long' },
  });
}

/** The uuid of a Task or data item, converted to lower case. The version of the UUID is not checked. */
export const Uuid = z.guid().transform((uuid) => uuid.toLowerCase());

export const JsonObject = z.record(z.string(), z.unknown());

/** A query parameter with one value. If a request repeats the parameter, the last value counts. */
export function single<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (Array.isArray(value) ? value.at(-1) : value), schema);
}

export function repeated<Schema extends z.ZodType>(item: Schema) {
  return z.preprocess(
    (value) => (value === undefined ? null : Array.isArray(value) ? value : [value]),
    z.array(item).nullable(),
  );
}

// A query parameter that `parse` converts. If `parse` returns null, the value gets a validation error with this `type` and `message`.
function queryText<T>(type: string, message: string, parse: (text: string) => T | null) {
  return z.string().transform((text, context) => {
    const value = parse(text);
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message, params: { type }, input: text });
    return z.NEVER;
  });
}

const TRUE = new Set(['true', '1', 'yes', 'on', 't', 'y']);
const FALSE = new Set(['false', '0', 'no', 'off', 'f', 'n']);

export const QueryBoolean = queryText(
  'bool_parsing',
  'Input should be a valid boolean, unable to interpret input',
  (text) => {
    const word = text.toLowerCase();
    return TRUE.has(word) ? true : FALSE.has(word) ? false : null;
  },
);

export const QueryInteger = queryText(
  'int_parsing',
  'Input should be a valid integer, unable to parse string as an integer',
  (text) => (/^[+-]?\d+$/.test(text.trim()) ? Number(text) : null),
);

export const QueryMoment = queryText(
  'datetime_parsing',
  'Input should be a valid date or datetime',
  parseMoment,
);

const DAY_MS = 86_400_000;
const SHAPE =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*([Zz]|[+-]\d{2}:?\d{2})?)?$/;

/** The first and the last instant that a date or a date-time can mean, in milliseconds since the epoch. A date means its whole day. */
export interface Moment {
  readonly first: number;
  readonly last: number;
}

/** Parses a date (a whole UTC day) or an RFC 3339 date-time. A date-time without an offset is in UTC. Returns null for any other text. */
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

// `new Date` accepts 30 February and makes it 2 March. The comparison with the text finds such a date.
function isCalendarDay(date: string): boolean {
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}
