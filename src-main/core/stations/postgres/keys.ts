import { createCipheriv, createDecipheriv, createHmac, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

// The salt is a constant, so that the same passphrase gives the same keys for every database. The passphrase must therefore be long.
const SALT = 'clearfolder stations 1';
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const IV = 12;
const TAG = 16;

/**
 * The keys that all stations of a database derive from their common passphrase. A reader of the database without the keys sees neither
 * which documents exist nor the external_ids, which may identify a patient (I11).
 */
export interface StationKeys {
  /** A value that differs for each passphrase. The database stores `check` to refuse a station with another passphrase. */
  readonly check: Buffer;
  keyOf(claim: string): Buffer;
  /** Encrypts the external_id of a claim. Equal external_ids have equal results. */
  seal(externalId: string): Buffer;
  /** Decrypts what `seal` returned. Returns null if the external_id was sealed with other keys or is damaged. */
  open(sealed: Buffer): string | null;
}

const derive: (passphrase: string, salt: string, length: number, options: typeof COST) => Promise<Buffer> =
  promisify(scrypt);

export async function stationKeys(passphrase: string): Promise<StationKeys> {
  const both = await derive(passphrase, SALT, 64, COST);
  const [macKey, sealKey] = [both.subarray(0, 32), both.subarray(32)];
  const mac = (use: string, text: string) => createHmac('sha256', macKey).update(`${use}\0${text}`).digest();
  return {
    check: mac('check', ''),
    keyOf: (claim) => mac('claim', claim),
    seal: (externalId) => {
      const iv = mac('iv', externalId).subarray(0, IV);
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv);
      const body = Buffer.concat([cipher.update(externalId, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    open: (sealed) => {
      try {
        const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, IV));
        decipher.setAuthTag(sealed.subarray(IV, IV + TAG));
        return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
