import { createHmac } from 'node:crypto';

/** Stations must come to the same id for the same organisation, so the key is the same in every installation. */
const KEY = 'clearfolder organisation 1';

/**
 * The organisation that an api_secret of the form `provider:uid:secret` belongs to (docs/service.md 5.2): a keyed hash of
 * `provider:uid`, 64 hexadecimal digits. A rotated secret of the same organisation gives the same id (I12).
 */
export function organisationId(apiSecret: string): string {
  const [provider = '', uid = ''] = apiSecret.split(':');
  return createHmac('sha256', KEY).update(`${provider}:${uid}`).digest('hex');
}
