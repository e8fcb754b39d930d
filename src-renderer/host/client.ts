import type { z } from 'zod';
import { failureOf, type Result, resultSchema } from '../../src-main/contract/result.ts';
import { say } from '../../src-main/contract/say.ts';

/** Parses the answer of the program to a request, for both transports: a `Result` whose value fits `schema`. */
export function readResult<T>(answer: unknown, schema: z.ZodType<T>): Result<T> {
  const result = resultSchema.safeParse(answer);
  if (!result.success) return { ok: false, error: unreadable };
  if (!result.data.ok) return result.data;
  const value = schema.safeParse(result.data.value);
  return value.success ? { ok: true, value: value.data } : { ok: false, error: unreadable };
}

/** The failure of an answer that has not the shape which the contract declares. */
export const unreadable = failureOf(
  'host.unreadable',
  say('This window cannot understand the response of Clearfolder.'),
  say('Close this window and open Clearfolder again.'),
);
