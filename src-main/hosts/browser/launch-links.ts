import { newSecret } from '../../contract/sealed.ts';
import type { Clock } from '../../core/clock.ts';
import { idOfSecret } from './secret-token.ts';

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
