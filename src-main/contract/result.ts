import { z } from 'zod';

/** An error for a person. `code` is the same in every version. `message` says what happened, and `next` says what to do. */
export const failureSchema = z.object({ code: z.string(), message: z.string(), next: z.string() });
export type Failure = z.infer<typeof failureSchema>;

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: Failure };

export const resultSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: failureSchema }),
]);
