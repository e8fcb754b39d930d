import { createHash } from 'node:crypto';
import { newSecret } from '../../contract/proof.ts';
import type { Clock } from '../../core/clock.ts';

export const LINK_MS = 60_000;
const LINKS_AT_MOST = 20;
// How long a ticket lasts after the connection of its page closed.
const TICKET_MS = 12 * 3_600_000;
const CLOSED_AT_MOST = 25;

/** The secrets by which pages connect, each once: one-time links, and the tickets of pages that connected before. */
export interface Passes {
  /** Creates a one-time link, and returns the secret for the fragment of its URL. Browsers never send the fragment. */
  link(): string;
  /** Returns the secret of the valid link or ticket with this id (`idOf`), or null. */
  secretOf(id: string): string | null;
  /** Must be called when a page proved to know the secret with this id. Returns null if the secret is not valid any more. */
  enter(id: string): Entry | null;
}

/** The entry of one page. */
export interface Entry {
  readonly ticket: string;
  /** Must be called when the page has stored the ticket. Spends the secret of the page. Returns false if another page spent it first. */
  confirm(): boolean;
  /** Must be called when the connection of the page closed. */
  leave(): void;
}

interface Pass {
  readonly id: string;
  readonly secret: string;
  readonly isLink: boolean;
  /** The pass that this ticket replaces, until the page is known to have this ticket: the frame with the ticket may get lost. */
  before: Pass | null;
  /** The monotonic time; infinite while the page is connected. */
  until: number;
}

export function createPasses(clock: Clock): Passes {
  let all: Pass[] = [];
  const valid = () => {
    all = all.filter(({ until }) => clock.monotonic() < until);
    return all;
  };
  const find = (id: string) => valid().find((pass) => pass.id === id) ?? null;
  const add = (isLink: boolean, before: Pass | null, until: number) => {
    const secret = newSecret();
    const pass = { id: idOfSecret(secret), secret, isLink, before, until };
    all = [...valid(), pass];
    return pass;
  };
  const remove = (passes: readonly Pass[]) => {
    all = all.filter((pass) => !passes.includes(pass));
  };
  // Spends the pass that `pass` replaces, and the tickets that other pages got for the same pass.
  const confirm = (pass: Pass) => {
    const { before } = pass;
    if (before === null) return;
    pass.before = null;
    remove(all.filter((other) => other === before || other.before === before));
  };
  return {
    link: () => {
      const { secret } = add(true, null, clock.monotonic() + LINK_MS);
      remove(all.filter(({ isLink }) => isLink).slice(0, -LINKS_AT_MOST));
      return secret;
    },
    secretOf: (id) => find(id)?.secret ?? null,
    enter: (id) => {
      const used = find(id);
      if (used === null) return null;
      confirm(used);
      const ticket = add(false, used, Number.POSITIVE_INFINITY);
      return {
        ticket: ticket.secret,
        confirm: () => {
          if (!all.includes(ticket)) return false;
          confirm(ticket);
          return true;
        },
        leave: () => {
          ticket.until = clock.monotonic() + TICKET_MS;
          const closed = all.filter(({ isLink, until }) => !isLink && Number.isFinite(until));
          remove(closed.sort((one, other) => one.until - other.until).slice(0, -CLOSED_AT_MOST));
        },
      };
    },
  };
}

/** Returns the id of a secret. `idOf` in contract/proof.ts returns the same id, but only asynchronously. */
export function idOfSecret(secret: string): string {
  return createHash('sha256').update(Buffer.from(secret, 'base64url')).digest('base64url');
}
