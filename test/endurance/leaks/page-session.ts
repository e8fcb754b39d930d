import { z } from 'zod';
import { openPage as openConnection } from '../../support/page-client.ts';
import { until } from '../../support/until.ts';

const sizeSchema = z.object({ value: z.object({ size: z.int() }) });

/** A page of browser mode without a browser; keeps every frame that the program sends to the page. */
export async function openPage(link: string, terminal: () => string) {
  const heard: Buffer[] = [];
  const page = await openConnection(link, (frame) => void heard.push(frame));
  page.onEvent(() => undefined);
  const call = async (verb: string, input: unknown): Promise<unknown> => await page.ask(verb, input);
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
    document: async (task: string, item: string) => {
      const input = { task, item, purpose: 'show' } as const;
      const { parts } = await page.read(
        'browser.read-document',
        input,
        (result) => sizeSchema.safeParse(result).data?.value.size ?? null,
      );
      return Buffer.concat(parts);
    },
    give: async (drop: string, path: string, bytes: Uint8Array<ArrayBuffer>) => {
      await page.give(drop, path, bytes);
    },
    heard: () => Buffer.concat(heard),
    close: page.close,
  };
}
