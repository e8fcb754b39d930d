import type { AppEvent } from '../../../../../src-main/contract/events.ts';
import { settingsSchema } from '../../../../../src-main/contract/settings.ts';
import { type Clock, systemClock } from '../../../../../src-main/core/clock.ts';
import { silentLog } from '../../../../../src-main/core/log/events.ts';
import type { App } from '../../../../../src-main/hosts/app/app.ts';
import { readControl } from '../../../../../src-main/hosts/browser/running-link.ts';
import { type Patience, startBrowserHost } from '../../../../../src-main/hosts/browser/start-browser-host.ts';
import type { BuiltFiles } from '../../../../../src-main/hosts/built-files.ts';
import { openPage, type PageClient } from '../../../../support/page-client.ts';
import { type RawOutcome, rawExchange } from '../../../../support/raw-client.ts';
import { tempDir } from '../../../../support/temp-dir.ts';

export const CANARY = 'KANARIENVOGEL, Erika';

const builtFile = (type: string, text: string) => ({
  type: `${type}; charset=utf-8`,
  bytes: new TextEncoder().encode(text),
});

/** The page of a test: what it may load, and nothing of the real renderer. */
const FILES = new Map([
  ['/', builtFile('text/html', '<!doctype html><title>ours</title>')],
  ['/assets/page-1a2b.js', builtFile('text/javascript', 'export {};')],
]);

/** A browser host around an app that does nothing but say what it was asked, so that a test sees what got through. */
export async function guardedHost({
  clock = systemClock,
  files = FILES,
  port: wantedPort = 0,
  answers = {},
  answering = Promise.resolve(),
  taking = Promise.resolve(),
  patience,
  document = { name: `${CANARY}.pdf`, mediaType: 'text/html' },
}: {
  clock?: Clock;
  files?: BuiltFiles;
  port?: number;
  patience?: Patience;
  /** What the service says of a document, and when it has come whole. */
  document?: { readonly name: string; readonly mediaType: string; readonly after?: Promise<void> };
  /** What verbs give; the others give a name that nobody may see. */
  answers?: Readonly<Record<string, unknown>>;
  /** When verbs begin to answer, and when the program begins to take bytes of uploads. */
  answering?: Promise<void>;
  taking?: Promise<void>;
} = {}) {
  const dir = await tempDir('browser-host');
  const asked: string[] = [];
  let taken = 0;
  let gaveUp = 0;
  const listeners = new Set<(event: AppEvent) => void>();
  const app: App = {
    call: async (name) => {
      asked.push(`call ${name}`);
      await answering;
      return { ok: true, value: name in answers ? answers[name] : CANARY };
    },
    subscribe: (listener) => {
      asked.push('subscribe');
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    addDropStream: async (drop, { path, size, giving }, stream) => {
      const of = giving === undefined ? '' : ` of ${giving.files} with ${giving.entry}`;
      asked.push(`drop ${drop} ${path} ${size}${of}`);
      let own = 0;
      await taking;
      try {
        for await (const chunk of stream) {
          own += chunk.byteLength;
          taken += chunk.byteLength;
        }
      } catch {
        gaveUp += 1;
        return { ok: false, error: { code: 'drop.unread', message: '', next: '' } };
      }
      asked.push(`taken ${own}`);
      const value = { id: drop, opened_at: '', task: null, reading: false, files: [], correction: null };
      return { ok: true, value };
    },
    readDocument: async (task, item) => {
      asked.push(`document ${task} ${item}`);
      await document.after;
      return {
        ok: true,
        value: {
          name: document.name,
          mediaType: document.mediaType,
          size: 5,
          stream: async function* () {
            yield new TextEncoder().encode('bytes');
          },
          dispose: async () => void asked.push('disposed'),
        },
      };
    },
    saveDocument: async () => ({ ok: true, value: null }),
    locked: () => false,
    lock: () => false,
    readMade: async (file) => {
      asked.push(`made ${file}`);
      return { ok: false, error: { code: 'file.not-made', message: CANARY, next: '' } };
    },
    saveMade: async () => ({ ok: true, value: null }),
    go: () => undefined,
    running: () => null,
    settings: () => settingsSchema.parse({ environment: 'practice' }),
    log: silentLog,
    woke: () => undefined,
    stop: async () => undefined,
  };
  const host = await startBrowserHost({
    app,
    clock,
    port: wantedPort,
    dataFolder: dir.path,
    files,
    ...(patience && { patience }),
  });
  const { port } = host;
  const origin = `http://127.0.0.1:${port}`;
  const raw = (...lines: string[]): Promise<RawOutcome> => rawExchange(port, `${lines.join('\r\n')}\r\n\r\n`);
  const pages: PageClient[] = [];
  /** Opens a page by a fresh link. */
  const launch = async (heard?: (frame: Buffer) => void) => {
    const page = await openPage(host.link(), heard);
    pages.push(page);
    return page;
  };
  return {
    host,
    port,
    origin,
    asked,
    /** Bytes of uploads that the app has taken so far. */
    taken: () => taken,
    /** Uploads that broke off. */
    gaveUp: () => gaveUp,
    listeners,
    dir,
    raw,
    launch,
    control: () => readControl(dir.path),
    [Symbol.asyncDispose]: async () => {
      await host.close();
      await Promise.all(pages.map(({ closed }) => closed));
      await dir.remove();
    },
  };
}

/** The header lines by which a page of ours asks for its WebSocket. */
export const upgradeLines = (port: number) => [
  `Host: 127.0.0.1:${port}`,
  `Origin: http://127.0.0.1:${port}`,
  ...HANDSHAKE,
];
export const HANDSHAKE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
];

/** The status of an answer that came over a socket of its own. */
export function statusOf({ bytes }: RawOutcome): number | null {
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(bytes.toString()) ?? [];
  return status === undefined ? null : Number(status);
}
