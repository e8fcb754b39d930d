import type { IpcMainInvokeEvent, WebContents } from 'electron';
import type { App, Caller } from '../app/app.ts';
import { describeFailure } from '../headless/describe-failure.ts';
import { CHANNELS, verbChannel } from './channels.ts';
import type { ElectronMain } from './electron-main.ts';
import type { createPageExtras } from './page-extras.ts';
import { PAGE_VERBS } from './page-verbs.ts';
import { isOwnPage } from './sender.ts';

interface Registration {
  readonly ipcMain: Pick<ElectronMain['ipcMain'], 'handle'>;
  readonly app: App;
  readonly caller: Caller;
  readonly extras: ReturnType<typeof createPageExtras>;
  readonly isKnownWindow: (contents: WebContents) => boolean;
}

/** Registers everything a page may ask, all of it behind the check of who asks. */
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

/** Sends every event to a page that listens; one that listens anew (a reload) is told everything from the start. */
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

const refused = {
  ok: false,
  error: {
    code: 'request.refused',
    message: 'This request did not come from the Clearfolder window, so nothing was done.',
    next: 'Close this window and open Clearfolder again.',
  },
} as const;
