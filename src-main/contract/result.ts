import { z } from 'zod';

/**
 * An error for a person. `code` is the same in every version. `message` says what happened, and `next` says what to do. `detail` is set
 * if the texts are the texts of the problem with this code, so that the page can say the problem in another language.
 */
export const failureSchema = z.object({
  code: z.string(),
  message: z.string(),
  next: z.string(),
  detail: z.string().nullish(),
});
export type Failure = z.infer<typeof failureSchema>;

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: Failure };

export const resultSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: failureSchema }),
]);
