import type {
  CredentialStore,
  StoredToken,
  StoredWait,
} from '../../../../src-main/core/service/service-client.ts';

export const SECRET = 'clinic:user-7:very-secret-value';

/** Credentials in memory, as a test sets and sees them. */
export class MemoryCredentials implements CredentialStore {
  secret: string | null = SECRET;
  token: StoredToken | null = null;
  refused: string | null = null;
  wait: StoredWait | null = null;
  readSecret = async (): Promise<string | null> => this.secret;
  readToken = async (): Promise<StoredToken | null> => this.token;
  readRefused = async (): Promise<string | null> => this.refused;
  readWait = async (): Promise<StoredWait | null> => this.wait;
  writeWait = async (wait: StoredWait | null): Promise<void> => {
    this.wait = wait;
  };
  writeToken = async (token: StoredToken | null): Promise<void> => {
    this.token = token;
  };
  writeRefused = async (fingerprint: string | null): Promise<void> => {
    this.refused = fingerprint;
  };
}
