import { z } from 'zod';
import { BRIDGE_NAME, type Bridge } from '../../src-main/contract/bridge.ts';
import { appEventSchema } from '../../src-main/contract/events.ts';
import { failureOf, type Result, resultSchema } from '../../src-main/contract/result.ts';
import { say } from '../../src-main/contract/say.ts';
import { outputOf, type VerbName } from '../../src-main/contract/verbs/index.ts';
import type { Host } from './host.ts';

// Milliseconds without an event after which the window counts as disconnected. The engine normally sends an event every few seconds.
const SILENCE_MS = 20_000;

const savedSchema = z.object({ saved: z.boolean(), name: z.string() });
const folderSchema = z.object({ path: z.string().nullable() });
const documentSchema = z.object({
  name: z.string(),
  type: z.string(),
  bytes: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
});

/** Creates the host of a page in the desktop program. Every call goes through the bridge that the preload script created. */
export function createDesktopHost(bridge: Bridge = bridgeOf(window)): Host {
  return {
    kind: 'desktop',
    call: (name, input) => ask(outputOf(name), () => send(bridge, name, input)),
    subscribe: (listener, onLink) => subscribe(bridge, listener, onLink),
    // The page does not read dropped folders, because the engine reads them.
    filesOf: async (transfer) => [...transfer.files].map((file, entry) => ({ path: file.name, file, entry })),
    addFiles: async (drop, given, onProgress) => {
      const files = given.flatMap(({ file }) => file ?? []);
      const folders = given.flatMap(({ path, file }) => (file === null ? [path] : []));
      const total = files.reduce((sum, { size }) => sum + size, 0);
      const added = await ask(z.unknown(), () => bridge.addFiles(drop, files, folders));
      if (!added.ok) return added;
      onProgress(total, total);
      return { ok: true, value: null };
    },
    saveDocument: (task, item, name) => ask(savedSchema, () => bridge.saveDocument(task, item, name)),
    saveMade: (file, name) => ask(savedSchema, () => bridge.saveMade(file, name)),
    readDocument: async (task, item) => {
      const read = await ask(documentSchema, () => bridge.readDocument(task, item));
      if (!read.ok) return read;
      const { name, type, bytes } = read.value;
      return { ok: true, value: { name, type, blob: new Blob([bytes], { type }) } };
    },
    lateCode: async () => null,
    copyText: (text) => ask(z.null(), () => bridge.copyText(text)),
    chooseFolder: () => ask(folderSchema, () => bridge.chooseFolder()),
  };
}

function bridgeOf(page: object): Bridge {
  return z
    .object({ [BRIDGE_NAME]: z.custom<Bridge>((value) => typeof value === 'object' && value !== null) })
    .transform((found) => found[BRIDGE_NAME])
    .parse(page);
}

function send(bridge: Bridge, name: VerbName, input: unknown): Promise<unknown> {
  // This verb is never called, because the engine must not open a path that the page chose. `addFiles` gets the paths from Electron.
  return name === 'drops.add-paths' ? Promise.resolve(null) : bridge.verbs[name](input);
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

async function ask<T>(schema: z.ZodType<T>, question: () => Promise<unknown>): Promise<Result<T>> {
  try {
    const result = resultSchema.safeParse(await question());
    if (!result.success) return { ok: false, error: unreadable };
    if (!result.data.ok) return result.data;
    const value = schema.safeParse(result.data.value);
    return value.success ? { ok: true, value: value.data } : { ok: false, error: unreadable };
  } catch {
    return { ok: false, error: gone };
  }
}

const unreadable = failureOf(
  'host.unreadable',
  say('This window cannot understand the response of Clearfolder.'),
  say('Close this window and open it again.'),
);
const gone = failureOf(
  'host.gone',
  say('Clearfolder does not respond to this window.'),
  say(
    'Wait a moment and try again. If the problem lasts, quit Clearfolder and start it again; nothing is lost.',
  ),
);
