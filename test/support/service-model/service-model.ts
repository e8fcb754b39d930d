import { z } from 'zod';
import type { Form } from '../form-reader.ts';
import type { Random } from '../random.ts';
import { matches, routes } from '../routes.ts';
import { BASE_PATH, type ModelReply, type ModelRequest } from './messages.ts';
import { comparable, dateText, microsOf } from './micro-time.ts';
import { detailsOf, type ModelTask, type Outcome, summaryOf } from './model-task.ts';
import type { ModelTasks } from './model-tasks.ts';
import { type ModelOrganisation, Organisations } from './organisations.ts';
import { invalid, Refusal, refusal, validated } from './refusal.ts';

const bound = (timeOfDay: string) =>
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date().transform((day) => `${day}T${timeOfDay}Z`)])
    .transform((text) => comparable(dateText(microsOf(text))));
const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

const listQuerySchema = z.object({
  status: z.array(z.enum(['pending', 'processing', 'waiting', 'completed', 'failed', 'invalid', 'deferred'])),
  task_type: z.array(z.string()),
  cleared: flag.optional(),
  selected_date: z.enum(['created', 'latest_status_change', 'cleared']).default('created'),
  date_from: bound('00:00:00').optional(),
  date_to: bound('23:59:59.999999').optional(),
  order_by: z
    .enum(['created', 'latest_status_change', 'cleared', 'name', 'id', 'external_id'])
    .default('created'),
  sort_ascending: flag.default(false),
  offset: z.coerce.number().int().min(0).default(0),
  length: z.coerce.number().int().min(1).max(200).default(100),
});

type ListQuery = z.infer<typeof listQuerySchema>;
type TieBreak = (a: ModelTask, b: ModelTask) => number;

/** The page of `GET /task/list` (docs/service.md 4.4) that a query asks for. `tieBreak` orders Tasks of equal keys. */
function listTasks(tasks: readonly ModelTask[], asked: URLSearchParams, tieBreak: TieBreak | null) {
  const query = validated(
    listQuerySchema,
    {
      ...Object.fromEntries(asked),
      status: asked.getAll('status'),
      task_type: asked.getAll('task_type'),
    },
    'query',
  );
  const { order_by: order, offset, length } = query;
  const sign = query.sort_ascending ? 1 : -1;
  const byId: TieBreak = (a, b) => sign * (a.id - b.id);
  const ties = order === 'id' ? byId : (tieBreak ?? byId);
  const found = tasks
    .filter((task) => isListed(task, query))
    .map((task) => ({ task, key: keyOf(task, order) }))
    .sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : ties(a.task, b.task)));
  const page = found.slice(offset, offset + length).map(({ task }) => task);
  return { count: found.length, offset, tasks: page };
}

function isListed(task: ModelTask, query: ListQuery): boolean {
  if (query.status.length > 0 && !query.status.some((status) => status === task.status)) return false;
  if (query.task_type.length > 0 && !query.task_type.includes(task.task_type)) return false;
  if (query.cleared !== undefined && query.cleared !== (task.cleared !== null)) return false;
  if (query.date_from === undefined && query.date_to === undefined) return true;
  const dated = task[query.selected_date];
  if (dated === null) return false;
  const at = comparable(dated);
  // The window holds its upper bound and not its lower one.
  return (
    (query.date_from === undefined || at > query.date_from) &&
    (query.date_to === undefined || at <= query.date_to)
  );
}

function keyOf(task: ModelTask, order: ListQuery['order_by']): string {
  if (order === 'id') return '';
  const value = task[order] ?? '';
  return order === 'name' || order === 'external_id' ? value : comparable(value);
}

const LINK_LIFE_MS = 60_000;
const FILES = '/files/';

