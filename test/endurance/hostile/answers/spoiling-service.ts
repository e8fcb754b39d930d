import { z } from 'zod';
import type { Random } from '../../../support/random.ts';
import { matches, routes } from '../../../support/routes.ts';
import { BASE_PATH, type ModelReply, type ModelRequest } from '../../../support/service-model/messages.ts';
import { ServiceModel, type ServiceModelOptions } from '../../../support/service-model/service-model.ts';
import { outcomeAtRandom } from '../../../support/world/outcome.ts';
import { bytesOf, MUTATIONS, type Mutation, mutate, type Path, RawBody } from './mutations.ts';

/** The kinds of answer: the calls of docs/service.md 4, the look-up by external_id, and refusals. */
export type Answered =
  | 'token'
  | 'create'
  | 'get'
  | 'look-up'
  | 'not-found'
  | 'list'
  | 'update'
  | 'upload'
  | 'conflict'
  | 'link'
  | 'event'
  | Refused;

/** Refusals of a create: of the task type, of a field, and of too many requests, whose header counts as a field. */
type Refused = 'refused-400' | 'refused-422' | 'limited-429';
export type Refusal = 400 | 422 | 429;

export interface Spoil {
  readonly answered: Answered;
  /** In the list `@` stands for the row of the victim. */
  readonly path: Path;
  readonly mutation: Mutation;
}

/** The longest Retry-After that counts. */
const A_DAY_S = 86_400;
const RETRY_AFTER = 'Retry-After';
const REFUSED: Readonly<Record<Refusal, { readonly answered: Refused; readonly body: object }>> = {
  400: {
    answered: 'refused-400',
    body: { detail: "Task type 'prior-auth' is not allowed. Allowed task types: imaging, referral." },
  },
  422: {
    answered: 'refused-422',
    body: {
      detail: [
        {
          loc: ['body', 'name'],
          msg: 'Input should be a valid string',
          type: 'string_type',
          input: 7,
          ctx: { limit: 80 },
        },
        { loc: ['body', 'uploads', 0], msg: 'Field required', type: 'missing' },
      ],
    },
  },
  429: {
    answered: 'limited-429',
    body: { detail: 'The deferred queue of the organization is full.', [RETRY_AFTER]: 90 },
  },
};

const CODES = { refused: '73721', approved: '73722' } as const;

/** The service of a simulated world with rich, numbered answers, spoilt as a case says. */
export class SpoilingService extends ServiceModel {
  spoils: readonly Spoil[] = [];
  #victimId: string | null = null;
  bystander: string | null = null;
  /** The last answer of each kind about the victim, unspoilt. */
  readonly samples = new Map<Answered, unknown>();
  /** Every verdict in any answer, spoilt or not. */
  readonly said = new Set<string>();
  /** The refusal of the victim's next create. */
  refuses: Refusal | null = null;
  /** The text of the refusal, and the earliest time for a retry. */
  refused: { readonly text: string; readonly notBefore: number } | null = null;
  readonly createdAt: number[] = [];
  spoilt = 0;
  #serial = 0;
  readonly #clock: () => number;

  constructor(parts: ServiceModelOptions & { readonly now: () => number; readonly random: Random }) {
    super({ ...parts, outcomeOf: outcomeAtRandom(parts.random) });
    this.#clock = parts.now;
  }

