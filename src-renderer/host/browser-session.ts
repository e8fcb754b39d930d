import { z } from 'zod';
import { create } from 'zustand';
import type { Failure } from '../../src-main/contract/result.ts';
import { NotProven, type SealingKey, sealingKey } from '../../src-main/contract/sealed.ts';
import { linkUsed, noLink, sessionEnded, unreachable } from './browser-failures.ts';
import { firstFrame, jsonIn, sealedAnswer } from './sealed-fetch.ts';

interface Session {
  readonly state: 'starting' | 'open' | 'ended';
  /** Why the session ended, shown in place of every screen; null before the end. */
  readonly failure: Failure | null;
}

/** The session of this page with its server. On the desktop the state stays 'starting' and has no meaning. */
export const useBrowserSession = create<Session>(() => ({ state: 'starting', failure: null }));

const TICKET = 'clearfolder.resume';
const LAUNCH = '#launch=';
const admissionSchema = z.object({ key: z.string(), ticket: z.string() });

/** The key stays in memory and is never sent, so that access to the storage of the browser gives no access to the server. */
let key: SealingKey | null = null;

/**
 * Opens the session with the one-time link, or with the ticket that the tab stored before a reload. The page does not send the secret of
 * the link or the ticket: the page proves that it has the secret, and accepts only a response that is sealed with the secret. After a
 * reload, any program that serves the page can read the ticket, but a ticket is worthless once its server has ended.
 */
export async function enter(): Promise<void> {
  window.addEventListener('hashchange', () => {
    // A person opened a new link in this window.
    if (window.location.hash.startsWith(LAUNCH)) window.location.reload();
  });
  const { hash } = window.location;
  const ticket = sessionStorage.getItem(TICKET);
  if (hash.startsWith(LAUNCH)) {
    window.history.replaceState(null, '', window.location.pathname);
    await exchange('/api/launch', hash.slice(LAUNCH.length), linkUsed);
  } else if (ticket !== null) await exchange('/api/resume', ticket, sessionEnded);
  else endSession(noLink);
}

/**
 * Sends a request in this session. Yields the frames of the response.
 *
 * @throws NotProven if the session has ended, or if the response was not sealed with the key of the session. Such a response ends the
 *   session.
 * @throws TypeError if nothing responds
 */
export async function* askInSession(
  method: 'GET' | 'POST',
  path: string,
  body: Uint8Array<ArrayBuffer> | null,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (key === null) throw new NotProven();
  try {
    yield* sealedAnswer(key, method, path, body, signal);
  } catch (error) {
    if (error instanceof NotProven) endSession(sessionEnded);
    throw error;
  }
}

export function failureOf(error: unknown): Failure {
  return error instanceof NotProven ? sessionEnded : unreachable;
}

/** Returns the key; null if the session is not open. */
export function sessionKey(): SealingKey | null {
  return key;
}

/** Ends the session. The page then loads nothing more, because another program may now use the address of the server. */
export function endSession(failure: Failure): void {
  key = null;
  // If the server is unreachable, the ticket stays: the call may have failed because of a reload, and the next page needs the ticket.
  if (failure !== unreachable) sessionStorage.removeItem(TICKET);
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "default-src 'none'";
  document.head.append(policy);
  useBrowserSession.setState({ state: 'ended', failure });
}

async function exchange(path: string, secret: string, refused: Failure): Promise<void> {
  try {
    const answer = await firstFrame(sealedAnswer(await sealingKey(secret), 'POST', path, null));
    const { ok, value } = z.object({ ok: z.literal(true), value: admissionSchema }).parse(jsonIn(answer));
    // The ticket is saved before the first call, because that call makes the previous ticket invalid.
    if (ok) sessionStorage.setItem(TICKET, value.ticket);
    key = await sealingKey(value.key);
    useBrowserSession.setState({ state: 'open', failure: null });
  } catch (error) {
    endSession(error instanceof TypeError ? unreachable : refused);
  }
}
