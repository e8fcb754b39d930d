import type { z } from 'zod';
import type { ModelReply } from './messages.ts';

/** Thrown where a request ends in an error reply (docs/service.md 7). */
export class Refusal extends Error {
  readonly reply: ModelReply;

  constructor(status: number, body: object, headers: Readonly<Record<string, string>> = {}) {
    super(`refused with ${status}`);
    this.reply = { status, body, headers };
  }
}

export function refusal(status: number, detail: string): Refusal {
  return new Refusal(status, { detail });
}

/** A 422 for one field. */
export function invalid(...loc: (string | number)[]): Refusal {
  return new Refusal(422, { detail: [{ loc, msg: 'Field required', type: 'missing' }] });
}

/** The value, or a 422 that points into `place`. */
export function validated<S extends z.ZodType>(schema: S, value: unknown, ...place: string[]): z.infer<S> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const detail = read.error.issues.map(({ path, message }) => ({
    loc: [...place, ...path],
    msg: message,
    type: 'value_error',
  }));
  throw new Refusal(422, { detail });
}
