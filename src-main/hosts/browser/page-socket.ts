import { once } from 'node:events';
import type { WebSocket } from '@fastify/websocket';
import { z } from 'zod';
import type { AppEvent } from '../../contract/events.ts';
import {
  BROKEN_RULES,
  BROWSER_REQUESTS,
  NUMBER_BYTES,
  type PageFrame,
  pageFrameSchema,
  REFUSED,
  type ServerFrame,
} from '../../contract/page-socket.ts';
import { isProof, newSecret, proofOf } from '../../contract/proof.ts';
import type { Result } from '../../contract/result.ts';
import type { App, Caller, FetchedDocument } from '../app/app.ts';
import { idOfSecret, type Passes } from './passes.ts';
import { unreadable } from './refusal.ts';
import { createUploads } from './uploads.ts';

export interface PageParts {
  readonly app: App;
  readonly caller: Caller;
  readonly passes: Passes;
  /** The secret by which another process of this user gets a link. */
  readonly controlKey: string;
  /** The milliseconds in which a connection must prove to know its secret. */
  readonly proofMs: number;
}

const querySchema = z.object({ pass: z.string(), nonce: z.string().min(38).max(64) });

// The milliseconds in which a client must answer the request to close.
const CLOSE_MS = 2_000;
// The page is not read while so many of its requests wait for an answer, or for the page to read the answer.
const ASKED_AT_MOST = 64;

/** Carries one page over its connection, from the proofs to the end of the connection. Never rejects. */
export async function servePage(socket: WebSocket, query: unknown, parts: PageParts): Promise<void> {
  const closed = new AbortController();
  socket.once('close', () => closed.abort());
  socket.on('error', () => socket.terminate());
  const patience = setTimeout(() => socket.terminate(), parts.proofMs);
  try {
    const entry = await admit(socket, query, parts, closed.signal);
    clearTimeout(patience);
    if (entry === null) return end(socket, REFUSED);
    if (!closed.signal.aborted) carry(socket, parts, closed.signal);
    if (!closed.signal.aborted) await once(closed.signal, 'abort');
    entry.leave();
  } catch {
    // The connection closed, or the page sent something else than a proof.
    clearTimeout(patience);
    end(socket, BROKEN_RULES);
  }
}

/** Exchanges the proofs. Returns null if the page may not enter. Rejects if the connection closes or the page breaks the rules. */
async function admit(socket: WebSocket, query: unknown, parts: PageParts, closed: AbortSignal) {
  const { passes, controlKey } = parts;
  const { success, data } = querySchema.safeParse(query);
  if (!success) return null;
  const { pass, nonce: theirs } = data;
  const isControl = pass === idOfSecret(controlKey);
  const secret = isControl ? controlKey : passes.secretOf(pass);
  if (secret === null) return null;
  const send = senderOf(socket);
  const hear = async (): Promise<PageFrame> => {
    const [bytes] = await once(socket, 'message', { signal: closed });
    return pageFrameSchema.parse(jsonIn(bytes));
  };
  const nonce = newSecret();
  void send({ kind: 'proof', proof: await proofOf(secret, 'server', theirs), nonce }).catch(() => undefined);
  const proof = await hear();
  if (proof.kind !== 'proof' || !(await isProof(proof.proof, secret, 'page', nonce))) return null;
  if (isControl) {
    await send({ kind: 'link', link: passes.link() });
    return null;
  }
  const entry = passes.enter(pass);
  if (entry === null) return null;
  try {
    void send({ kind: 'ticket', ticket: entry.ticket }).catch(() => undefined);
    const kept = await hear();
    if (kept.kind === 'kept' && entry.confirm()) return entry;
    entry.leave();
    return null;
  } catch (error) {
    entry.leave();
    throw error;
  }
}

