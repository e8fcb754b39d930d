import { SecretStoreError } from './secret-store.ts';

/**
 * The api_secret as typed or pasted, without the white space around it. Throws `secrets.bad-secret` where it is not of
 * the form `provider:uid:secret` (docs/service.md 5.2); the words do not repeat it.
 */
export function parseApiSecret(text: string): string {
  const secret = text.trim();
  const parts = secret.split(':');
  if (parts.length === 3 && parts.every((part) => part !== '') && /^[\x21-\x7e]+$/.test(secret))
    return secret;
  throw new SecretStoreError(
    'secrets.bad-secret',
    'This is not an api_secret: an api_secret has three parts with colons between them, provider:uid:secret, without spaces. Nothing was changed.',
    "Copy the whole api_secret from the service's web page of your organization and set it again.",
  );
}
