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
      say('This text is in UTF-16, and Clearfolder reads an api_secret in UTF-8. Nothing was changed.'),
      say(
        'Save the file with the api_secret as UTF-8: in Notepad with "Save as" and the encoding "UTF-8", in Windows PowerShell with "Set-Content -Encoding utf8". Then set the api_secret again.',
      ),
    );
  }
  throw new SecretStoreError(
    'secrets.bad-secret',
    say(
      'This is not an api_secret: an api_secret has three parts with colons between them, provider:uid:secret, without spaces. Nothing was changed.',
    ),
    say("Copy the whole api_secret from the service's web page of your organization and set it again."),
  );
}

/** Returns a keyed hash of `provider:uid`, 64 hexadecimal digits. A rotated secret of the same organization gives the same id (I12). */
export function organisationId(apiSecret: string): string {
  const [provider = '', uid = ''] = apiSecret.split(':');
  return createHmac('sha256', ORGANISATION_KEY).update(`${provider}:${uid}`).digest('hex');
}
