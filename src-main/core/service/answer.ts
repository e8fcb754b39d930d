import { z } from 'zod';
import { detailOf } from '../../contract/texts/detail.ts';
import type { HttpAnswer } from './http/http-exchange.ts';
import { uuid } from './schemas.ts';
import { type Failure, ServiceError } from './service-failure.ts';

const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/** The part of a response that shows that the response describes a Task. */
const ofTaskSchema = z.looseObject({ uuid: z.string() });

const detailSchema = z.looseObject({ detail: z.string() });

const validationSchema = z.looseObject({
  detail: z.array(z.looseObject({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })),
});

const frozenSchema = z.looseObject({ message: z.string(), current_task_uuid: uuid });

/** Whether the status of the response is 2xx. A redirect (3xx) counts as a failure, because the client follows no redirect. */
export function isSuccess(answer: HttpAnswer): boolean {
  return answer.status >= 200 && answer.status < 300;
}

/** Parses a 2xx response. The error names fields, never their values (I7, I11). @throws ServiceError `unreadable` */
export function readAnswer<S extends z.ZodType>(answer: HttpAnswer, schema: S): z.output<S> {
  const unreadable = (cause: string, more: { saysTask?: true; tooLarge?: true } = {}): ServiceError =>
    new ServiceError({ kind: 'unreadable', status: answer.status, cause, ...more });
  if (answer.body === null) throw unreadable(detailOf('detail.answerTooLarge'), { tooLarge: true });
  let json: unknown;
  try {
    json = JSON.parse(textOf(answer.body));
  } catch {
    throw unreadable(detailOf('detail.answerNotJson'));
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.slice(0, 5).map((issue) => issue.path.join('.') || 'the whole');
  const cause = detailOf('detail.answerLacksFields', { places: places.join(', ') });
  throw unreadable(cause, ofTaskSchema.safeParse(json).success ? { saysTask: true } : {});
}

/**
 * Returns the failure for an error status (docs/service.md 7). `conceal` removes credentials. A body of unknown form gives a null `detail`.
 * A 409 to an upload or update (`changesTask`) is then `unreadable`, because only the body of the 409 says where the documents are (I7).
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
    return { kind: 'unreadable', status: 409, cause: detailOf('detail.conflictUnknown') };
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

/** Returns the wait that the Retry-After header demands (docs/service.md 5.4), in milliseconds; null without a usable header. */
export function readRetryAfter(answer: HttpAnswer, nowMs: number): number | null {
  const value = answer.headers['retry-after'];
  return parseRetryAfter(Array.isArray(value) ? value[0] : value, answer.headers.date, nowMs);
}

// A byte order mark at the start is no part of the text (RFC 8259 8.1 lets a reader ignore the mark).
const textOf = (body: Buffer): string => new TextDecoder().decode(body);

function parseJson(body: Buffer | null): unknown {
  try {
    return JSON.parse(body === null ? '' : textOf(body));
  } catch {
    return undefined;
  }
}

/**
 * Parses a Retry-After header (docs/service.md 5.4), which contains seconds or an HTTP date. A date is compared with the Date header of the
 * same response, because the clock of this computer may be wrong. Returns milliseconds from 0 to 24 hours; null without a usable value.
 */
export function parseRetryAfter(
  value: string | undefined,
  dateHeader: string | undefined,
  nowMs: number,
): number | null {
  const text = value?.trim() ?? '';
  if (text === '') return null;
  if (/^[+-]?\d+(\.\d+)?$/.test(text)) return withinADay(Math.ceil(Number(text) * 1000));
  // Date.parse also accepts bare numbers and other texts that are not HTTP dates (RFC 9110 5.6.7).
  if (!/^[A-Za-z]{3,9},? .*\d\d:\d\d:\d\d/.test(text)) return null;
  // An HTTP date in the asctime form names no time zone. Without `GMT`, Date.parse would assume the time zone of this computer.
  const until = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  if (Number.isNaN(until)) return null;
  const serverNow = dateHeader === undefined ? Number.NaN : Date.parse(dateHeader);
  return withinADay(until - (Number.isNaN(serverNow) ? nowMs : serverNow));
}

function withinADay(ms: number): number {
  return Math.min(Math.max(ms, 0), LONGEST_WAIT_MS);
}
