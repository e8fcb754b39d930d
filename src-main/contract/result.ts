import { z } from 'zod';
import { inWords, type Said, saidSchema } from './say.ts';

/**
 * An error with texts for a person.
 * - `code` identifies the error, and never changes between versions.
 * - `message` says in English what happened.
 * - `next` says in English what the person can do.
 * - `said` has `message` and `next` in a form that `inWords` translates.
 */
export const failureSchema = z.object({
  code: z.string(),
  message: z.string(),
  next: z.string(),
  said: z.object({ message: saidSchema, next: saidSchema }).optional(),
});
export type Failure = z.infer<typeof failureSchema>;

export function failureOf(code: string, message: Said, next: Said) {
  const said = { message, next };
  return { code, message: inWords(message, 'en'), next: inWords(next, 'en'), said } satisfies Failure;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: Failure };

export const resultSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: failureSchema }),
]);
