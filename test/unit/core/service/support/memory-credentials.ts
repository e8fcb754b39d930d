import { createHash } from 'node:crypto';
import type {
  CredentialStore,
  OriginCredentials,
  StoredToken,
  StoredWait,
} from '../../../../../src-main/core/service/service-client.ts';

import { GOOD_TOKEN } from './raw-service.ts';

export const SECRET = 'clinic:user-7:very-secret-value';

/** OriginCredentials in memory, as a test sets and sees them, for whatever origin the test's service has. */
export class MemoryCredentials implements CredentialStore, OriginCredentials {
  boundTo = (): CredentialStore => this;
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

/** OriginCredentials that hold a token already, so that the first connection is the call's own. */
export function signedIn(): MemoryCredentials {
  const credentials = new MemoryCredentials();
  credentials.token = {
    token: 'held',
    obtainedAt: Date.now(),
    secretFingerprint: createHash('sha256').update(SECRET).digest('hex'),
    orgSettings: GOOD_TOKEN.org_settings,
  };
  return credentials;
}
