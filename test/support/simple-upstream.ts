import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { CreateOracle } from './create-oracle.ts';
import { type Form, readForm } from './form-reader.ts';
import { closeServer, listenOnLoopback } from './loopback.ts';
import { matches, routes } from './routes.ts';
import { readListQuery } from './simple-list-query.ts';
import { SimpleTasks } from './simple-tasks.ts';

const BASE_PATH = '/public/v1';

/** The fastest service that still keeps the contract for token, create, get and list; in memory, nothing on disk. */
export interface SimpleUpstream extends AsyncDisposable {
  readonly baseUrl: string;
  readonly apiSecret: string;
  readonly tasks: SimpleTasks;
  readonly oracle: CreateOracle;
  close(): Promise<void>;
}

export interface SimpleUpstreamOptions {
  port?: number;
  /** Other task types are refused with 400; any will do if not given. */
  taskTypes?: readonly string[];
  /** Completes every Task right after its create was answered; else a Task stays pending until the test moves it. */
  complete?: boolean;
  now?: () => Date;
  /** Asked at each create: whether there are too many now (429). */
  limited?: () => boolean;
  /** Called with each create: its form, its Task, and when its head had arrived, in milliseconds since the epoch. */
  onCreate?: (create: { form: Form; uuid: string; beganAt: number }) => void;
}

interface Reply {
  status: number;
  body: object;
}

/** Starts a simple upstream on 127.0.0.1. What it took is also told at `/oracle`, and how much until when at `/count`, for tests in another process. */
export async function startSimpleUpstream(options: SimpleUpstreamOptions = {}): Promise<SimpleUpstream> {
  const tasks = new SimpleTasks(options.now ?? (() => new Date()));
  const oracle = new CreateOracle();
  const apiSecret = `simple:${randomUUID()}:${randomUUID()}`;
  const token = randomUUID();
  let lastAt: number | null = null;

  const create = async (req: IncomingMessage): Promise<Reply> => {
    const beganAt = Date.now();
    const reading = readForm(req.headers['content-type']);
    if (reading === null) return invalid('body', 'task_type');
    await pipeline(req, reading.sink);
    const form = await reading.form;
    if (options.limited?.() === true) return problem(429, 'Too many requests.');
    const taskType = form.fields.get('task_type');
    if (taskType === undefined) return invalid('body', 'task_type');
    if (options.taskTypes?.includes(taskType) === false) {
      const allowed = options.taskTypes.map((type) => `'${type}'`).join(', ');
      return problem(400, `Task type '${taskType}' is not allowed. Allowed task types: ${allowed}`);
    }
    const task = tasks.add(form);
    oracle.recordCreate(form, task.uuid);
    lastAt = Date.now();
    options.onCreate?.({ form, uuid: task.uuid, beganAt });
    const body = { ...task };
    if (options.complete === true) tasks.move(task.uuid, 'completed');
    return { status: 200, body };
  };

  const get = (query: URLSearchParams): Reply => {
    const uuid = query.get('uuid');
    const externalId = query.get('external_id');
    if ((uuid === null) === (externalId === null)) {
      return problem(400, 'Exactly one of uuid and external_id must be given.');
    }
    const task = uuid === null ? tasks.byExternalId(externalId ?? '') : tasks.byUuid(uuid);
    return task === undefined ? problem(404, 'Task not found.') : { status: 200, body: task };
  };

  const list = (query: URLSearchParams): Reply => {
    const read = readListQuery(query);
    return 'detail' in read ? { status: 422, body: read } : { status: 200, body: tasks.list(read) };
  };

  const answer = async (req: IncomingMessage): Promise<Reply> => {
    const url = new URL(req.url ?? '/', 'http://127.0.0.1');
    if (url.pathname === '/count')
      return { status: 200, body: { creates: oracle.creates().length, last_at: lastAt } };
    if (url.pathname === '/oracle') return { status: 200, body: oracle.toJSON() };
    const method = req.method ?? 'GET';
    const path = url.pathname.slice(BASE_PATH.length);
    if (!url.pathname.startsWith(BASE_PATH)) return problem(404, 'Not Found');
    if (matches(routes.token, method, path)) return exchangeToken(await text(req), apiSecret, token);
    if (req.headers.authorization !== `Bearer ${token}`) return problem(401, 'Not authenticated');
    if (matches(routes.create, method, path)) return create(req);
    if (matches(routes.get, method, path)) return get(url.searchParams);
    if (matches(routes.list, method, path)) return list(url.searchParams);
    return problem(404, 'Not Found');
  };

  const server = createServer((req, res) => {
    answer(req).then(
      (reply) => send(res, reply),
      () => req.socket.destroy(),
    );
  });
  server.requestTimeout = 0;
  const port = await listenOnLoopback(server, options.port);
  const close = () => closeServer(server);
  return {
    baseUrl: `http://127.0.0.1:${port}${BASE_PATH}`,
    apiSecret,
    tasks,
    oracle,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function exchangeToken(body: string, apiSecret: string, token: string): Reply {
  let said: unknown = null;
  try {
    said = JSON.parse(body);
  } catch {
    return invalid('body', 'api_secret');
  }
  const asked = z.object({ api_secret: z.string() }).safeParse(said);
  if (!asked.success) return invalid('body', 'api_secret');
  if (asked.data.api_secret.split(':').length !== 3) return problem(400, 'Malformed api_secret.');
  if (asked.data.api_secret !== apiSecret) return problem(403, 'Invalid api_secret.');
  const org_settings = {
    name: 'Simple',
    external_callback_enabled: false,
    external_read_enabled: true,
  };
  return { status: 200, body: { token, org_settings } };
}

function problem(status: number, detail: string): Reply {
  return { status, body: { detail } };
}

function invalid(...loc: string[]): Reply {
  return { status: 422, body: { detail: [{ loc, msg: 'Field required', type: 'missing' }] } };
}

function send(res: ServerResponse, { status, body }: Reply): void {
  const bytes = Buffer.from(JSON.stringify(body));
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length });
  res.end(bytes);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string' }, complete: { type: 'boolean' } } });
  const upstream = await startSimpleUpstream({
    port: Number(values.port ?? 0),
    complete: values.complete ?? false,
  });
  process.stdout.write(`${JSON.stringify({ base_url: upstream.baseUrl, api_secret: upstream.apiSecret })}\n`);
}
