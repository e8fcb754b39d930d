import type { CustomScheme, IpcMainInvokeEvent, Session, WebContents } from 'electron';
import type { BuiltFiles } from '../built-files/built-files.ts';
import { securityHeaders } from '../built-files/security-headers.ts';
import type { ElectronMain } from './electron-main.ts';

export const SCHEME = 'app';
const HOST = 'clearfolder';
export const START_PAGE = `${SCHEME}://${HOST}/`;

/** To be registered before Electron is ready: an origin of its own, treated as https is. */
export const PRIVILEGED_SCHEME: CustomScheme = {
  scheme: SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true },
};

/**
 * Whether an address is one of the program's own pages. Protocol and host are compared, because the origin of every
 * address with a scheme of its own reads "null" and would make all of them equal.
 */
export function isOwnAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  return protocol === `${SCHEME}:` && host === HOST;
}

const HEADERS = securityHeaders("'none'");

/** Answers requests of the page with built files, and with nothing else. */
function createPageHandler(files: BuiltFiles): (request: Request) => Response {
  return ({ url, method }) => {
    if (!isOwnAddress(url)) return refused(404);
    if (method !== 'GET') return refused(405);
    const file = files.get(new URL(url).pathname);
    if (file === undefined) return refused(404);
    return new Response(file.bytes, { headers: { ...HEADERS, 'Content-Type': file.type } });
  };
}

/** Gives the page its files and cuts it off from every network. */
export function servePage(session: Pick<Session, 'protocol' | 'webRequest'>, files: BuiltFiles): void {
  session.protocol.handle(SCHEME, createPageHandler(files));
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !mayLoad(url) }));
}

/** The program's own files, and what the page itself made in memory (a document it shows). */
function mayLoad(url: string): boolean {
  return isOwnAddress(url) || isOwnAddress(url.replace(/^blob:/, ''));
}

function refused(status: number): Response {
  return new Response(null, { status, headers: HEADERS });
}

/** Denies pages everything that Electron would allow them: other pages, windows, guests. For every page there will ever be. */
export function denyPages(app: ElectronMain['app']): void {
  app.on('web-contents-created', (_created, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.on('will-navigate', (event) => {
      // Loading the page anew is not going elsewhere.
      if (!(event.isMainFrame && isOwnAddress(event.url) && isOwnAddress(contents.getURL())))
        event.preventDefault();
    });
    contents.on('will-frame-navigate', (event) => {
      if (!(event.isMainFrame && isOwnAddress(event.url))) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
  });
}

/** Denies every permission. Electron grants all of them unless both handlers are set. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  session.on('will-download', (event) => event.preventDefault());
}

/**
 * Whether a message comes from the page of a window that this program opened. A frame that is gone (null), a frame within
 * a page, a page that is not the program's own or an unknown window are refused.
 */
export function isOwnPage(
  event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  isKnownWindow: (contents: WebContents) => boolean,
): boolean {
  const frame = event.senderFrame;
  if (frame === null || !isKnownWindow(event.sender)) return false;
  return frame === event.sender.mainFrame && isOwnAddress(frame.url);
}
