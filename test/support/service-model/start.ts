import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parseArgs } from 'node:util';
import { CreateOracle } from '../create-oracle.ts';
import { closeServer, listenOnLoopback } from '../loopback.ts';
import { matches, routes } from '../routes.ts';
import { BASE_PATH, bytesOf, type ModelReply, readRequest } from './messages.ts';
import { ServiceModel, type ServiceModelOptions } from './service-model.ts';

/** The model behind HTTP, on 127.0.0.1. */
export type RunningServiceModel = Awaited<ReturnType<typeof startServiceModel>>;

export interface StartOptions extends ServiceModelOptions {
  readonly port?: number;
  /** Completes every Task right after its create was answered; else a Task stays pending until the test moves it. */
  readonly complete?: boolean;
  /** Keeps the bytes of files, for download links. */
  readonly keepsFiles?: boolean;
  /** What a request waits for before its effect, and again before its reply. */
  readonly think?: () => Promise<unknown>;
  /** Sends a reply in a way of its own. */
  readonly reply?: (res: ServerResponse, reply: ModelReply) => void;
}

/** Starts the model. Other processes find what it took at `/oracle`, and at `/count` and `/creates` how many creates there were and when. */
export async function startServiceModel(options: StartOptions = {}) {
  const model = new ServiceModel(options);
  const oracle = new CreateOracle();
  const creates: { name: string | null; began_at: number }[] = [];
  let lastAt: number | null = null;

  const answer = async (req: IncomingMessage): Promise<ModelReply> => {
    const beganAt = Date.now();
    if (req.url === '/oracle') return { status: 200, body: oracle.toJSON() };
    if (req.url === '/count') return { status: 200, body: { creates: creates.length, last_at: lastAt } };
    if (req.url === '/creates') return { status: 200, body: creates };
    const { method = 'GET', url: target = '/', headers } = req;
    const request = await readRequest({ method, target, headers }, req, options.keepsFiles ?? false);
    await options.think?.();
    const reply = model.serve(request);
    const { form } = request;
    if (form === null || reply.status !== 200) return reply;
    const path = request.path.slice(BASE_PATH.length);
    if (matches(routes.upload, method, path)) oracle.recordAnswer(form, path.split('/')[2] ?? '');
    const task = model.tasks.all.at(-1);
    if (task !== undefined && matches(routes.create, method, path)) {
      oracle.recordCreate(form, task.uuid);
      lastAt = Date.now();
      creates.push({ name: form.files[0]?.name ?? null, began_at: beganAt });
      if (options.complete === true) model.tasks.move(task, 'completed');
    }
    return reply;
  };

  const server = createServer((req, res) => {
    answer(req)
      .then(async (reply) => {
        await options.think?.();
        (options.reply ?? send)(res, reply);
      })
      .catch(() => req.socket.destroy());
  });
  server.requestTimeout = 0;
  // On a busy machine the end of an idle connection would meet the next request.
  server.keepAliveTimeout = 0;
  model.origin = `http://127.0.0.1:${await listenOnLoopback(server, options.port)}`;
  const close = () => closeServer(server);
  return {
    baseUrl: `${model.origin}${BASE_PATH}`,
    apiSecret: model.apiSecret,
    model,
    tasks: model.tasks,
    oracle,
    closeIdle: () => server.closeIdleConnections(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function send(res: ServerResponse, reply: ModelReply): void {
  const bytes = bytesOf(reply);
  const headers = { 'content-type': 'application/json', 'content-length': bytes.length, ...reply.headers };
  res.writeHead(reply.status, headers);
  res.end(bytes);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string' }, complete: { type: 'boolean' } } });
  const { baseUrl, apiSecret } = await startServiceModel({
    port: Number(values.port ?? 0),
    complete: values.complete ?? false,
  });
  process.stdout.write(`${JSON.stringify({ base_url: baseUrl, api_secret: apiSecret })}\n`);
}
