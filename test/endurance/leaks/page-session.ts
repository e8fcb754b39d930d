import { z } from 'zod';
import { until } from '../../support/until.ts';

const admittedSchema = z.object({ ok: z.literal(true), value: z.object({ bearer: z.string() }) });

/** A page of browser mode without a browser; keeps every byte that the program sends to the page. */
export async function openPage(link: string, terminal: () => string) {
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
  let usedCode = '';
  /** Confirms the question of the newest event, with the newest code of the terminal. */
  const confirm = async () => {
    const question = await until(() => {
      const told = Buffer.concat(heard).toString();
      return [...told.matchAll(/"question":\{"id":"([\w-]+)"/g)].at(-1)?.[1] ?? null;
    });
    const proof = await until(() => {
      const code = [...terminal().matchAll(/Type (\d{4}-\d{2}) in the app/g)].at(-1)?.[1] ?? null;
      return code === usedCode ? null : code;
    });
    usedCode = proof;
    await call('redirect.answer', { question, proof });
  };
  return {
    call,
    /** A call that a person confirms. */
    confirmed: async (verb: string, input: unknown) => {
      const answer = call(verb, input);
      await confirm();
      return await answer;
    },
    document: (task: string, item: string) => ask('/api/document', { task, item }, signed),
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
