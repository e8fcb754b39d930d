import type { CDPSession, Page } from 'playwright';
import { z } from 'zod';
import { toProgram } from './addresses.ts';
import { write } from './record.ts';

type Listener = (event: object, input: unknown) => unknown;
const handlers = new Map<string, Listener>();

export const ipcMain = {
  handle(channel: string, listener: Listener): void {
    if (handlers.has(channel)) throw new Error(`two handlers of ${channel}`);
    handlers.set(channel, listener);
  },
};

export const channels = () => [...handlers.keys()].sort();

/** Calls a handler with any event at all, as nothing but a forger could. */
export async function invoke(channel: string, event: object, input: unknown): Promise<unknown> {
  const handler = handlers.get(channel);
  if (handler === undefined) throw new Error(`nobody handles ${channel}`);
  return await handler(event, input);
}

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('invoke'), channel: z.string(), input: z.unknown() }),
  z.object({ kind: z.literal('open'), url: z.string() }),
]);

/** Carries what the page sends, with the frame that sent it. */
export async function listenToPage(
  page: Page,
  contents: { readonly mainFrame: { readonly url: string } },
  openAction: (url: string) => string,
): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await page.exposeBinding('__standIn', async ({ frame }, sent: unknown) => {
    const message = messageSchema.parse(sent);
    if (message.kind === 'open') return write('window.open', openAction(message.url));
    const main = frame === page.mainFrame();
    const senderFrame = main ? contents.mainFrame : { url: toProgram(frame.url()) };
    const input = await withPaths(message.input, cdp);
    return await invoke(message.channel, { sender: contents, senderFrame }, input);
  });
}

const MARK = /^stand-in-file:(\d+)$/;

/** Puts in the paths of files, which only the browser knows, where the page's webUtils left a mark. */
async function withPaths(value: unknown, cdp: CDPSession): Promise<unknown> {
  if (typeof value === 'string') {
    const index = MARK.exec(value)?.[1];
    return index === undefined ? value : await pathOfFile(index, cdp);
  }
  if (Array.isArray(value)) return await Promise.all(value.map((part) => withPaths(part, cdp)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(async ([key, part]) => [key, await withPaths(part, cdp)]);
  return Object.fromEntries(await Promise.all(entries));
}

async function pathOfFile(index: string, cdp: CDPSession): Promise<string> {
  const { result } = await cdp.send('Runtime.evaluate', { expression: `window.__standInFiles[${index}]` });
  if (result.objectId === undefined) return '';
  try {
    return (await cdp.send('DOM.getFileInfo', { objectId: result.objectId })).path;
  } catch {
    return '';
  }
}
