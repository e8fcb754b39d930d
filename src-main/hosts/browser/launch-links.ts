import type { Clock } from '../../core/clock.ts';
import { digestOf, newToken, sameDigest } from './secret-token.ts';

export const LINK_MS = 60_000;
/** Enough for the person who opens several, few enough to forget. */
const OPEN_AT_MOST = 20;

/** Links that each open one page once, within a minute. */
export interface LaunchLinks {
  /** A fresh token, for the fragment of a link: browsers send fragments to nobody. */
  issue(): string;
  /** Whether the token is one of them; it is none of them from then on. */
  redeem(token: string): boolean;
}

export function createLaunchLinks(clock: Clock): LaunchLinks {
  let open: { digest: Buffer; until: number }[] = [];
  const valid = () => open.filter((link) => clock.monotonic() < link.until);
  return {
    issue: () => {
      const token = newToken();
      open = [...valid(), { digest: digestOf(token), until: clock.monotonic() + LINK_MS }].slice(
        -OPEN_AT_MOST,
      );
      return token;
    },
    redeem: (token) => {
      const digest = digestOf(token);
      const left = valid().filter((link) => !sameDigest(link.digest, digest));
      const redeemed = left.length < valid().length;
      open = left;
      return redeemed;
    },
  };
}
