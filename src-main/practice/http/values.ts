import { z } from 'zod';
import { parseMoment } from './moment.ts';

/** `external_id`, at most 1024 characters (docs/service.md 8). */
export const ExternalId = z.string().max(1024);

/** A Task or data item id; any well-formed UUID will do, since ids are the service's own to hand out. */
export const Uuid = z.guid().transform((uuid) => uuid.toLowerCase());

/** A JSON object. */
export const JsonObject = z.record(z.string(), z.unknown());

/** A query parameter given once; of a repeated one the last counts. */
export function single<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (Array.isArray(value) ? value.at(-1) : value), schema);
}

/** A repeatable query parameter; null when it was not given. */
export function repeated<Schema extends z.ZodType>(item: Schema) {
  return z.preprocess(
    (value) => (value === undefined ? null : Array.isArray(value) ? value : [value]),
    z.array(item).nullable(),
  );
}

const TRUE = new Set(['true', '1', 'yes', 'on', 't', 'y']);
const FALSE = new Set(['false', '0', 'no', 'off', 'f', 'n']);

/** A boolean as it is written in a query. */
export const QueryBoolean = z.string().transform((text, context) => {
  const word = text.toLowerCase();
  if (TRUE.has(word)) return true;
  if (FALSE.has(word)) return false;
  context.addIssue({
    code: 'custom',
    message: 'Input should be a valid boolean, unable to interpret input',
    params: { type: 'bool_parsing' },
    input: text,
  });
  return z.NEVER;
});

/** A whole number as it is written in a query. */
export const QueryInteger = z.string().transform((text, context) => {
  if (/^[+-]?\d+$/.test(text.trim())) return Number(text);
  context.addIssue({
    code: 'custom',
    message: 'Input should be a valid integer, unable to parse string as an integer',
    params: { type: 'int_parsing' },
    input: text,
  });
  return z.NEVER;
});

/** A date or date-time as it is written in a query. */
export const QueryMoment = z.string().transform((text, context) => {
  const moment = parseMoment(text);
  if (moment) return moment;
  context.addIssue({
    code: 'custom',
    message: 'Input should be a valid date or datetime',
    params: { type: 'datetime_parsing' },
    input: text,
  });
  return z.NEVER;
});
