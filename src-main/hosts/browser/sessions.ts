import type { Clock } from '../../core/clock.ts';
import { digestOf, newToken, sameDigest } from './secret-token.ts';

/** Counted from when no page of the session listened any more. */
const IDLE_MS = 12 * 3_600_000;
/** Counted from the launch; a reload does not begin it anew. */
const ABSOLUTE_MS = 24 * 3_600_000;
const SESSIONS_AT_MOST = 25;

/** What a page gets: `bearer` stays in its memory, `resume` lets the same tab go on after a reload. */
export interface Admission {
  readonly bearer: string;
  readonly resume: string;
}

/** One page that was let in. */
export interface Session {
  readonly bearer: Buffer;
  readonly resume: Buffer;
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
  /** The session of a bearer, seen now; null where there is none (any more). */
  find(bearer: string): Session | null;
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
    const admission = { bearer: newToken(), resume: newToken() };
    const session = {
      bearer: digestOf(admission.bearer),
      resume: digestOf(admission.resume),
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
    resume: (ticket) => {
      const digest = digestOf(ticket);
      const session = all.find((other) => !other.replaced && sameDigest(other.resume, digest));
      if (session === undefined || !lasts(session)) return null;
      confirm(session);
      return admit(session.startedAt, session);
    },
    find: (bearer) => {
      const digest = digestOf(bearer);
      const session = all.find((other) => sameDigest(other.bearer, digest));
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
