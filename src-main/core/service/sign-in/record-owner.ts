import type { StoredToken } from '../service-client.ts';
import { ServiceError } from '../service-failure.ts';

/**
 * An organization at the service. `id` is computed from the api_secret (`organisationId`). `name` comes from the last sign-in, and is null
 * if the service gave no name.
 */
export interface Organisation {
  readonly id: string;
  readonly name: string | null;
}

export type Admission =
  | { readonly do: 'send' }
  /** Calls must not be sent. `record`: the name of the organization that owns the ledger; null if no owner is known. */
  | { readonly do: 'stop'; readonly record: string | null };

/** Decides whether the organization of the api_secret may send calls for the documents of a ledger (I12). */
export interface RecordOwner {
  /** Called before each request except the token exchange. Returns whether calls may be sent. */
  admit(organisation: Organisation): Admission;
}

/** The tokens of the current api_secret. The api_secret may belong to any organization. */
interface Tokens {
  readonly bearer: () => Promise<StoredToken>;
  /** Returns the organization of a token; null for a token that is no longer in use. */
  readonly organisationOf: (held: StoredToken) => Organisation | null;
}

/** Returns a function that gives tokens of the owner of the ledger, and otherwise rejects with `other-organisation` (I12). */
export function tokensOfOwner(owner: RecordOwner, { bearer, organisationOf }: Tokens) {
  return async (): Promise<StoredToken> => {
    for (;;) {
      const held = await bearer();
      const organisation = organisationOf(held);
      if (organisation === null) continue;
      const admission = owner.admit(organisation);
      if (admission.do === 'send') return held;
      const { record } = admission;
      throw new ServiceError({ kind: 'other-organisation', secret: organisation.name, record });
    }
  };
}
