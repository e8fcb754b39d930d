import { type Answered, admit, askSealed, secretOf, sendFile } from '../../support/sealed-page.ts';
import { until } from '../../support/until.ts';

/** A page of browser mode without a browser; keeps every byte that the program tells the page, unsealed and as sent. */
export async function openPage(link: string, terminal: () => string) {
  const { origin } = new URL(link);
  const heard: Buffer[] = [];
  const closing = new AbortController();
  const noted = ({ headers, bytes, raw }: Answered) => {
    heard.push(Buffer.from(JSON.stringify([...headers])), bytes, raw);
    return bytes;
  };
  const { key: secret } = await admit(origin, '/api/launch', secretOf(link));
  const ask = async (path: string, body: unknown) => noted(await askSealed(origin, path, { secret, body }));
  const call = async (verb: string, input: unknown): Promise<unknown> =>
    JSON.parse((await ask(`/api/call/${verb}`, input)).toString());
  const listening = askSealed(origin, '/api/events', {
    secret,
    method: 'GET',
    onFrame: (frame) => heard.push(frame),
    signal: closing.signal,
  }).catch(() => undefined);
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
    confirmed: async (verb: string, input: unknown) => {
      const answer = call(verb, input);
      await confirm();
      return await answer;
    },
    document: (task: string, item: string) => ask('/api/document', { task, item }),
    give: async (drop: string, path: string, bytes: Uint8Array<ArrayBuffer>) => {
      noted(await sendFile(origin, secret, { drop, path, bytes: Buffer.from(bytes) }));
    },
    heard: () => Buffer.concat(heard),
    close: async () => {
      closing.abort();
      await listening;
    },
  };
}
