import type { Session } from 'electron';
import type { BuiltFiles } from '../built-files.ts';
import { securityHeaders } from '../built-files.ts';
import { isOwnAddress, SCHEME } from './app-address.ts';

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
