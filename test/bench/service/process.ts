import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { listenOnLoopback } from '../../support/loopback.ts';
import { detailsOf } from '../../support/service-model/model-task.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { createDavSink } from './dav-sink.ts';
import { countTraffic } from './traffic.ts';

/* The service under load, with a second port that seeds it, moves its Tasks and tells what it saw. */

const SINK = '/sink';
const seedSchema = z.object({ count: z.int(), created: z.iso.datetime(), apartMs: z.number() });
const moveSchema = z.object({ count: z.int(), skip: z.int(), status: z.enum(['waiting', 'completed']) });

const { values } = parseArgs({ options: { pending: { type: 'boolean', default: false } } });
let clock: number | null = null;
const creates: { name: string | null; external_id: string | null; began_at: number }[] = [];
let lastAt: number | null = null;
const traffic = countTraffic('/public/v1');
const sink = createDavSink(SINK);
const upstream = await startServiceModel({
  complete: !values.pending,
  now: () => clock ?? Date.now(),
  onCreate: ({ form, beganAt }) => {
    const external_id = form.fields.get('external_id') ?? null;
    lastAt = Date.now();
    creates.push({ name: form.files[0]?.name ?? null, external_id, began_at: beganAt });
  },
});

async function told(req: IncomingMessage): Promise<unknown> {
  switch (req.url) {
    case '/count':
      return { creates: creates.length, last_at: lastAt };
    case '/creates':
      return creates;
    case '/traffic':
      return traffic();
    case '/sunk':
      return sink.taken();
    case '/clock': {
      const { at } = z.object({ at: z.string() }).parse(await json(req));
      clock = Date.parse(at);
      return {};
    }
    case '/seed': {
      const { count, created, apartMs } = seedSchema.parse(await json(req));
      const before = upstream.tasks.all.length;
      const seeded = Array.from({ length: count }, (_, n) => {
        const at = 1000 * (Date.parse(created) + n * apartMs);
        return detailsOf(upstream.tasks.add({ external_id: `seeded-${before + n}`, name: `Task ${n}` }, at));
      });
      return seeded;
    }
    case '/move': {
      const { count, skip, status } = moveSchema.parse(await json(req));
      for (const task of upstream.tasks.all.slice(skip, skip + count)) upstream.tasks.move(task, status);
      return {};
    }
    default:
      throw new Error(`nothing at ${req.url}`);
  }
}

const control = createServer((req, res) => {
  const answered =
    req.url?.startsWith(SINK) === true
      ? sink.answer(req, res)
      : told(req).then((body) => void res.end(JSON.stringify(body)));
  answered.catch((error: unknown) => res.writeHead(500).end(String(error)));
});
// The bench may ask again after minutes, over a connection that must still be there then.
control.keepAliveTimeout = 0;
const port = await listenOnLoopback(control);
const greeting = {
  base_url: upstream.baseUrl,
  api_secret: upstream.apiSecret,
  control_url: `http://127.0.0.1:${port}`,
};
process.stdout.write(`${JSON.stringify(greeting)}\n`);
