import { createHash } from 'node:crypto';
import { newSecret } from '../../contract/sealed.ts';
import type { Clock } from '../../core/clock.ts';

// The milliseconds after which a session ends if its page no longer listens for events.
const IDLE_MS = 12 * 3_600_000;
// The milliseconds from the launch of a page to the end of its session. Reloads of the page do not extend this time.
const ABSOLUTE_MS = 24 * 3_600_000;
const SESSIONS_AT_MOST = 25;

/** The secrets of a page, which the page never sends. `ticket` lets the same tab start a new session after a reload. */
export interface Admission {
  readonly key: string;
  readonly ticket: string;
}

export interface Session {
  readonly key: string;
  readonly keyId: string;
  readonly ticket: string;
  readonly ticketId: string;
  readonly startedAt: number;
  /** The session that the same tab had before its reload. Null without a reload, and after the first request in this session. */
  before: Session | null;
  lastSeen: number;
  listeners: number;
  /** True if the page was reloaded and uses another session now. The replaced session ends when the old page stops listening. */
  replaced: boolean;
}

export interface Sessions {
  start(): Admission;
  /** Starts a new session for the tab that has this ticket; null if the ticket is unknown or too old, or the tab uses a newer session. */
  resume(ticket: string): Admission | null;
  /** Returns the valid ticket with this id, or null. */
  findTicket(id: string): string | null;
  /** Returns the session whose key has this id, or null. */
  find(id: string): Session | null;
  /** Records the time at which a page proved to have this key. Returns the session of the key, or null. */
  seen(key: string): Session | null;
  lasts(session: Session): boolean;
  /** Keeps the session alive until the caller calls the returned function, which must happen when the page stops listening. */
  listen(session: Session): () => void;
}

export function createSessions(clock: Clock): Sessions {
  let all: Session[] = [];
  const end = (session: Session) => {
    all = all.filter((other) => other !== session);
  };
  const lasts = (session: Session) => {
    const now = clock.monotonic();
    const idle = session.listeners === 0 && now - session.lastSeen >= IDLE_MS;
    const over = idle || now - session.startedAt >= ABSOLUTE_MS;
    if (over) end(session);
    return !over && all.includes(session);
  };
  const admit = (startedAt: number, before: Session | null): Admission => {
    const admission = { key: newSecret(), ticket: newSecret() };
    const session = {
      ...admission,
      keyId: idOfSecret(admission.key),
      ticketId: idOfSecret(admission.ticket),
      startedAt,
      before,
      lastSeen: clock.monotonic(),
      listeners: 0,
      replaced: false,
    };
    all = [...all.filter(lasts), session];
    if (all.length > SESSIONS_AT_MOST) end(longestUnseen(all));
    return admission;
  };
  // The old session ends only when the page uses the new session, because the response with the new key and ticket may get lost.
  const confirm = (session: Session) => {
    const { before } = session;
    if (before === null) return;
    session.before = null;
    for (const rival of all.filter((other) => other.before === before)) end(rival);
    before.replaced = true;
    if (before.listeners === 0) end(before);
  };

  return {
    start: () => admit(clock.monotonic(), null),
    findTicket: (id) => {
      const session = all.find((other) => !other.replaced && other.ticketId === id);
      return session !== undefined && lasts(session) ? session.ticket : null;
    },
    resume: (ticket) => {
      const session = all.find((other) => !other.replaced && other.ticket === ticket);
      if (session === undefined || !lasts(session)) return null;
      confirm(session);
      return admit(session.startedAt, session);
    },
    find: (id) => {
      const session = all.find((other) => other.keyId === id);
      return session !== undefined && lasts(session) ? session : null;
    },
    seen: (key) => {
      const session = all.find((other) => other.key === key);
      if (session === undefined || !lasts(session)) return null;
      session.lastSeen = clock.monotonic();
      confirm(session);
      return session;
    },
    lasts,
    listen: (session) => {
      session.listeners += 1;
      let listening = true;
      return () => {
        if (!listening) return;
        listening = false;
        session.listeners -= 1;
        session.lastSeen = clock.monotonic();
        if (session.replaced && session.listeners === 0) end(session);
      };
    },
  };
}

function longestUnseen(sessions: readonly Session[]): Session {
  return sessions.reduce((oldest, session) =>
    session.listeners < oldest.listeners ||
    (session.listeners === oldest.listeners && session.lastSeen < oldest.lastSeen)
      ? session
      : oldest,
  );
}

export const LINK_MS = 60_000;
const OPEN_AT_MOST = 20;

/** One-time links. Each link admits one page within a minute. */
export interface LaunchLinks {
  /** Creates a link, and returns the secret for the fragment of its URL. Browsers never send the fragment. */
  issue(): string;
  /** Returns the secret of the valid link with this id (`idOfSecret`), or null. */
  find(id: string): string | null;
  /** Returns whether the secret belongs to a valid link. Each link can be redeemed once. */
  redeem(secret: string): boolean;
}

export function createLaunchLinks(clock: Clock): LaunchLinks {
  let open: { id: string; secret: string; until: number }[] = [];
  const valid = () => open.filter((link) => clock.monotonic() < link.until);
  return {
    issue: () => {
      const secret = newSecret();
      const link = { id: idOfSecret(secret), secret, until: clock.monotonic() + LINK_MS };
      open = [...valid(), link].slice(-OPEN_AT_MOST);
      return secret;
    },
    find: (id) => valid().find((link) => link.id === id)?.secret ?? null,
    redeem: (secret) => {
      const left = valid().filter((link) => link.secret !== secret);
      const redeemed = left.length < valid().length;
      open = left;
      return redeemed;
    },
  };
}

/** Returns the id of the key that belongs to a secret. `idOf` in contract/sealed.ts returns the same id, but only asynchronously. */
export function idOfSecret(secret: string): string {
  return createHash('sha256').update(Buffer.from(secret, 'base64url')).digest('base64url');
}
