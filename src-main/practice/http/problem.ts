/** An answer that is not a success, as docs/service.md 7 shapes it. */
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

/** A simple error, `{"detail": <string>}`. */
export function refusal(
  status: number,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Problem {
  return new Problem(status, { detail }, headers);
}

/** The 409 of a frozen Task; it names the Task that took its place. */
export function frozen(currentTaskUuid: string): Problem {
  return new Problem(409, {
    message: 'This Task was superseded by a newer Task for the same patient and is frozen.',
    current_task_uuid: currentTaskUuid,
  });
}

/** One entry of an HTTPValidationError. */
export interface ValidationEntry {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** A 422 with an HTTPValidationError body. */
export function unprocessable(entries: readonly ValidationEntry[]): Problem {
  return new Problem(422, { detail: entries });
}
