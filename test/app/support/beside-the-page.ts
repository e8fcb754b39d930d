import { z } from 'zod';
import {
  outputOf,
  type VerbInput,
  type VerbName,
  type VerbOutput,
} from '../../../src-main/contract/verbs/index.ts';
import type { OpenApp } from './app.ts';
import { freshLink } from './fresh-link.ts';

const answerSchema = z.object({ ok: z.literal(true), value: z.unknown() });
const admittedSchema = z.object({ bearer: z.string() });

/** Asks the running program as a window would, so that a test can hold against it what a window shows. */
export async function besideThePage(station: OpenApp['station']) {
  const { origin, hash } = new URL(await freshLink(station));
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin, ...headers },
      body: JSON.stringify(body),
    });
    return answerSchema.parse(await answer.json()).value;
  };
  const { bearer } = admittedSchema.parse(await post('/api/launch', { token: hash.replace('#launch=', '') }));
  return async <N extends VerbName>(verb: N, input: VerbInput<N>): Promise<VerbOutput<N>> =>
    outputOf(verb).parse(await post(`/api/call/${verb}`, input, { Authorization: `Bearer ${bearer}` }));
}
export type Ask = Awaited<ReturnType<typeof besideThePage>>;
