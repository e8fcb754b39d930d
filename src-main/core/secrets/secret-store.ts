import { type Said, say, verbatim } from '../../contract/say.ts';
import { PlainError } from '../plain-error.ts';

export type SecretStoreCode =
  | 'secrets.unavailable'
  | 'secrets.locked'
  | 'secrets.no-answer'
  | 'secrets.unsafe-file'
  | 'secrets.damaged'
  | 'secrets.unwritable'
  | 'secrets.key-lost'
  | 'secrets.check-failed'
  | 'secrets.bad-choice'
  | 'secrets.bad-secret';

/** An error of a secret store. Neither the message nor the cause contains a secret. */
export class SecretStoreError extends PlainError {
  override name = 'SecretStoreError';

  constructor(code: SecretStoreCode, message: Said, next: Said, options?: ErrorOptions) {
    super(code, message, next, options);
  }
}

/** A store of secrets by name (docs/architecture.md 7, I9). Every method that fails rejects with a `SecretStoreError`. */
export interface SecretStore {
  readonly kind: 'keychain' | 'file';
  /** Returns the place of the secrets as a phrase for people, such as "the system's keychain". */
  describe(): Said;
  /** Returns the secret with this name; null if the store certainly has no such secret. For a locked keychain the method rejects. */
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
  /** Writes, reads and deletes a test entry. The error of a failed check says what to do. */
  check(): Promise<void>;
}

/** Returns a secret store that keeps its entries only in memory. */
export function memoryStore(): SecretStore {
  const entries = new Map<string, string>();
  return {
    kind: 'file',
    describe: () => verbatim('memory'),
    get: async (name) => entries.get(name) ?? null,
    set: async (name, value) => void entries.set(name, value),
    delete: async (name) => void entries.delete(name),
    check: async () => undefined,
  };
}

const CANARY = 'check';

/** Checks that a store saves and deletes entries. The check uses a test entry. @throws SecretStoreError `secrets.check-failed` */
export async function checkByCanary(store: Omit<SecretStore, 'check'>): Promise<void> {
  const value = 'a test entry of Clearfolder';
  await store.set(CANARY, value);
  const read = await store.get(CANARY);
  await store.delete(CANARY);
  if (read === value && (await store.get(CANARY)) === null) return;
  throw new SecretStoreError(
    'secrets.check-failed',
    say('secrets.cannotSaveTestEntry', { store: store.describe() }),
    say('secrets.askDepartmentCheckSecret'),
  );
}
