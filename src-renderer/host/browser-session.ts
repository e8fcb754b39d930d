import { z } from 'zod';
import { create } from 'zustand';
import type { Failure } from '../../src-main/contract/result.ts';
import { NotProven, type SealingKey, sealingKey } from '../../src-main/contract/sealed.ts';
import { linkUsed, noLink, sessionEnded, unreachable } from './browser-failures.ts';
import { firstFrame, jsonIn, sealedAnswer } from './sealed-fetch.ts';

interface Session {
  readonly state: 'starting' | 'open' | 'ended';
  /** Why it has ended; to be said in place of every screen. */
  readonly failure: Failure | null;
}

/** How this page stands to the server it came from. On the desktop it stays at 'starting' and means nothing. */
export const useBrowserSession = create<Session>(() => ({ state: 'starting', failure: null }));

const TICKET = 'clearfolder.resume';
const LAUNCH = '#launch=';
const admissionSchema = z.object({ key: z.string(), ticket: z.string() });

/** In this page's memory only, and never sent: whoever can read the browser's storage cannot ask with it. */
let key: SealingKey | null = null;

/**
 * Lets this page in: by the one-time link it was opened with, or by the ticket that its tab kept over a reload. Neither is sent:
 * the page proves to have it, and takes what the answering server sealed with it. A reload shows the ticket to whoever then
 * serves the page; after the end of the server that gave it, the ticket is worth nothing.
 */
export async function enter(): Promise<void> {
  window.addEventListener('hashchange', () => {
    // A fresh link, opened in the window that is already there.
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
 * Asks in this session. Gives the frames of the answer.
 * @throws NotProven where the session is over, or what answers does not have its key: then the session ends
 * @throws TypeError where nothing answers
 */
export async function* askInSession(
  method: 'GET' | 'POST',
  path: string,
  body: Uint8Array | null,
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

/** What a call gives that failed with `error`. */
export function failureOf(error: unknown): Failure {
  return error instanceof NotProven ? sessionEnded : unreachable;
}

/** From then on this document asks and loads nothing more, code included: a stranger may listen where it came from. */
function endSession(failure: Failure): void {
  key = null;
  // What broke off may be a reload, whose page needs the ticket.
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
    // Kept before the first question: with that the ticket before it is spent.
    if (ok) sessionStorage.setItem(TICKET, value.ticket);
    key = await sealingKey(value.key);
    useBrowserSession.setState({ state: 'open', failure: null });
  } catch (error) {
    endSession(error instanceof TypeError ? unreachable : refused);
  }
}
