import type { z } from 'zod';
import type { Transport } from '../../src-main/contract/bridge.ts';
import { type AppEvent, appEventSchema } from '../../src-main/contract/events.ts';
import { type Failure, failureOf, type Result, resultSchema } from '../../src-main/contract/result.ts';
import { say } from '../../src-main/contract/say.ts';
import { outputOf } from '../../src-main/contract/verbs/index.ts';
import type { Host } from './host.ts';

// Milliseconds without an event after which the data may be outdated. The engine normally sends an event every few seconds.
const SILENCE_MS = 20_000;

/** The part of a host that is the same over every transport. */
export interface Client extends Pick<Host, 'call' | 'subscribe'> {
  /** Sends a request and parses the answer with `schema`. `gone` is the failure if no answer comes. Never rejects. */
  ask<T>(schema: z.ZodType<T>, ...request: Parameters<Transport['invoke']>): Promise<Result<T>>;
}

export function createClient(transport: Transport, gone: Failure): Client {
  const ask: Client['ask'] = async (schema, ...request) => {
    try {
      return readResult(await transport.invoke(...request), schema);
    } catch {
      return { ok: false, error: gone };
    }
  };
  return {
    ask,
    call: (name, input) => ask(outputOf(name), name, input),
    subscribe: (listener, onLink) => subscribe(transport, listener, onLink),
  };
}

function subscribe(
  transport: Transport,
  listener: (event: AppEvent) => void,
  onLink: (up: boolean) => void,
): () => void {
  const silent = () => onLink(false);
  let timer = setTimeout(silent, SILENCE_MS);
  const end = transport.onEvent((told) => {
    // An event that this page does not know, perhaps of a newer program, is ignored.
    const event = appEventSchema.safeParse(told);
    if (!event.success) return;
    clearTimeout(timer);
    timer = setTimeout(silent, SILENCE_MS);
    onLink(true);
    listener(event.data);
  });
  return () => {
    clearTimeout(timer);
    end();
  };
}

/** Parses the answer of the program to a request: a `Result` whose value fits `schema`. */
export function readResult<T>(answer: unknown, schema: z.ZodType<T>): Result<T> {
  const result = resultSchema.safeParse(answer);
  if (!result.success) return { ok: false, error: unreadable };
  if (!result.data.ok) return result.data;
  const value = schema.safeParse(result.data.value);
  return value.success ? { ok: true, value: value.data } : { ok: false, error: unreadable };
}

/** The failure of an answer that has not the shape which the contract declares. */
const unreadable = failureOf(
  'host.unreadable',
  say('app.windowCannotUnderstandResponse'),
  say('common.closeWindowOpenAgain'),
);
