import { z } from 'zod';
import { BRIDGE_NAME, type Bridge } from '../../src-main/contract/bridge.ts';
import {
  type DesktopInput,
  type DesktopOutput,
  type DesktopRequest,
  desktopOutputOf,
} from '../../src-main/contract/desktop-requests.ts';
import { appEventSchema } from '../../src-main/contract/events.ts';
import { failureOf, type Result } from '../../src-main/contract/result.ts';
import { say } from '../../src-main/contract/say.ts';
import { outputOf } from '../../src-main/contract/verbs/index.ts';
import { readResult } from './client.ts';
import type { Host } from './host.ts';

// Milliseconds without an event after which the window counts as disconnected. The engine normally sends an event every few seconds.
const SILENCE_MS = 20_000;

/** Creates the host of a page in the desktop program. Every call goes through the bridge that the preload script created. */
export function createDesktopHost(bridge: Bridge = bridgeOf(window)): Host {
  const ask = async <T>(
    schema: z.ZodType<T>,
    ...request: Parameters<Bridge['invoke']>
  ): Promise<Result<T>> => {
    try {
      return readResult(await bridge.invoke(...request), schema);
    } catch {
      return { ok: false, error: gone };
    }
  };
  const askDesktop = <N extends DesktopRequest>(
    name: N,
    input: DesktopInput<N>,
    files?: readonly File[],
  ): Promise<Result<DesktopOutput<N>>> => ask(desktopOutputOf(name), name, input, files);
  return {
    kind: 'desktop',
    call: (name, input) => ask(outputOf(name), name, input),
    subscribe: (listener, onLink) => subscribe(bridge, listener, onLink),
    // The page does not read dropped folders, because the engine reads them.
    filesOf: async (transfer) => [...transfer.files].map((file, entry) => ({ path: file.name, file, entry })),
    addFiles: async (drop, given, onProgress) => {
      const files = given.flatMap(({ file }) => file ?? []);
      const folders = given.flatMap(({ path, file }) => (file === null ? [path] : []));
      const total = files.reduce((sum, { size }) => sum + size, 0);
      const added = await askDesktop('desktop.add-files', { drop, folders }, files);
      if (!added.ok) return added;
      onProgress(total, total);
      return { ok: true, value: null };
    },
    saveDocument: (task, item, name) => askDesktop('desktop.save-document', { task, item, name }),
    saveMade: (file, name) => askDesktop('desktop.save-made', { file, name }),
    readDocument: async (task, item) => {
      const read = await askDesktop('desktop.read-document', { task, item });
      if (!read.ok) return read;
      const { name, type, bytes } = read.value;
      return { ok: true, value: { name, type, blob: new Blob([bytes], { type }) } };
    },
    lateCode: async () => null,
    copyText: (text) => askDesktop('desktop.copy-text', { text }),
    chooseFolder: () => askDesktop('desktop.choose-folder', {}),
  };
}

function bridgeOf(page: object): Bridge {
  return z
    .object({ [BRIDGE_NAME]: z.custom<Bridge>((value) => typeof value === 'object' && value !== null) })
    .transform((found) => found[BRIDGE_NAME])
    .parse(page);
}

const subscribe = (bridge: Bridge, ...[listener, onLink]: Parameters<Host['subscribe']>) => {
  const silent = () => onLink(false);
  let timer = setTimeout(silent, SILENCE_MS);
  const end = bridge.onEvent((told) => {
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
};

const gone = failureOf(
  'host.gone',
  say('Clearfolder does not respond to this window.'),
  say(
    'Wait a moment and try again. If the problem lasts, quit Clearfolder and start it again; nothing is lost.',
  ),
);
