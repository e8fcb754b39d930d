import { randomUUID } from 'node:crypto';
import { FormData } from 'undici';
import { expect, test } from 'vitest';
import { Refusal, TaskDetails, TaskPage, ValidationAnswer } from './schemas.ts';
import { type Answer, type Operator, request, type Sent, type Target } from './target.ts';

export interface FilePart {
  readonly name: string;
  readonly type: string;
  readonly content: string | Buffer;
}

/** A file that no other test sends: its content carries a random id. */
export function uniqueFile(name = 'scan.pdf', type = 'application/pdf'): FilePart {
  return { name, type, content: `%PDF-1.7 ${randomUUID()}` };
}

/** A form with the uploads first, then the fields: the order must not matter to a service. */
export function form(fields: Readonly<Record<string, string>>, uploads: readonly FilePart[] = []): FormData {
  const data = new FormData();
  for (const { name, type, content } of uploads) data.append('uploads', new File([content], name, { type }));
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

/** Calls on a target with its token, and what every test needs of them. */
export class Client {
  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
  }

  get operator(): Operator | null {
    return this.#target.operator;
  }

  call(method: string, at: string, sent: Sent = {}): Promise<Answer> {
    return request(this.#target.baseUrl, method, at, { token: this.#target.token, ...sent });
  }

  create(fields: Readonly<Record<string, string>> = {}, uploads: readonly FilePart[] = []): Promise<Answer> {
    const data = form({ task_type: this.#target.taskType, ...fields }, uploads);
    return this.call('POST', '/task/create', { form: data });
  }

  async created(
    fields: Readonly<Record<string, string>> = {},
    uploads: readonly FilePart[] = [uniqueFile()],
  ): Promise<TaskDetails> {
    return details(await this.create(fields, uploads));
  }

  async get(uuid: string): Promise<TaskDetails> {
    return details(await this.call('GET', `/task/get?uuid=${uuid}`));
  }

  update(uuid: string, json: unknown, query = ''): Promise<Answer> {
    return this.call('PATCH', `/task/${uuid}/update${query}`, { json });
  }

  upload(uuid: string, uploads: readonly FilePart[]): Promise<Answer> {
    return this.call('POST', `/task/${uuid}/upload`, { form: form({}, uploads) });
  }

  async list(query: Readonly<Record<string, string>> | string): Promise<typeof TaskPage._output> {
    const text = new URLSearchParams(query).toString();
    const answer = await this.call('GET', `/task/list?${text}`);
    expect(answer.status).toBe(200);
    return TaskPage.parse(answer.body);
  }
}

/** The TaskDetails of a 200 answer. */
export function details(answer: Answer): TaskDetails {
  expect(answer.body, 'a Task').toMatchObject({ uuid: expect.any(String) });
  expect(answer.status).toBe(200);
  return TaskDetails.parse(answer.body);
}

/** A 422 with an HTTPValidationError that points at `loc`. */
export function expectInvalid(answer: Answer, ...loc: (string | number)[]): void {
  expect(answer.status).toBe(422);
  const { detail } = ValidationAnswer.parse(answer.body);
  expect(detail.map((entry) => entry.loc.slice(0, loc.length))).toContainEqual(loc);
}

/** A simple error with this status and a text; gives the text. */
export function expectRefusal(answer: Answer, status: number): string {
  expect(answer.status).toBe(status);
  return Refusal.parse(answer.body).detail;
}

/** A test that needs the powers of whoever runs the service; skipped where another does. */
export function testAsOperator(
  client: () => Client,
  name: string,
  check: (operator: Operator) => Promise<void>,
): void {
  test(name, async ({ skip }) => {
    const { operator } = client();
    if (operator === null) skip('only who runs the service can do this');
    else await check(operator);
  });
}
