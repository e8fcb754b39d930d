import { z } from 'zod';
import type { HttpAnswer } from './http/http-exchange.ts';
import { ServiceError } from './service-failure.ts';

/** The part of a response that shows that the response is about a Task. */
const ofTaskSchema = z.looseObject({ uuid: z.string() });

/** True for a 2xx status. A redirect counts as a failure, because the client follows no redirect. */
export function isSuccess(answer: HttpAnswer): boolean {
  return answer.status >= 200 && answer.status < 300;
}

/**
 * Parses a 2xx response with the schema of docs/service.md 2. Throws `unreadable`; the cause names paths, never
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