/** Answers the requests of a page that has entered, and sends the events. */
function carry(socket: WebSocket, { app, caller }: PageParts, closed: AbortSignal): void {
  const send = senderOf(socket);
  const say = (frame: ServerFrame) => void send(frame).catch(() => undefined);
  const uploads = createUploads(app, (number, bytes) => say({ kind: 'credit', number, bytes }));
  let endListening = () => {};
  let asked = 0;

  async function answer(number: number, name: string, input: unknown): Promise<void> {
    const sendResult = (result: Result<unknown>) => send({ kind: 'answer', number, result });
    switch (name) {
      case 'browser.listen':
        endListening();
        await sendResult({ ok: true, value: null });
        endListening = closed.aborted ? () => {} : sendEvents(app, send);
        return;
      case 'browser.upload':
        return await sendResult(
          await understood(BROWSER_REQUESTS[name].input, input, (file) => uploads.begin(number, file)),
        );
      case 'browser.read-document':
        return await sendFetched(
          number,
          await understood(BROWSER_REQUESTS[name].input, input, ({ task, item, purpose }) =>
            app.readDocument(task, item, caller, purpose),
          ),
        );
      case 'browser.read-made':
        return await sendFetched(
          number,
          await understood(BROWSER_REQUESTS[name].input, input, ({ file }) => app.readMade(file)),
        );
      default:
        return await sendResult(await app.call(name, input, caller));
    }
  }

  async function sendFetched(number: number, fetched: Result<FetchedDocument>): Promise<void> {
    if (!fetched.ok) return await send({ kind: 'answer', number, result: fetched });
    const { name, mediaType: type, size } = fetched.value;
    try {
      await send({ kind: 'answer', number, result: { ok: true, value: { name, type, size } } });
      let sent = 0;
      for await (const bytes of fetched.value.stream()) {
        sent += bytes.byteLength;
        await send(number, bytes);
      }
      if (sent < size) await send({ kind: 'cut', number });
    } catch {
      say({ kind: 'cut', number });
    } finally {
      await fetched.value.dispose();
    }
  }

  socket.on('message', (bytes, isBinary) => {
    if (isBinary) {
      if (!(bytes instanceof Buffer) || !uploads.take(bytes)) end(socket, BROKEN_RULES);
      return;
    }
    const { success, data } = pageFrameSchema.safeParse(jsonIn(bytes));
    if (!success || data.kind === 'proof' || data.kind === 'kept') return end(socket, BROKEN_RULES);
    if (data.kind === 'give-up') return uploads.giveUp(data.number);
    asked += 1;
    if (asked === ASKED_AT_MOST) socket.pause();
    void answer(data.number, data.name, data.input)
      .catch(() => undefined)
      .finally(() => {
        asked -= 1;
        if (asked === ASKED_AT_MOST - 1) socket.resume();
      });
  });
  closed.addEventListener('abort', () => {
    endListening();
    uploads.stop();
  });
  say({ kind: 'open' });
}

// Closes the connection, also if the client does not answer.
function end(socket: WebSocket, code: number): void {
  socket.close(code);
  setTimeout(() => socket.terminate(), CLOSE_MS).unref();
}

type Send = ReturnType<typeof senderOf>;

/** Returns the function that sends a frame, or bytes of a file. Resolves when the system has taken the bytes; rejects if the socket closed. */
function senderOf(socket: WebSocket) {
  const send = (bytes: string | Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      socket.send(bytes, (error) => (error == null ? resolve() : reject(error)));
    });
  function frame(frame: ServerFrame): Promise<void>;
  function frame(number: number, bytes: Uint8Array): Promise<void>;
  function frame(what: ServerFrame | number, bytes: Uint8Array = new Uint8Array()): Promise<void> {
    if (typeof what === 'object') return send(JSON.stringify(what));
    const head = Buffer.alloc(NUMBER_BYTES);
    head.writeUInt32BE(what);
    return send(Buffer.concat([head, bytes]));
  }
  return frame;
}

/**
 * Sends the events of the app, as fast as the page reads. An event that a slow page has not read is replaced by the next event of the same
 * kind, so that a sleeping page costs no memory and hears the newest state when the page wakes.
 */
function sendEvents(app: App, send: Send): () => void {
  const waiting = new Map<string, AppEvent>();
  let isSending = false;
  const sendAll = async () => {
    isSending = true;
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      const [key, event] = first;
      waiting.delete(key);
      await send({ kind: 'event', event });
    }
    isSending = false;
  };
  return app.subscribe((event) => {
    const key = event.kind === 'drop' ? `drop ${event.drop.id}` : event.kind;
    waiting.delete(key);
    waiting.set(key, event);
    // After an error the connection is closed, and nothing more is sent.
    if (!isSending) void sendAll().catch(() => undefined);
  });
}

async function understood<Input, Value>(
  schema: z.ZodType<Input>,
  input: unknown,
  work: (input: Input) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const { success, data } = schema.safeParse(input);
  return success ? await work(data) : { ok: false, error: unreadable().failure };
}

/** Parses JSON. Returns null if the bytes are not JSON, or if an object has the key `__proto__`, which could change a prototype. */
function jsonIn(bytes: unknown): unknown {
  try {
    return JSON.parse(String(bytes), (key, value) => {
      if (key === '__proto__') throw new SyntaxError(key);
      return value;
    });
  } catch {
    return null;
  }
}
