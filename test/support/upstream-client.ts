import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { Writable } from 'node:stream';
import { z } from 'zod';
import type { CreateOracle } from './create-oracle.ts';
import type { Exchange } from './exchange-log.ts';
import { readForm } from './form-reader.ts';

/** What the real service said. A Buffer where it had to be read before the client may see it. */
export interface UpstreamAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: IncomingMessage | Buffer;
}

/** A request on its way to the real service. */
export interface Outgoing {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: AsyncIterable<Buffer>;
}

const HOP_BY_HOP = new Set([
  'connection',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const createdSchema = z.object({ uuid: z.string() });
const uploadedSchema = z.object({ task: createdSchema });

/** Streams requests to the real service and tells the oracle what the service committed. */
export class UpstreamClient {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #oracle: CreateOracle;

  constructor(oracle: CreateOracle) {
    this.#oracle = oracle;
  }

  /**
   * Sends the request and gives the answer's head with its body still to be read; rejects when either side goes away.
   * Creates and uploads are answered only when the oracle knows of them, so that no client is ahead of it.
   */
  async send(exchange: Exchange, outgoing: Outgoing): Promise<UpstreamAnswer> {
    const taken = exchange.route === 'create' || exchange.route === 'upload';
    const reading = taken ? readForm(outgoing.headers['content-type']) : null;
    const upstream = request(outgoing.url, {
      method: outgoing.method,
      headers: endToEnd(outgoing.headers),
      agent: this.#agent,
    });
    exchange.forwarded = true;
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      upstream.on('response', resolve);
      upstream.on('error', reject);
    });
    const sent = pump(outgoing.body, reading === null ? [upstream] : [upstream, reading.sink]);
    sent.catch((error: Error) => upstream.destroy(error));
    const response = await answered;
    exchange.upstreamStatus = response.statusCode ?? 0;
    const answer = { status: exchange.upstreamStatus, headers: response.headers };
    if (!taken && exchange.route !== 'link') return { ...answer, body: response };

    const body = await collect(response);
    if (reading !== null && answer.status >= 200 && answer.status < 300) {
      await sent;
      const form = await reading.form;
      const said: unknown = JSON.parse(body.toString('utf8'));
      if (exchange.route === 'create') this.#oracle.recordCreate(form, createdSchema.parse(said).uuid);
      else this.#oracle.recordAnswer(form, uploadedSchema.parse(said).task.uuid);
    }
    return { ...answer, body };
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** The headers that concern the two ends, not the connection between them. */
export function endToEnd(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !HOP_BY_HOP.has(name)) kept[name] = value;
  }
  return kept;
}

/** Writes a body into several sinks at the pace of the slowest; a sink that goes away is left out from then on. */
async function pump(body: AsyncIterable<Buffer>, sinks: readonly Writable[]): Promise<void> {
  try {
    for await (const chunk of body) {
      for (const sink of sinks) {
        if (!sink.destroyed && !sink.write(chunk)) await roomIn(sink);
      }
    }
    for (const sink of sinks) if (!sink.destroyed) sink.end();
  } catch (error) {
    for (const sink of sinks) sink.destroy();
    throw error;
  }
}

function roomIn(sink: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      sink.off('drain', done);
      sink.off('close', done);
      resolve();
    };
    sink.on('drain', done);
    sink.on('close', done);
    if (sink.destroyed) done();
  });
}

async function collect(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(response, 'end');
  return Buffer.concat(chunks);
}
