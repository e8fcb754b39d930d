import { z } from 'zod';
import type { HttpAnswer } from './http/http-exchange.ts';
import { parseRetryAfter } from './retry-after.ts';
import { uuid } from './schemas.ts';
import type { Failure } from './service-failure.ts';

const detailSchema = z.looseObject({ detail: z.string() });

const validationSchema = z.looseObject({
  detail: z.array(z.looseObject({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })),
});

const frozenSchema = z.looseObject({ message: z.string(), current_task_uuid: uuid });

/**
 * Reads a response that is no success (docs/service.md 7). `conceal` removes credentials from the service's text.
 * A body of unknown shape gives `refused` with `detail` null, so that only the status counts. A 409 of unknown shape is
 * `unreadable` instead, because its shape decides where documents go or whether they arrived (I7).
 */
export function readRefusal(
  answer: HttpAnswer,
  context: { changesTask: boolean; nowMs: number; conceal: (text: string) => string },
): Failure {
  const body = parseJson(answer.body);
  if (answer.status === 409 && context.changesTask) {
    const frozen = frozenSchema.safeParse(body);
    if (frozen.success) {
      const { current_task_uuid: currentTaskUuid, message } = frozen.data;
      return { kind: 'frozen', currentTaskUuid, detail: context.conceal(message) };
    }
  }
  const validation = validationSchema.safeParse(body);
  const detail = detailSchema.safeParse(body);
  if (answer.status === 409 && context.changesTask && !detail.success)
    return { kind: 'unreadable', status: 409, cause: 'the conflict is of no known shape' };
  return {
    kind: 'refused',
    status: answer.status,
    detail: detail.success ? context.conceal(detail.data.detail) : null,
    fields: validation.success
      ? validation.data.detail.map(({ loc, msg }) => ({
          path: context.conceal(loc.join('.')),
          message: context.conceal(msg),
        }))
      : [],
    retryAfterMs: readRetryAfter(answer, context.nowMs),
  };
}

/** The delay that the service asks for, or null. */
export function readRetryAfter(answer: HttpAnswer, nowMs: number): number | null {
  const value = answer.headers['retry-after'];
  return parseRetryAfter(Array.isArray(value) ? value[0] : value, answer.headers.date, nowMs);
}

function parseJson(body: Buffer | null): unknown {
  try {
    return JSON.parse(body?.toString('utf8') ?? '');
  } catch {
    return undefined;
  }
}