  override serve(request: ModelRequest): ModelReply {
    const isVictims =
      this.#victimId !== null &&
      request.path.endsWith('/task/create') &&
      request.form?.fields.get('external_id') === this.#victimId;
    if (isVictims) this.createdAt.push(this.#clock());
    if (isVictims && this.refuses !== null) return this.#refuse(this.refuses);
    const reply = super.serve(request);
    if (request.path.startsWith('/files/')) return reply;
    const answered = answeredBy(request, reply);
    const body = this.#enrich(JSON.parse(JSON.stringify(reply.body)));
    if (answered === null || !this.#concerns(answered, body, request)) return said(reply.status, body);
    const value = this.#spoil(answered, body);
    this.#remember(value);
    return { status: reply.status, body: bytesOf(value) };
  }

  #refuse(status: Refusal): ModelReply {
    this.refuses = null;
    const { answered, body } = REFUSED[status];
    const value = this.#spoil(answered, body);
    const whole = value instanceof RawBody ? null : value;
    const parts = z.looseObject({ [RETRY_AFTER]: z.unknown() }).safeParse(whole);
    const { [RETRY_AFTER]: header, ...rest } = parts.data ?? {};
    const wait = typeof header === 'string' ? header : header === undefined ? null : String(bytesOf(header));
    const text = bytesOf(parts.success ? rest : value).toString('latin1');
    const seconds = wait !== null && /^\d+$/.test(wait) ? Math.min(Number(wait), A_DAY_S) : 0;
    this.refused = { text, notBefore: this.#clock() + seconds * 1_000 };
    return { status, body: text, ...(wait !== null && { headers: { 'retry-after': wait } }) };
  }

  #spoil(answered: Answered, body: unknown): unknown {
    this.samples.set(answered, body);
    let value = body;
    for (const { path, mutation } of this.spoils.filter((spoil) => spoil.answered === answered)) {
      const resolved = path.map((key) => (key === '@' ? this.#rowOfVictim(body) : key));
      const changed = mutate(value, resolved, mutation, { uuid: this.bystander ?? '' });
      if (changed === null) continue;
      value = changed.value;
      this.spoilt += 1;
    }
    return value;
  }

  /** From now on answers about the Task of this external_id are spoilt. */
  victimIs(externalId: string): void {
    this.#victimId = externalId;
  }

  get victim(): string | null {
    return this.#victimId === null ? null : (this.tasks.withExternalId(this.#victimId).at(-1)?.uuid ?? null);
  }

  /** Whether any answer, spoilt or not, gave the verdict. */
  wasSaid(code: string, approved: boolean): boolean {
    return (
      this.said.has(`${code} ${approved}`) || (approved ? code === CODES.approved : code === CODES.refused)
    );
  }

  #concerns(answered: Answered, body: unknown, request: ModelRequest): boolean {
    if (answered === 'token') return true;
    if (this.#victimId === null) return false;
    if (answered === 'not-found') return request.query.get('external_id') === this.#victimId;
    if (answered === 'list') return this.#rowOfVictim(body) >= 0;
    if (this.victim === null) return false;
    return (
      JSON.stringify(body).includes(this.victim) || `${request.path}?${request.query}`.includes(this.victim)
    );
  }

  #rowOfVictim(body: unknown): number {
    const page = pageSchema.safeParse(body);
    return page.success ? page.data.tasks.findIndex(({ uuid }) => uuid === this.victim) : -1;
  }

  #remember(value: unknown): void {
    for (const one of verdictsSchema.safeParse(value).data?.verdicts ?? []) {
      const verdict = verdictSchema.safeParse(one);
      if (verdict.success) this.said.add(`${verdict.data.code} ${verdict.data.approved}`);
    }
  }

  /** Details with every field of docs/service.md 2; issues change their order, and name the number of their answer. */
  #enrich(body: unknown): unknown {
    const upload = z.looseObject({ new_data_items: z.unknown(), task: z.unknown() }).safeParse(body);
    if (upload.success) return { ...upload.data, task: this.#enrich(upload.data.task) };
    const details = detailsSchema.safeParse(body);
    if (!details.success) return body;
    const task = details.data;
    const serial = ++this.#serial;
    const ended = task.status === 'completed';
    const stated = [
      {
        key: 'task.medical_record.missing',
        message: `card ${serial}`,
        medical_record_type: 'insurance-card',
      },
      { key: 'task.logic.fail', message: `rule ${serial}`, code: CODES.refused },
      { key: 'task.data.missing', message: `member ${serial}`, property: 'member_id' },
    ];
    const issues = stated.map((_, index) => stated[(index + serial) % stated.length]);
    const rule = issues.findIndex((issue) => issue?.key === 'task.logic.fail');
    return {
      ...task,
      category: 'imaging',
      interceptions: { structured_data: { note: `note ${serial}` } },
      data_items: task.data_items.map((item) =>
        item.data_type === 'file'
          ? { ...item, data_format: 'application/pdf', alias: null, medical_records: [record(serial)] }
          : item,
      ),
      issues: ended || task.status === 'waiting' ? issues : [],
      verdicts: ended
        ? [
            { code: CODES.refused, approved: false, issues: [rule] },
            { code: CODES.approved, approved: true, issues: [] },
          ]
        : [],
      verdict_summaries: ended ? [{ code: CODES.refused, conclusion: `conclusion ${serial}` }] : [],
    };
  }
}

const pageSchema = z.object({ tasks: z.array(z.looseObject({ uuid: z.string() })) });
const verdictsSchema = z.looseObject({ verdicts: z.array(z.unknown()) });
const verdictSchema = z.looseObject({ code: z.string(), approved: z.boolean() });
const detailsSchema = z.looseObject({
  status: z.string(),
  data_items: z.array(z.looseObject({ data_type: z.string() })),
});

function record(serial: number): object {
  return {
    id: serial,
    record_type: 'patient-visit',
    timestamp: '2026-01-04T09:00:00Z',
    fields: { member_id: 'M-1' },
    sections: [{ start: 1, length: 2, content: 'text of the visit', fields: { page: 1 } }],
  };
}

function said(status: number, body: unknown): ModelReply {
  return { status, body: JSON.stringify(body) };
}

function answeredBy({ method, path: whole, query }: ModelRequest, { status }: ModelReply): Answered | null {
  const path = whole.slice(BASE_PATH.length);
  if (status === 409) return 'conflict';
  if (status === 404) return query.has('external_id') ? 'not-found' : null;
  if (status !== 200) return null;
  if (matches(routes.get, method, path)) return query.has('uuid') ? 'get' : 'look-up';
  for (const [route, answered] of [
    [routes.token, 'token'],
    [routes.create, 'create'],
    [routes.list, 'list'],
    [routes.update, 'update'],
    [routes.upload, 'upload'],
    [routes.link, 'link'],
    [routes.logEvent, 'event'],
  ] as const) {
    if (matches(route, method, path)) return answered;
  }
  return null;
}

export function spoilsOf(answered: Answered, sample: unknown, paths: readonly Path[]): Spoil[] {
  return paths.flatMap((path) =>
    MUTATIONS.filter(
      (mutation) =>
        (mutation.whole !== true || path.length === 0) &&
        mutate(sample, path, mutation, { uuid: 'another' }) !== null,
    ).map((mutation) => ({ answered, path, mutation })),
  );
}
