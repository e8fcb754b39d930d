import { basename, join, resolve } from 'node:path';
import type { IpcMainInvokeEvent, WebContents } from 'electron';
import { z } from 'zod';
import { failureOf, type Result } from '../../contract/result.ts';
import { type Said, say } from '../../contract/say.ts';
import type { App, Caller, FetchedDocument } from '../app/app.ts';
import { describeFailure } from '../headless/describe-failure.ts';
import { CHANNELS, PAGE_VERBS, verbChannel } from './channels.ts';
import type { ElectronMain } from './electron-main.ts';
import { isOwnPage } from './page-guard.ts';

interface Registration {
  readonly ipcMain: Pick<ElectronMain['ipcMain'], 'handle'>;
  readonly app: App;
  readonly caller: Caller;
  readonly extras: ReturnType<typeof createPageExtras>;
  readonly isKnownWindow: (contents: WebContents) => boolean;
}

/** Registers a handler for every request of a page. Each handler first checks that our own page sent the request (`isOwnPage`). */
export function registerPageChannels({ ipcMain, app, caller, extras, isKnownWindow }: Registration): void {
  const handle = (channel: string, answer: (input: unknown, contents: WebContents) => unknown) =>
    ipcMain.handle(channel, async (event: IpcMainInvokeEvent, input: unknown) => {
      if (!isOwnPage(event, isKnownWindow)) return refused;
      try {
        return await answer(input, event.sender);
      } catch (error) {
        return { ok: false, error: describeFailure(error) };
      }
    });

  for (const verb of PAGE_VERBS) handle(verbChannel(verb), (input) => app.call(verb, input, caller));
  handle(CHANNELS.addFiles, extras.addFiles);
  handle(CHANNELS.saveDocument, extras.saveDocument);
  handle(CHANNELS.saveMade, extras.saveMade);
  handle(CHANNELS.readDocument, extras.readDocument);
  handle(CHANNELS.chooseFolder, extras.chooseFolder);
  handle(CHANNELS.copyText, extras.copyText);
  const listen = createListening(app);
  handle(CHANNELS.listen, (_input, contents) => listen(contents));
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
        if (!contents.isDestroyed()) contents.send(CHANNELS.event, event);
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

const id = z.string().min(1).max(200);
const filesInput = z.strictObject({
  drop: id,
  files: z.array(z.string()),
  folders: z.array(z.string()),
});
const documentInput = z.strictObject({ task: id, item: id });
const copyInput = z.strictObject({ text: z.string().max(10_000_000) });
const madeInput = z.strictObject({ file: id, name: z.string().max(500) });
const saveInput = documentInput.extend({ name: z.string().max(500) });

interface ExtrasParts {
  readonly app: App;
  readonly caller: Caller;
  readonly dialogs: PathDialogs;
  readonly downloads: () => string;
  readonly writeClipboard: (text: string) => void;
}

/** The handlers of page requests that are not verbs: they need a path, a dialog or the clipboard, or return many bytes. */
export function createPageExtras({ app, caller, dialogs, downloads, writeClipboard }: ExtrasParts) {
  async function saveAs(name: string, save: (target: string) => Promise<Result<null>>) {
    const target = await dialogs.chooseTarget(join(downloads(), plainName(name)));
    const saved = target === null ? null : await save(target);
    if (saved?.ok === false) return saved;
    return { ok: true, value: { saved: saved !== null, name: basename(target ?? name) } } as const;
  }

  return {
    addFiles: understood(filesInput, async ({ drop, files, folders }): Promise<Result<unknown>> => {
      const paths = [...files, ...folders];
      const isGiven = !files.includes('') && folders.every((folder) => dialogs.isChosen(resolve(folder)));
      if (!isGiven || paths.length === 0) return notFiles;
      return app.call('drops.add-paths', { drop, paths }, caller);
    }),
    saveDocument: understood(saveInput, ({ task, item, name }) =>
      saveAs(name, (target) => app.saveDocument(task, item, target, caller)),
    ),
    saveMade: understood(madeInput, ({ file, name }) => saveAs(name, (target) => app.saveMade(file, target))),
    readDocument: understood(documentInput, async ({ task, item }): Promise<Result<unknown>> => {
      const fetched = await app.readDocument(task, item, caller);
      return fetched.ok ? await wholeDocument(fetched.value) : fetched;
    }),
    async chooseFolder(): Promise<Result<{ path: string | null }>> {
      return { ok: true, value: { path: await dialogs.chooseFolder() } };
    },
    copyText: understood(copyInput, async ({ text }): Promise<Result<null>> => {
      writeClipboard(text);
      return { ok: true, value: null };
    }),
  };
}

const understood =
  <Input, Value>(schema: z.ZodType<Input>, work: (input: Input) => Promise<Result<Value>>) =>
  async (input: unknown): Promise<Result<Value>> => {
    const asked = schema.safeParse(input);
    return asked.success ? await work(asked.data) : notUnderstood;
  };

async function wholeDocument(document: FetchedDocument): Promise<Result<unknown>> {
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
  say('This request did not come from the Clearfolder window, so nothing was done.'),
  say('Close this window and open Clearfolder again.'),
);
const notUnderstood = failure(
  'request.not-understood',
  say('This window and the running Clearfolder have different versions. Nothing was changed.'),
  say('Close this window and open Clearfolder again.'),
);
const notFiles = failure(
  'drop.not-files',
  say('Some dropped items are not files on this computer, so nothing was added.'),
  say('Save each item as a file first, then drop the files.'),
);
const tooLarge = failure(
  'document.too-large-to-show',
  say('The document is larger than 100 MB, so Clearfolder cannot show it. The document is unchanged.'),
  say('Save the document and open it in another program.'),
);
const unreadable = failure(
  'document.incomplete',
  say(
    'The document did not arrive completely, so Clearfolder does not show it. The document at the service is unchanged.',
  ),
  say('Try again.'),
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