// Lengths are counted in code points.
const isAtMost = (most: number) => (text: string) => [...text].length <= most;
const externalId = z.string().refine(isAtMost(1024));
const jsonObject = z.record(z.string(), z.unknown());
const secretSchema = z.object({ api_secret: z.string() });
const getSchema = z.object({ uuid: z.uuid().optional(), external_id: externalId.optional() });
const resumeSchema = z.object({
  should_resume: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).default(false),
});
const changeSchema = z.object({
  name: z.string().optional(),
  cleared: z.boolean().optional(),
  external_id: externalId.optional(),
  new_data_item: jsonObject.optional(),
});
const eventSchema = z.object({ event: z.string(), extra_data: jsonObject });
const createSchema = z.object({
  task_type: z.string(),
  external_id: externalId.optional(),
  callback_template: z
    .url({ protocol: /^https?$/ })
    .refine(isAtMost(2048))
    .optional(),
  request_spec: z.string().default('{}').transform(parsed).pipe(jsonObject),
});

export interface ServiceModelOptions {
  /** Milliseconds since the epoch, perhaps with fractions. */
  readonly now?: () => number;
  readonly random?: Random;
  /** Other task types are refused with 400; any will do where none are given. */
  readonly taskTypes?: readonly string[];
  /** Whether a create is one too many now (429). */
  readonly limited?: () => boolean;
  /** What processing finds on the way to a status. */
  readonly outcomeOf?: (status: string) => Outcome;
}

/** The uid of `ServiceModel.home` before a test changes the uid. */
export const HOME_UID = 'org';

/** The contract of the service (docs/service.md 2 to 5 and 7) in memory. */
export class ServiceModel {
  readonly organisations: Organisations;
  /** The organisation of most tests. */
  readonly home: ModelOrganisation;
  origin = 'https://service.test';
  /** So long after its create nobody finds a Task by `GET /task/get`. */
  lagMs = 0;
  /** Whether lists show a Task as late as `GET /task/get` does, as where both read a copy of the service's database. */
  listsLag = false;
  /** Whether an update without should_resume keeps new_data_item: docs/service.md 3 can be read both ways. */
  keepsData = true;
  /** Whether reads and changes of Tasks find none, as after the loss of an index; creates are taken. */
  denies = false;
  /** Orders the rows of equal dates, as a database without an order of its own may. */
  tieBreak: TieBreak | null = null;
  /** What lists say wrongly of some Tasks, by their uuids. */
  readonly broken = new Map<string, Readonly<Record<string, unknown>>>();
  /** Where not null, each exchange of a secret is one too many, and is to come again after so many seconds. */
  exchangeWait: number | null = null;
  readonly events: {
    readonly taskUuid: string;
    readonly event: string;
    readonly extraData: Readonly<Record<string, unknown>>;
  }[] = [];
  requests = 0;
  /** Requests without a token that is good. */
  unauthorised = 0;
  readonly #now: () => number;
  readonly #options: ServiceModelOptions;

