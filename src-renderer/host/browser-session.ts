import { NotAdmitted } from '../../src-main/contract/enter.ts';
import type { Failure } from '../../src-main/contract/result.ts';
import { keptStore } from '../state/store.ts';
import { disconnected, ended, linkUsed, noLink } from './browser-failures.ts';
import { type Connection, connect } from './connection.ts';

interface Session {
  /** `disconnected`: the connection closed, or nothing listened; the person may open the page again. `ended`: no reload can help. */
  readonly state: 'starting' | 'open' | 'disconnected' | 'ended';
  /** Why the session is disconnected or has ended. The page shows this failure in place of every screen. */
  readonly failure: Failure | null;
}

/** The session of this page with its server. In the desktop program there is no such session, and the state stays `starting`. */
export const useBrowserSession = keptStore<Session>({ state: 'starting', failure: null });

const TICKET = 'clearfolder.resume';
const LAUNCH = '#launch=';

/**
 * Opens the one connection of this page, by the secret of the one-time link, or after a reload by the ticket that the page stored in this tab.
 * Returns null if the page may not enter. The page never sends the secret, and after the connection has closed, the page loads and asks
 * nothing more, because another program may use the address of the server by then.
 */
export async function openSession(): Promise<Connection | null> {
  window.addEventListener('hashchange', () => {
    // A person opened a new link in this window, so the page loads again with the new link.
    if (window.location.hash.startsWith(LAUNCH)) window.location.reload();
  });
  const { hash, origin } = window.location;
  const isLaunch = hash.startsWith(LAUNCH);
  const secret = isLaunch ? hash.slice(LAUNCH.length) : sessionStorage.getItem(TICKET);
  if (isLaunch) window.history.replaceState(null, '', window.location.pathname);
  if (secret === null) return leave('ended', noLink);
  const keepTicket = (ticket: string) => sessionStorage.setItem(TICKET, ticket);
  try {
    await loadLateCode();
    const connection = await connect(origin, secret, keepTicket, (url) => new WebSocket(url));
    void connection.closed.then(() => leave('disconnected', disconnected));
    useBrowserSession.setState({ state: 'open', failure: null });
    return connection;
  } catch (error) {
    if (!(error instanceof NotAdmitted)) return leave('disconnected', disconnected);
    sessionStorage.removeItem(TICKET);
    return leave('ended', isLaunch ? linkUsed : ended);
  }
}

function leave(state: 'disconnected' | 'ended', failure: Failure): null {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "default-src 'none'";
  document.head.append(policy);
  useBrowserSession.setState({ state, failure });
  return null;
}

/**
 * Loads the code that screens import on demand, which the page names as `late-module`. Code that arrived before the proof of the server came
 * from this server. Rejects if code is missing.
 */
async function loadLateCode(): Promise<void> {
  const modules = [...document.querySelectorAll<HTMLMetaElement>('meta[name=late-module]')].map(
    ({ content }) =>
      new Promise<void>((resolve, reject) => {
        const link = Object.assign(document.createElement('link'), {
          rel: 'modulepreload',
          crossOrigin: 'anonymous',
          href: content,
          onload: () => resolve(),
          onerror: () => reject(new Error(`missing code: ${content}`)),
        });
        document.head.append(link);
      }),
  );
  await Promise.all(modules);
}
