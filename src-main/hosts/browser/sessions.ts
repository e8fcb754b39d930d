import { createHash } from 'node:crypto';
import { newSecret } from '../../contract/sealed.ts';
import type { Clock } from '../../core/clock.ts';

/** Counted from when no page of the session listened any more. */
const IDLE_MS = 12 * 3_600_000;
/** Counted from the launch; a reload does not begin it anew. */
const ABSOLUTE_MS = 24 * 3_600_000;
const SESSIONS_AT_MOST = 25;

/** What a page gets, and never sends: `key` stays in its memory, `ticket` lets the same tab go on after a reload. */
export interface Admission {
  readonly key: string;
  readonly ticket: string;
}

/** One page that was let in. */
export interface Session {
  readonly key: string;
  readonly keyId: string;
  readonly ticket: string;
  readonly ticketId: string;
  readonly startedAt: number;
  /** The session of the same tab before its reload, until this one is used. */
  before: Session | null;
  lastSeen: number;
  listeners: number;
  /** A reload has taken its place: it lasts only while its page still listens, and its ticket is spent. */
  replaced: boolean;
}

/** Who may ask: pages that came through a link of ours. */
export interface Sessions {
  start(): Admission;
  /** A new session for the tab that holds this ticket; null where the ticket is spent, unknown or too old. */
  resume(ticket: string): Admission | null;
  /** The ticket with this id that is still good; null where there is none. */
  findTicket(id: string): string | null;
  /** The session whose key has this id; null where there is none (any more). */
  find(id: string): Session | null;
  /** The session of a key that its page proved to have, seen now; null where there is none (any more). */
  seen(key: string): Session | null;
  /** Whether a session found earlier still lasts. */
  lasts(session: Session): boolean;
  /** Keeps the session from idling until the function is called. */
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
  /** A reload counts once its page is there: until then the ticket is good again, because the answer may never have arrived. */
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
/** Enough for the person who opens several, few enough to forget. */
const OPEN_AT_MOST = 20;

/** Links that each open one page once, within a minute. */
export interface LaunchLinks {
  /** A fresh secret, for the fragment of a link: browsers send fragments to nobody. */
  issue(): string;
  /** The secret of a link that is still open, by the id of its key; null where there is none. */
  find(id: string): string | null;
  /** Whether this was a secret of an open link; it is none from then on. */
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

/** The id of the key that a secret stands for: `idOf` of contract/sealed.ts, at once. */
export function idOfSecret(secret: string): string {
  return createHash('sha256').update(Buffer.from(secret, 'base64url')).digest('base64url');
}