  constructor(options: ServiceModelOptions = {}) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.organisations = new Organisations({ now: this.#now, random: options.random ?? Math.random });
    this.home = this.addOrganisation(HOME_UID, 'Model');
  }

  get tasks(): ModelTasks {
    return this.home.tasks;
  }

  get apiSecret(): string {
    return this.home.apiSecret;
  }

  addOrganisation(uid: string, name: string): ModelOrganisation {
    const organisation = this.organisations.add(uid, name);
    const { outcomeOf } = this.#options;
    if (outcomeOf !== undefined) organisation.tasks.outcomeOf = outcomeOf;
    return organisation;
  }

  rotate(): void {
    this.organisations.rotate(this.home);
  }

  expireTokens(): void {
    this.organisations.expireTokens(this.home);
  }

  /** How often a client event of this id is in the log of a Task. */
  timesLogged(taskUuid: string, event: string, clientEventId: string): number {
    return this.events.filter(
      (one) =>
        one.taskUuid === taskUuid &&
        one.event === event &&
        one.extraData['client_event_id'] === clientEventId,
    ).length;
  }

  /** A new token, which stays good for 365 days. */
  issueToken(): string {
    return this.organisations.issueToken(this.home);
  }

  serve(request: ModelRequest): ModelReply {
    this.requests += 1;
    try {
      return this.#answer(request);
    } catch (error) {
      if (error instanceof Refusal) return error.reply;
      throw error;
    }
  }

  #answer(request: ModelRequest): ModelReply {
    const { method, query, form, json } = request;
    if (request.path.startsWith(FILES)) return this.#file(request.path.slice(FILES.length), query);
    if (!request.path.startsWith(`${BASE_PATH}/`)) throw refusal(404, 'Not Found');
    const path = request.path.slice(BASE_PATH.length);
    if (matches(routes.token, method, path)) return ok(this.#signIn(json));
    const { tasks } = this.#authorise(request);
    if (matches(routes.create, method, path)) return ok(this.#create(tasks, form));
    if (matches(routes.get, method, path)) return ok(this.#get(tasks, query));
    if (matches(routes.list, method, path)) return ok(this.#list(tasks, query));
    const [, , uuid, , item] = path.split('/');
    if (matches(routes.update, method, path))
      return ok(this.#update(tasks, validUuid(uuid, 'uuid'), query, json));
    if (matches(routes.upload, method, path)) return ok(this.#upload(tasks, validUuid(uuid, 'uuid'), form));
    if (matches(routes.link, method, path))
      return ok(this.#link(tasks, validUuid(uuid, 'task_uuid'), validUuid(item, 'data_item_uuid')));
    if (matches(routes.logEvent, method, path))
      return ok(this.#log(tasks, validUuid(uuid, 'task_uuid'), json));
    throw refusal(404, 'Not Found');
  }

  #signIn(json: unknown): object {
    const { api_secret: secret } = validated(secretSchema, json, 'body');
    if (this.exchangeWait !== null)
      throw new Refusal(429, { detail: 'Too many attempts.' }, { 'retry-after': String(this.exchangeWait) });
    if (!/^[^:]+:[^:]+:[^:]+$/.test(secret)) throw refusal(400, 'Malformed api_secret.');
    const organisation = this.organisations.withSecret(secret);
    if (organisation === undefined) throw refusal(403, 'Invalid api_secret.');
    return {
      token: this.organisations.issueToken(organisation),
      org_settings: {
        name: organisation.name,
        external_callback_enabled: false,
        external_read_enabled: true,
      },
    };
  }

  #authorise({ headers }: ModelRequest): ModelOrganisation {
    const token = this.organisations.behind(headers['authorization']);
    if (token !== undefined) return token.organisation;
    this.unauthorised += 1;
    throw refusal(401, 'Not authenticated');
  }

  #create(tasks: ModelTasks, form: Form | null): object {
    const fields = validated(createSchema, Object.fromEntries(form?.fields ?? []), 'body');
    if (form === null) throw invalid('body', 'task_type');
    checkUploads(form);
    const { taskTypes, limited } = this.#options;
    if (limited?.() === true) throw refusal(429, 'The deferred queue is full.');
    if (taskTypes?.includes(fields.task_type) === false) {
      const allowed = taskTypes.map((type) => `'${type}'`).join(', ');
      throw refusal(400, `Task type '${fields.task_type}' is not allowed. Allowed task types: ${allowed}`);
    }
    const task = tasks.create(form);
    if (this.lagMs > 0) task.visibleFrom = this.#now() + this.lagMs;
    if (Object.keys(fields.request_spec).length > 0) tasks.addData(task, 'request-spec', fields.request_spec);
    return detailsOf(task);
  }

  #get(tasks: ModelTasks, query: URLSearchParams): object {
    if (query.has('uuid') === query.has('external_id'))
      throw refusal(400, 'Exactly one of uuid and external_id must be given.');
    const { uuid, external_id: id } = validated(getSchema, Object.fromEntries(query), 'query');
    // Which Task of an external_id the service picks is not shown; the model picks the newest.
    const found = uuid === undefined ? tasks.withExternalId(id ?? '').at(-1) : tasks.find(uuid);
    if (found === undefined || this.denies || this.#now() < found.visibleFrom)
      throw refusal(404, 'No Task matches.');
    return detailsOf(found);
  }

  #list(tasks: ModelTasks, query: URLSearchParams): object {
    const shown = tasks.all.filter((task) => !this.listsLag || this.#now() >= task.visibleFrom);
    const page = listTasks(this.denies ? [] : shown, query, this.tieBreak);
    return {
      ...page,
      tasks: page.tasks.map((task) => ({ ...summaryOf(task), ...this.broken.get(task.uuid) })),
    };
  }

  #update(tasks: ModelTasks, uuid: string, query: URLSearchParams, json: unknown): object {
    const { should_resume: resumes } = validated(resumeSchema, Object.fromEntries(query), 'query');
    const change = validated(changeSchema, json, 'body');
    const task = this.#known(tasks, uuid);
    if (change.name !== undefined) task.name = change.name;
    if (change.external_id !== undefined) tasks.rename(task, change.external_id);
    if (change.cleared !== undefined) task.cleared = change.cleared ? dateText(tasks.micros()) : null;
    const keeps = task.resuming !== 'drops' && (resumes || this.keepsData);
    if (change.new_data_item !== undefined && keeps) tasks.addData(task, 'upload', change.new_data_item);
    const before = detailsOf(task);
    if (resumes && task.status === 'waiting' && task.resuming.startsWith('moves')) tasks.resume(task);
    return task.resuming === 'moves-later' ? before : detailsOf(task);
  }

  #upload(tasks: ModelTasks, uuid: string, form: Form | null): object {
    if (form === null || form.files.length === 0) throw invalid('body', 'uploads');
    checkUploads(form);
    const task = this.#known(tasks, uuid);
    if (task.frozenTo !== null)
      throw new Refusal(409, { message: 'Task is frozen.', current_task_uuid: task.frozenTo });
    if (task.status !== 'waiting') throw refusal(409, `The Task is ${task.status}, not waiting.`);
    const added = form.files.flatMap((file) => tasks.addFile(task, file, 'upload') ?? []);
    if (added.length === 0) throw refusal(409, 'All files are already there.');
    tasks.resume(task);
    return { new_data_items: added, task: detailsOf(task) };
  }

  #link(tasks: ModelTasks, uuid: string, itemUuid: string): object {
    const item = this.#known(tasks, uuid).data_items.find((one) => one.uuid === itemUuid);
    if (item === undefined) throw refusal(404, 'No such data item.');
    if (item.data_type !== 'file') throw refusal(400, 'The data item is not a file.');
    const url = `${this.origin}${FILES}${itemUuid}?until=${this.#now() + LINK_LIFE_MS}`;
    return { file_name: item.name ?? 'document', url, uuid: itemUuid };
  }

  #file(itemUuid: string, query: URLSearchParams): ModelReply {
    if (this.#now() > Number(query.get('until'))) throw refusal(403, 'The link has expired.');
    const body = this.tasks.documents.get(this.tasks.hashes.get(itemUuid) ?? '');
    if (body === undefined) throw refusal(404, 'Not Found');
    return { status: 200, body, headers: { 'content-type': 'application/pdf' } };
  }

  #log(tasks: ModelTasks, uuid: string, json: unknown): object {
    const { event, extra_data: extraData } = validated(eventSchema, json, 'body');
    this.#known(tasks, uuid);
    this.events.push({ taskUuid: uuid, event, extraData });
    return { task_id: uuid, status_message: 'ok' };
  }

  #known(tasks: ModelTasks, uuid: string): ModelTask {
    const task = tasks.find(uuid);
    if (task === undefined || this.denies) throw refusal(404, 'No Task matches.');
    return task;
  }
}

function ok(body: object): ModelReply {
  return { status: 200, body };
}

function validUuid(text: string | undefined, name: string): string {
  return validated(z.object({ [name]: z.uuid() }), { [name]: text }, 'path')[name] ?? '';
}

/** Uploads are files, and those of the type JSON hold a JSON object (docs/service.md 4.2). */
function checkUploads(form: Form): void {
  if (form.fields.has('uploads')) throw invalid('body', 'uploads');
  for (const [index, { mediaType, content }] of form.files.entries()) {
    if (mediaType !== 'application/json' || content === undefined) continue;
    if (!jsonObject.safeParse(parsed(content.toString())).success) throw invalid('body', 'uploads', index);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
