import type { CustomScheme, IpcMainInvokeEvent, Session, WebContents } from 'electron';
import type { BuiltFiles } from '../built-files.ts';
import { securityHeaders } from '../built-files.ts';
import type { ElectronMain } from './electron-main.ts';

export const SCHEME = 'app';
const HOST = 'clearfolder';
export const START_PAGE = `${SCHEME}://${HOST}/`;

/** The scheme of the pages, with the privileges of https. Must be registered before Electron is ready. */
export const PRIVILEGED_SCHEME: CustomScheme = {
  scheme: SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true },
};

/** Whether an address belongs to our pages. The origin of a URL with a custom scheme is "null", so protocol and host are compared. */
export function isOwnAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  return protocol === `${SCHEME}:` && host === HOST;
}

const HEADERS = securityHeaders("'none'");

function createPageHandler(files: BuiltFiles): (request: Request) => Response {
  return ({ url, method }) => {
    if (!isOwnAddress(url)) return refused(404);
    if (method !== 'GET') return refused(405);
    const file = files.get(new URL(url).pathname);
    if (file === undefined) return refused(404);
    return new Response(file.bytes, { headers: { ...HEADERS, 'Content-Type': file.type } });
  };
}

/** Serves the built pages to the session. The session loads nothing except these pages and their blobs, and downloads nothing. */
export function servePage(session: Pick<Session, 'on' | 'protocol' | 'webRequest'>, files: BuiltFiles): void {
  session.protocol.handle(SCHEME, createPageHandler(files));
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !mayLoad(url) }));
  session.on('will-download', (event) => event.preventDefault());
}

// A page may load built files, and blobs that a page created in memory to show a document.
function mayLoad(url: string): boolean {
  return isOwnAddress(url) || isOwnAddress(url.replace(/^blob:/, ''));
}

function refused(status: number): Response {
  return new Response(null, { status, headers: HEADERS });
}

/** Prevents every page from opening other addresses, windows and webviews. Must be called before the first page exists. */
export function denyPages(app: ElectronMain['app']): void {
  app.on('web-contents-created', (_created, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.on('will-navigate', (event) => {
      if (!isReload(event, contents)) event.preventDefault();
    });
    contents.on('will-frame-navigate', (event) => {
      if (!isReload(event, contents)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
  });
}

// Whether a navigation stays on the host of the page, as when the page reloads itself after the station was locked.
function isReload(
  event: { readonly isMainFrame: boolean; readonly url: string },
  page: WebContents,
): boolean {
  if (!event.isMainFrame || !URL.canParse(event.url) || !URL.canParse(page.getURL())) return false;
  const [to, from] = [new URL(event.url), new URL(page.getURL())];
  return to.host !== '' && to.protocol === from.protocol && to.host === from.host;
}

/** Denies every permission. Electron grants all permissions unless both permission handlers are set. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
}

/** Whether a message comes from the main frame of our page in a window of this program. False if the frame was closed. */
export function isOwnPage(
  event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  isKnownWindow: (contents: WebContents) => boolean,
): boolean {
  const frame = event.senderFrame;
  if (frame === null || !isKnownWindow(event.sender)) return false;
  return frame === event.sender.mainFrame && isOwnAddress(frame.url);
}
