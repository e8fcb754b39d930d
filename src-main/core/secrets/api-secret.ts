import { createHmac } from 'node:crypto';
import { say } from '../../contract/say.ts';
import { SecretStoreError } from './secret-store.ts';

// The key is the same in every installation, so that all stations compute the same id for an organization.
const ORGANISATION_KEY = 'clearfolder organisation 1';

/**
 * Returns the api_secret in `text` without the white space around the api_secret. No error message contains `text`.
 * @throws SecretStoreError `secrets.bad-secret` if the form is not `provider:uid:secret` (docs/service.md 5.2)
 */
export function parseApiSecret(text: string): string {
  const secret = text.trim();
  const parts = secret.split(':');
  if (parts.length === 3 && parts.every((part) => part !== '') && /^[\x21-\x7e]+$/.test(secret))
    return secret;
  if (secret.includes('\0')) {
    throw new SecretStoreError(
      'secrets.bad-secret',
      say('secrets.textUtf16'),
      say('secrets.saveFileApiSecret'),
    );
  }
  throw new SecretStoreError(
    'secrets.bad-secret',
    say('secrets.notApiSecret'),
    say('secrets.copyWholeApiSecret'),
  );
}

/** Returns a keyed hash of `provider:uid`, 64 hexadecimal digits. A rotated secret of the same organization gives the same id (I12). */
export function organisationId(apiSecret: string): string {
  const [provider = '', uid = ''] = apiSecret.split(':');
  return createHmac('sha256', ORGANISATION_KEY).update(`${provider}:${uid}`).digest('hex');
}
