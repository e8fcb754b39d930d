import { type AppEvent, appEventSchema } from '../../src-main/contract/events.ts';
import { askInSession, useBrowserSession } from './browser-session.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
/** The server sends a heartbeat every five seconds. After `SILENCE_MS` without a heartbeat or an event, the connection counts as lost. */
const SILENCE_MS = 20_000;

/** Follows the events of the server, and connects again after each break. Ends with the session or by a call of the returned function. */
export function followEvents(listener: (event: AppEvent) => void, onLink: (up: boolean) => void): () => void {
  const ended = new AbortController();
  void follow(listener, onLink, ended.signal);
  return () => ended.abort();
}

async function follow(
  listener: (event: AppEvent) => void,
  onLink: (up: boolean) => void,
  ended: AbortSignal,
): Promise<void> {
  let wait = FIRST_WAIT_MS;
  while (!ended.aborted && useBrowserSession.getState().state === 'open') {
    await readOnce((event) => {
      wait = FIRST_WAIT_MS;
      if (ended.aborted) return;
      onLink(true);
      if (event !== null) listener(event);
    }, ended);
    if (ended.aborted) return;
    onLink(false);
    await pause(wait * (0.5 + Math.random() / 2), ended);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

/** Reads events until the stream breaks. Calls `take` for each event, and with null for each heartbeat (an empty line). */
async function readOnce(take: (event: AppEvent | null) => void, ended: AbortSignal): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const signal = AbortSignal.any([ended, silence.signal]);
    for await (const frame of askInSession('GET', '/api/events', null, signal)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      for (const line of new TextDecoder().decode(frame).split('\n').slice(0, -1))
        take(line === '' ? null : eventOf(line));
    }
  } catch {
    // The next attempt to connect shows whether the stream broke or the session ended.
  } finally {
    clearTimeout(timer);
  }
}

function eventOf(line: string): AppEvent | null {
  // An event that this page does not know, perhaps of a newer program, is ignored.
  try {
    return appEventSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

function pause(ms: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    // When a person returns to the window, the page tries to connect again at once.
    window.addEventListener('focus', () => resolve(), { once: true, signal: ended });
    ended.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
