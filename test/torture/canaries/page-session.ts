import { z } from 'zod';
import { VERBS } from '../../../src-main/contract/verbs/index.ts';
import type { Ask } from './asks.ts';

const admittedSchema = z.object({ ok: z.literal(true), value: z.object({ bearer: z.string() }) });
const answerSchema = z.object({ ok: z.boolean() });

/** A page of browser mode without a browser: everything it is told is kept as bytes. */
export async function openPage(link: string) {
  const { origin, hash } = new URL(link);
  const heard: Buffer[] = [];
  const closing = new AbortController();
  const ask = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin, ...headers },
      body: JSON.stringify(body),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    heard.push(Buffer.from(JSON.stringify([...answer.headers])), bytes);
    return bytes;
  };
  const launched = await ask('/api/launch', { token: hash.replace('#launch=', '') });
  const { bearer } = admittedSchema.parse(JSON.parse(launched.toString())).value;
  const signed = { Authorization: `Bearer ${bearer}` };
  const listening = fetch(`${origin}/api/events`, { headers: signed, signal: closing.signal })
    .then(async (answer) => {
      for await (const chunk of answer.body ?? []) heard.push(Buffer.from(chunk));
    })
    .catch(() => undefined);
  const call = async (verb: string, input: unknown): Promise<unknown> =>
    JSON.parse((await ask(`/api/call/${verb}`, input, signed)).toString());
  return {
    call,
    document: (task: string, item: string) => ask('/api/document', { task, item }, signed),
    /**
     * Asks every verb: those that change nothing with each of `inputs` that fits, the others as `changing` says, and all with what
     * none understands. Gives how many were carried out, and what went otherwise than it should.
     */
    askEverything: async (inputs: readonly object[], changing: readonly Ask[], nonsense: string) => {
      const done = new Set<string>();
      const wrong: string[] = [];
      const ask = async (verb: string, input: unknown) => {
        const { ok } = answerSchema.parse(await call(verb, input));
        if (ok) done.add(verb);
        return ok ? 'taken' : 'refused';
      };
      for (const [name, { input }] of Object.entries(VERBS)) {
        if ((await ask(name, { nonsense })) !== 'refused') wrong.push(`${name} took nonsense`);
        if (changing.some(({ verb }) => verb === name)) continue;
        const fitting = inputs.filter((one) => input.safeParse(one).success);
        if (fitting.length === 0) wrong.push(`nobody knows what to ask ${name}`);
        for (const one of fitting) await ask(name, one);
      }
      for (const { verb, input, ends } of changing)
        if ((await ask(verb, input)) !== ends) wrong.push(`${verb} ${Object.keys(input)} was not ${ends}`);
      return { done: done.size, wrong };
    },
    give: async (drop: string, name: string, bytes: Uint8Array<ArrayBuffer>) => {
      const answer = await fetch(`${origin}/api/drop/${drop}/file`, {
        method: 'PUT',
        headers: {
          ...signed,
          Origin: origin,
          'Content-Type': 'application/octet-stream',
          'X-Clearfolder-Size': String(bytes.length),
          'X-Clearfolder-Path': encodeURIComponent(name),
        },
        body: bytes,
      });
      heard.push(Buffer.from(await answer.arrayBuffer()));
    },
    heard: () => Buffer.concat(heard),
    close: async () => {
      closing.abort();
      await listening;
    },
  };
}
