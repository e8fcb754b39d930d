import { basename, join, resolve } from 'node:path';
import type { IpcMainInvokeEvent, WebContents } from 'electron';
import { z } from 'zod';
import { BRIDGE_NAME } from '../../contract/bridge.ts';
import {
  type DesktopInput,
  type DesktopOutput,
  type DesktopRequest,
  desktopInputOf,
  isDesktopRequest,
} from '../../contract/desktop-requests.ts';
import { failureOf, type Result } from '../../contract/result.ts';
import { type Said, say } from '../../contract/say.ts';
import type { App, Caller, FetchedDocument } from '../app/app.ts';
import { describeFailure } from '../headless/describe-failure.ts';
import type { ElectronMain } from './electron-main.ts';
import { isOwnPage } from './page-guard.ts';

/** The answers to the requests that the desktop program itself answers. `paths` are the paths of the files that came with a request. */
export type OwnAnswers = Readonly<
  Record<
    Exclude<DesktopRequest, 'desktop.listen'>,
    (input: unknown, paths: readonly string[]) => Promise<Result<unknown>>
  >
>;

interface Registration {
  readonly ipcMain: Pick<ElectronMain['ipcMain'], 'handle'>;
  readonly app: App;
  readonly caller: Caller;
  readonly own: OwnAnswers;
  readonly isKnownWindow: (contents: WebContents) => boolean;
}

const messageSchema = z.strictObject({ name: z.string(), input: z.unknown(), paths: z.array(z.string()) });

/** Answers every request of a page. Before anything else, checks that our own page sent the request (`isOwnPage`). */
export function answerPage({ ipcMain, app, caller, own, isKnownWindow }: Registration): void {
  const listen = createListening(app);
  ipcMain.handle(BRIDGE_NAME, async (event: IpcMainInvokeEvent, message: unknown) => {
    if (!isOwnPage(event, isKnownWindow)) return refused;
    const asked = messageSchema.safeParse(message);
    if (!asked.success) return notUnderstood;
    const { name, input, paths } = asked.data;
    try {
      if (!isDesktopRequest(name)) return await app.call(name, input, { ...caller, isPage: true });
      if (name !== 'desktop.listen') return await own[name](input, paths);
      listen(event.sender);
      return { ok: true, value: null };
    } catch (error) {
      return { ok: false, error: describeFailure(error) };
    }
  });
}

// Returns a function that subscribes a page to events. A second call for the same page, as after a reload, replaces the subscription.
function createListening(app: App): (contents: WebContents) => void {
  const endings = new Map<WebContents, () => void>();
  return (contents) => {
    if (!endings.has(contents))
      contents.once('destroyed', () => {
        endings.get(contents)?.();
        endings.delete(contents);
      });
    endings.get(contents)?.();
    endings.set(
      contents,
      app.subscribe((event) => {
        if (!contents.isDestroyed()) contents.send(BRIDGE_NAME, event);
      }),
    );
  };
}

const MAX_SHOWN_BYTES = 100 * 1024 * 1024;

/** The native dialogs for paths. `chooseFolder` and `chooseTarget` return null if the person canceled. */
export interface PathDialogs {
  chooseFolder(): Promise<string | null>;
  isChosen(path: string): boolean;
  chooseTarget(proposed: string): Promise<string | null>;
}

interface OwnParts {
  readonly app: App;
  readonly caller: Caller;
  readonly dialogs: PathDialogs;
  readonly downloads: () => string;
  readonly writeClipboard: (text: string) => void;
}

