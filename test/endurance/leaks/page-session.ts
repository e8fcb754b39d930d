import { type Answered, admit, askSealed, secretOf, sendFile } from '../../support/sealed-page.ts';

/** A page of browser mode without a browser; keeps every byte that the program tells the page, unsealed and as sent. */
export async function openPage(link: string) {
  const { origin } = new URL(link);
  const heard: Buffer[] = [];
  const closing = new AbortController();
  const noted = ({ headers, bytes, raw }: Answered) => {
    heard.push(Buffer.from(JSON.stringify([...headers])), bytes, raw);
    return bytes;
  };
  const { key: secret } = await admit(origin, '/api/launch', secretOf(link));
  const ask = async (path: string, body: unknown) => noted(await askSealed(origin, path, { secret, body }));
  const listening = askSealed(origin, '/api/events', {
    secret,
    method: 'GET',
    onFrame: (frame) => heard.push(frame),
    signal: closing.signal,
  }).catch(() => undefined);
  return {
    call: async (verb: string, input: unknown): Promise<unknown> =>
      JSON.parse((await ask(`/api/call/${verb}`, input)).toString()),
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
