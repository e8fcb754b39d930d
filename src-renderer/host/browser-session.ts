import { z } from 'zod';
import { create } from 'zustand';
import { type Failure, resultSchema } from '../../src-main/contract/result.ts';

interface Session {
  readonly state: 'starting' | 'open' | 'ended';
  /** Why it has ended; to be said in place of every screen. */
  readonly failure: Failure | null;
}

/** How this page stands to the server it came from. On the desktop it stays at 'starting' and means nothing. */
export const useBrowserSession = create<Session>(() => ({ state: 'starting', failure: null }));

const TICKET = 'clearfolder.resume';
const LAUNCH = '#launch=';
const admissionSchema = z.object({ bearer: z.string(), resume: z.string() });

/** In this page's memory only: whoever can read the browser's storage cannot ask with it. */
let bearer: string | null = null;

/** Lets this page in: by the one-time link it was opened with, or by the ticket that its tab kept over a reload. */
export async function enter(): Promise<void> {
  window.addEventListener('hashchange', () => {
    // A fresh link, opened in the window that is already there.
    if (window.location.hash.startsWith(LAUNCH)) window.location.reload();
  });
  const { hash } = window.location;
  const ticket = sessionStorage.getItem(TICKET);
  if (hash.startsWith(LAUNCH)) {
    window.history.replaceState(null, '', window.location.pathname);
    await exchange('/api/launch', hash.slice(LAUNCH.length));
  } else if (ticket !== null) await exchange('/api/resume', ticket);
  else endSession(noLink);
}

/** The header that proves this page was let in. */
export function authorisation(): Record<string, string> {
  return bearer === null ? {} : { Authorization: `Bearer ${bearer}` };
}

/** To be called with every failure that the server answered with. */
export function noticeFailure(failure: Failure): void {
  if (failure.code === 'session.ended') endSession(failure);
}

function endSession(failure: Failure): void {
  bearer = null;
  useBrowserSession.setState({ state: 'ended', failure });
}

async function exchange(url: string, token: string): Promise<void> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    const result = resultSchema.parse(await response.json());
    if (!result.ok) {
      sessionStorage.removeItem(TICKET);
      endSession(result.error);
      return;
    }
    const admission = admissionSchema.parse(result.value);
    // Kept before the first question: with that the ticket before it is spent.
    sessionStorage.setItem(TICKET, admission.resume);
    bearer = admission.bearer;
    useBrowserSession.setState({ state: 'open', failure: null });
  } catch {
    endSession(unreachable);
  }
}

const noLink: Failure = {
  code: 'session.none',
  message: 'This window was not opened with a link of Clearfolder, so it shows nothing.',
  next: 'Open Clearfolder from where you started it; on its terminal, Enter prints a fresh link.',
};
export const unreachable: Failure = {
  code: 'host.gone',
  message: 'The Clearfolder behind this window does not answer. Nothing was changed by what you just did.',
  next: 'Wait a moment and try again. If it lasts, start Clearfolder again; what was recorded is safe.',
};
export const unreadable: Failure = {
  code: 'host.unreadable',
  message: 'Clearfolder answered this window in a way it does not understand.',
  next: 'Reload this window.',
};