/** Creates the answers to `DESKTOP_REQUESTS`, except to listen. */
export function createOwnAnswers({ app, caller, dialogs, downloads, writeClipboard }: OwnParts): OwnAnswers {
  async function saveAs(name: string, save: (target: string) => Promise<Result<null>>) {
    const target = await dialogs.chooseTarget(join(downloads(), plainName(name)));
    const saved = target === null ? null : await save(target);
    if (saved?.ok === false) return saved;
    return { ok: true, value: { saved: saved !== null, name: basename(target ?? name) } } as const;
  }

  return {
    'desktop.add-files': understood('desktop.add-files', async ({ drop, folders }, files) => {
      const paths = [...files, ...folders];
      const isGiven = !files.includes('') && folders.every((folder) => dialogs.isChosen(resolve(folder)));
      if (!isGiven || paths.length === 0) return notFiles;
      return app.call('drops.add-paths', { drop, paths }, caller);
    }),
    'desktop.save-document': understood('desktop.save-document', ({ task, item, name }) =>
      saveAs(name, (target) => app.saveDocument(task, item, target, caller)),
    ),
    'desktop.save-made': understood('desktop.save-made', ({ file, name }) =>
      saveAs(name, (target) => app.saveMade(file, target)),
    ),
    'desktop.read-document': understood('desktop.read-document', async ({ task, item }) => {
      const fetched = await app.readDocument(task, item, caller);
      return fetched.ok ? await wholeDocument(fetched.value) : fetched;
    }),
    'desktop.choose-folder': understood('desktop.choose-folder', async () => ({
      ok: true,
      value: { path: await dialogs.chooseFolder() },
    })),
    'desktop.copy-text': understood('desktop.copy-text', async ({ text }) => {
      writeClipboard(text);
      return { ok: true, value: null };
    }),
  };
}

const understood =
  <N extends DesktopRequest>(
    name: N,
    work: (input: DesktopInput<N>, paths: readonly string[]) => Promise<Result<DesktopOutput<N>>>,
  ): OwnAnswers[keyof OwnAnswers] =>
  async (input, paths) => {
    const asked = desktopInputOf(name).safeParse(input);
    return asked.success ? await work(asked.data, paths) : notUnderstood;
  };

async function wholeDocument(
  document: FetchedDocument,
): Promise<Result<DesktopOutput<'desktop.read-document'>>> {
  try {
    if (document.size > MAX_SHOWN_BYTES) return tooLarge;
    const bytes = new Uint8Array(document.size);
    let length = 0;
    for await (const chunk of document.stream()) {
      if (length + chunk.length > document.size) return unreadable;
      bytes.set(chunk, length);
      length += chunk.length;
    }
    if (length < document.size) return unreadable;
    return { ok: true, value: { name: document.name, type: document.mediaType, bytes } };
  } catch {
    return unreadable;
  } finally {
    await document.dispose();
  }
}

// Matches the names that Windows reserves for devices, with or without a file extension, such as `con` and `aux.txt`.
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])\s*(\.|$)/i;

/** Returns a safe file name for any name: without invisible characters, and neither a path nor the name of a device. */
export function plainName(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]/gu, '_').replace(/^[.\s]+|[.\s]+$/g, '');
  if (plain === '') return 'document';
  return DEVICE.test(plain) ? `_${plain}` : plain;
}

const failure = (code: string, message: Said, next: Said) =>
  ({ ok: false, error: failureOf(code, message, next) }) as const;

const refused = failure(
  'request.refused',
  say('desktop.requestNotComeWindow'),
  say('common.closeWindowOpenAgain'),
);
const notUnderstood = failure(
  'request.not-understood',
  say('common.windowRunningDifferentVersions'),
  say('common.closeWindowOpenAgain'),
);
const notFiles = failure(
  'drop.not-files',
  say('desktop.someDroppedItemsNot'),
  say('desktop.saveEachItemFile'),
);
const tooLarge = failure(
  'document.too-large-to-show',
  say('desktop.documentLarger100Mb'),
  say('desktop.saveDocumentOpenAnother'),
);
const unreadable = failure(
  'document.incomplete',
  say('desktop.documentNotArriveCompletely'),
  say('desktop.tryAgain'),
);

/** Writes to the system's clipboard. `takeBack` clears the clipboard if it still contains the last text that this program wrote. */
export function createOwnClipboard(
  clipboard: Pick<ElectronMain['clipboard'], 'writeText' | 'readText' | 'clear'>,
) {
  let own: string | null = null;
  return {
    write: (text: string): void => {
      clipboard.writeText(text);
      own = text;
    },
    takeBack: async (): Promise<void> => {
      const text = own;
      own = null;
      if (text !== null && (await clipboard.readText()) === text) clipboard.clear();
    },
  };
}
