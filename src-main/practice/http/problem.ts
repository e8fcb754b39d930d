import type { z } from 'zod';

/** An error response in the form of docs/service.md 7. */
export class Problem extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    body: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(`answered ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Returns an error response with the body `{"detail": <string>}`. */
export function refusal(
  status: number,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Problem {
  return new Problem(status, { detail }, headers);
}

/** Returns the 409 response for a frozen Task. `currentTaskUuid` is the uuid of the newer Task, which clients must use instead. */
export function frozen(currentTaskUuid: string): Problem {
  return new Problem(409, {
    message: 'This Task was superseded by a newer Task for the same patient and is frozen.',
    current_task_uuid: currentTaskUuid,
  });
}

export interface ValidationEntry {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** Returns a 422 response with the body HTTPValidationError (docs/service.md 2.8). */
export function unprocessable(entries: readonly ValidationEntry[]): Problem {
  return new Problem(422, { detail: entries });
}

/** The part of a request that contains a faulty value. This part is the first element of `ValidationEntry.loc`. */
export type Place = 'path' | 'query' | 'body';

/**
 * Parses `input` from the part `place` of the request. For a single parameter, `at` has its name. With `repeats: false`, the response does
 * not repeat the faulty values, because they may contain a secret. @throws a 422 Problem
 */
export function validated<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  place: Place,
  { at = [], repeats = true }: { readonly at?: readonly string[]; readonly repeats?: boolean } = {},
): z.output<Schema> {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  throw unprocessable(
    result.error.issues.map((issue) => {
      const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
      const entry = { loc: [place, ...at, ...path], ...described(issue) };
      return repeats ? { ...entry, input: issue.input ?? null } : entry;
    }),
  );
}

function described(issue: z.core.$ZodIssue): Pick<ValidationEntry, 'msg' | 'type' | 'ctx'> {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? { type: 'missing', msg: 'Field required' }
        : wrongType(issue.expected);
    case 'too_big':
      return issue.origin === 'string'
        ? {
            type: 'string_too_long',
            msg: `String should have at most ${issue.maximum} characters`,
            ctx: { max_length: issue.maximum },
          }
        : {
            type: 'less_than_equal',
            msg: `Input should be less than or equal to ${issue.maximum}`,
            ctx: { le: issue.maximum },
          };
    case 'too_small':
      return {
        type: 'greater_than_equal',
        msg: `Input should be greater than or equal to ${issue.minimum}`,
        ctx: { ge: issue.minimum },
      };
    case 'invalid_format':
      return { type: `${issue.format}_parsing`, msg: `Input should be a valid ${issue.format}` };
    case 'invalid_value': {
      const expected = issue.values.map((value) => `'${String(value)}'`).join(', ');
      return { type: 'enum', msg: `Input should be one of ${expected}`, ctx: { expected } };
    }
    case 'custom':
      return { type: String(issue.params?.['type'] ?? 'value_error'), msg: issue.message };
    default:
      return { type: 'value_error', msg: issue.message };
  }
}

function wrongType(expected: string): Pick<ValidationEntry, 'msg' | 'type'> {
  switch (expected) {
    case 'string':
      return { type: 'string_type', msg: 'Input should be a valid string' };
    case 'boolean':
      return { type: 'bool_type', msg: 'Input should be a valid boolean' };
    case 'array':
      return { type: 'list_type', msg: 'Input should be a valid list' };
    default:
      return { type: 'dict_type', msg: 'Input should be a valid dictionary' };
  }
}
