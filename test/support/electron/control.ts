import { z } from 'zod';
import { answerDialog, Menu, Notification, powerMonitor, Tray } from './furniture.ts';
import { channels, invoke } from './ipc.ts';
import { everythingAsked, write } from './record.ts';
import { answerAddress, grants } from './session.ts';
import { app } from './shell.ts';
import { BrowserWindow, type WebContents } from './windows.ts';

const boundsSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

const orderSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('record') }),
  z.object({ do: z.literal('channels') }),
  z.object({ do: z.literal('click-menu'), label: z.string() }),
  z.object({ do: z.literal('click-tray-menu'), label: z.string() }),
  z.object({ do: z.literal('click-notification'), index: z.number() }),
  z.object({
    do: z.literal('answer-dialog'),
    kind: z.enum(['open', 'save', 'message']),
    answer: z.looseObject({}),
  }),
  z.object({ do: z.literal('request'), url: z.string(), method: z.string().default('GET') }),
  z.object({ do: z.literal('grants'), permission: z.string() }),
  z.object({ do: z.literal('forge'), channel: z.string(), sender: z.string(), message: z.unknown() }),
  z.object({ do: z.literal('webview') }),
  z.object({ do: z.literal('close-window') }),
  z.object({ do: z.literal('move-window'), bounds: boundsSchema }),
  z.object({ do: z.literal('crash-page') }),
  z.object({ do: z.literal('power'), event: z.string() }),
]);
type Order = z.infer<typeof orderSchema>;
export type OrderInput = z.input<typeof orderSchema>;

async function carryOut(order: Order): Promise<unknown> {
  const [window] = BrowserWindow.open;
  switch (order.do) {
    case 'record':
      return everythingAsked();
    case 'channels':
      return channels();
    case 'click-menu':
      return Menu.bar?.click(order.label) ?? false;
    case 'click-tray-menu':
      return Tray.only?.menu?.click(order.label) ?? false;
    case 'click-notification':
      return Notification.shown[order.index]?.emit('click') ?? false;
    case 'answer-dialog':
      answerDialog(order.kind, order.answer);
      return null;
    case 'request': {
      const answer = await answerAddress(order.url, order.method);
      if (typeof answer === 'string') return answer;
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        size: (await answer.text()).length,
      };
    }
    case 'grants':
      return await grants(order.permission);
    case 'forge':
      return window === undefined ? null : await forge(order, window.webContents);
    case 'webview': {
      let denied = false;
      window?.webContents.emit('will-attach-webview', { preventDefault: () => (denied = true) }, {}, {});
      return denied;
    }
    case 'close-window':
      window?.close();
      return null;
    case 'move-window':
      window?.moveTo(order.bounds);
      return null;
    case 'crash-page':
      window?.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
      return null;
    case 'power': {
      let prevented = false;
      powerMonitor.emit(order.event, { preventDefault: () => (prevented = true) });
      return prevented;
    }
  }
}

/** Calls a handler with an event that no honest page sends, by what is wrong with it. */
async function forge(
  { channel, sender, message }: Extract<Order, { do: 'forge' }>,
  contents: WebContents,
): Promise<unknown> {
  switch (sender) {
    case 'own':
      return await invoke(channel, { sender: contents, senderFrame: contents.mainFrame }, message);
    case 'null frame':
      return await invoke(channel, { sender: contents, senderFrame: null }, message);
    case 'sub frame':
      return await invoke(channel, { sender: contents, senderFrame: { url: contents.getURL() } }, message);
    case 'unknown window': {
      const { mainFrame } = contents;
      return await invoke(channel, { sender: { mainFrame }, senderFrame: mainFrame }, message);
    }
    default:
      // The known window, whose page has gone to another address.
      contents.pretendedAddress = sender;
      try {
        return await invoke(channel, { sender: contents, senderFrame: contents.mainFrame }, message);
      } finally {
        contents.pretendedAddress = null;
      }
  }
}

export function tellTests(message: object): void {
  process.send?.(message);
}

/** Does what the test tells over the channel of the process, and ends when the test has gone. */
export function obeyTests(): void {
  process.on('message', (message: unknown) => {
    const { id, order } = z.object({ id: z.number(), order: orderSchema }).parse(message);
    carryOut(order).then(
      (value) => tellTests({ id, value }),
      (error: unknown) => tellTests({ id, error: String(error) }),
    );
  });
  process.on('disconnect', () => {
    write('test.gone');
    app.exit(1);
  });
}
