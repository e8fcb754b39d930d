import type { StoredToken } from '../service-client.ts';
import { ServiceError } from '../service-failure.ts';

/** An organisation of the service, by `organisationId` of its api_secret and the name of the last sign-in. */
export interface Organisation {
  readonly id: string;
  readonly name: string;
}

/** Whether calls may go out under an organisation. */
export type Admission =
  | { readonly do: 'send' }
  /** Only if the service has this Task under the organisation. */
  | { readonly do: 'prove'; readonly taskUuid: string }
  /** `record` is the name of the record's organisation, where a name is known. */
  | { readonly do: 'stop'; readonly record: string | null };

/** The owner of the record that a client serves (I12). */
export interface RecordOwner {
  /** Called before each request except the token exchange. */
  admit(organisation: Organisation): Admission;
  /** The service's response to a proof. */
  learn(organisation: Organisation, hasTask: boolean): void;
}

interface TokenParts {
  readonly owner: RecordOwner;
  /** The token of the api_secret in force, whichever organisation the api_secret belongs to. */
  readonly bearer: () => Promise<StoredToken>;
  /** The organisation that a token was given to; null for a token that is no longer in use. */
  readonly organisationOf: (held: StoredToken) => Organisation | null;
  /** Whether the service has this Task, asked with these tokens. Rejects with a ServiceError that says "nothing was sent". */
  readonly hasTask: (uuid: string, bearer: () => Promise<StoredToken>) => Promise<boolean>;
}

/**
 * Gives tokens of the record's organisation alone, to everything that sends one. Rejects with `other-organisation` before
 * the request that the token was wanted for (I12).
 */
export function tokensOfOwner({ owner, bearer, organisationOf, hasTask }: TokenParts) {
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
