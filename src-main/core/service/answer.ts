import { z } from 'zod';
import type { HttpAnswer } from './http/http-exchange.ts';
import { ServiceError } from './service-failure.ts';

/** An answer about a Task, whatever else is wrong with it. */
const ofTaskSchema = z.looseObject({ uuid: z.string() });

/** Whether the status says that the call was carried out. Redirects are none: they are never followed. */
export function isSuccess(answer: HttpAnswer): boolean {
  return answer.status >= 200 && answer.status < 300;
}

/**
 * Reads a 2xx answer with the schema of docs/service.md 2. Throws `unreadable`; the cause names places, never
 * values (I7, I11).
 */
export function readAnswer<S extends z.ZodType>(answer: HttpAnswer, schema: S): z.output<S> {
  const unreadable = (cause: string, more: { saysTask?: true; tooLarge?: true } = {}): ServiceError =>
    new ServiceError({ kind: 'unreadable', status: answer.status, cause, ...more });
  if (answer.body === null) throw unreadable('the answer is too large', { tooLarge: true });
  let json: unknown;
  try {
    json = JSON.parse(answer.body.toString('utf8'));
  } catch {
    throw unreadable('the answer is not JSON');
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.slice(0, 5).map((issue) => issue.path.join('.') || 'the whole');
  const cause = `the answer lacks or misstates: ${places.join(', ')}`;
  throw unreadable(cause, ofTaskSchema.safeParse(json).success ? { saysTask: true } : {});
}
