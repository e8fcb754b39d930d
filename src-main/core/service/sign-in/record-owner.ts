import type { StoredToken } from '../service-client.ts';
import { ServiceError } from '../service-failure.ts';

/** An organization of the service. `id` is the `organisationId` of its api_secret, and `name` comes from the last sign-in. */
export interface Organisation {
  readonly id: string;
  readonly name: string;
}

export type Admission =
  | { readonly do: 'send' }
  /** Calls may be sent if the service finds this Task with a token of the api_secret's organization. */
  | { readonly do: 'prove'; readonly taskUuid: string }
  /** Calls must not be sent. `record` is the name of the organization that owns the ledger; null if unknown. */
  | { readonly do: 'stop'; readonly record: string | null };

/** Decides whether the organization of the api_secret may send calls for the documents of a ledger (I12). */
export interface RecordOwner {
  /** Called before each request except the token exchange. */
  admit(organisation: Organisation): Admission;
  /** Called after `prove`. `hasTask`: whether the service found the Task with a token of the organization. */
  learn(organisation: Organisation, hasTask: boolean): void;
}

/** The tokens of the current api_secret, of any organization. */
interface Tokens {
  readonly bearer: () => Promise<StoredToken>;
  /** Returns the organization of a token; null for a token that is no longer in use. */
  readonly organisationOf: (held: StoredToken) => Organisation | null;
}

/**
 * Returns a function that gives tokens of the organization that owns the ledger, and otherwise rejects with `other-organisation` (I12).
 * `hasTask` uses the tokens of its second argument to ask the service for a Task. If `hasTask` rejects, the call that needs a token is not
 * sent, and the kind of the ServiceError says so.
 */
export function tokensOfOwner(
  owner: RecordOwner,
  { bearer, organisationOf }: Tokens,
  hasTask: (uuid: string, bearer: () => Promise<StoredToken>) => Promise<boolean>,
) {
  let proof: Promise<void> | null = null;

  async function prove(organisation: Organisation, taskUuid: string): Promise<void> {
    const found = await hasTask(taskUuid, async () => {
      const held = await bearer();
      if (organisationOf(held)?.id === organisation.id) return held;
      const cause = 'the credentials changed during the call';
      throw new ServiceError({ kind: 'auth-wait', retryAfterMs: 0, cause });
    });
    owner.learn(organisation, found);
  }

  return async (): Promise<StoredToken> => {
    for (;;) {
      const held = await bearer();
      const organisation = organisationOf(held);
      if (organisation === null) continue;
      const admission = owner.admit(organisation);
      if (admission.do === 'send') return held;
      if (admission.do === 'stop') {
        const { record } = admission;
        throw new ServiceError({ kind: 'other-organisation', secret: organisation.name, record });
      }
      proof ??= prove(organisation, admission.taskUuid).finally(() => {
        proof = null;
      });
      await proof;
    }
  };
}
