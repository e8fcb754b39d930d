import { z } from 'zod';
import type { Failure } from '../../src-main/contract/result.ts';
import { NotProven, type SealingKey, sealingKey } from '../../src-main/contract/sealed.ts';
import { keptStore } from '../state/store.ts';
import { linkUsed, noLink, sessionEnded, unreachable } from './browser-failures.ts';
import { firstFrame, jsonIn, sealedAnswer } from './sealed-fetch.ts';

interface Session {
  readonly state: 'starting' | 'open' | 'ended';
  /** Why the session ended. The page shows this failure in place of every screen. Null until the session has ended. */
  readonly failure: Failure | null;
}

/** The session of this page with its server. In the desktop program there is no such session, and the state stays `starting`. */
export const useBrowserSession = keptStore<Session>({ state: 'starting', failure: null });

const TICKET = 'clearfolder.resume';
const LAUNCH = '#launch=';
const admissionSchema = z.object({ key: z.string(), ticket: z.string() });

/** The key of the session. The key is only in memory and is never sent, so that no other program can read the key. */
let key: SealingKey | null = null;

/**
 * Opens the session with the secret of the one-time link. After a reload, opens the session with the ticket that the page stored in this
 * tab. The page never sends the secret or the ticket. The page proves that it has the secret or the ticket, and accepts only a response
 * that is sealed with the same secret or ticket. After a reload, another program that serves the page could read the ticket, but a ticket
 * is worthless once its server has ended.
 */
export async function enter(): Promise<void> {
  window.addEventListener('hashchange', () => {
    // A person opened a new link in this window, so the page loads again with the new link.
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
 * @throws TypeError if nothing responds or the response is cut short
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

/** Returns the key of the session; null if the session is not open. */
export function sessionKey(): SealingKey | null {
  return key;
}

/** Ends the session. After that the page loads nothing more, because another program may use the address of the server by then. */
export function endSession(failure: Failure): void {
  key = null;
  // If the server is unreachable, the ticket stays: a reload may have made the call fail, and the page needs the ticket after the reload.
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
    // The new ticket is stored before the first call of the session, because this call makes the previous ticket invalid.
    if (ok) sessionStorage.setItem(TICKET, value.ticket);
    key = await sealingKey(value.key);
    useBrowserSession.setState({ state: 'open', failure: null });
  } catch (error) {
    endSession(error instanceof TypeError ? unreachable : refused);
  }
}
