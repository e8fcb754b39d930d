import { createHash } from 'node:crypto';
import { ulid } from 'ulid';
import { firstCharacters, LONGEST_REFERENCE } from '../contract/characters.ts';
import type { Clock, Random } from './clock.ts';
import type { Ledger } from './ledger/db/ledger.ts';
import { readStamps } from './ledger/tables/stamps.ts';

// An id is a ULID: 10 characters of time and 16 random characters. In the id of a submission, the random characters begin with the stamp.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_LENGTH = 10;
const STAMP_LENGTH = 8;
const STAMPED = /[0-7][0-9A-HJKMNP-TV-Z]{9}([0-9A-HJKMNP-TV-Z]{8})[0-9A-HJKMNP-TV-Z]{8}$/;

export function newId(clock: Clock, random: Random): string {
  return ulid(Math.floor(clock.now()), random);
}

/** The external_id template of a folder rule, and the texts that fill the template in. */
export interface ExternalIdForm {
  readonly template: string;
  readonly key: string | null;
  readonly folder: string;
}

/**
 * Makes the id and the external_id of a new submission. Without `form`, both are equal. Every external_id that Clearfolder makes comes from
 * this function and ends with the id, which contains the stamp of this station (`stampOf`). A ledger that no station has opened has no
 * stamp; all characters of the id are then random.
 */
export function newSubmissionId(
  { ledger, clock, random }: { readonly ledger: Ledger; readonly clock: Clock; readonly random: Random },
  form: ExternalIdForm | null = null,
): { readonly id: string; readonly externalId: string } {
  const plain = newId(clock, random);
  const [stamp] = readStamps(ledger);
  const id =
    stamp === undefined
      ? plain
      : plain.slice(0, TIME_LENGTH) + stamp + plain.slice(TIME_LENGTH + STAMP_LENGTH);
  return { id, externalId: form === null ? id : fillExternalId({ ...form, id }) };
}

/**
 * Fills in the external_id template of a folder rule. Every template ends with `{id}`. If the result is too long, the text before the final
 * id is shortened.
 */
function fillExternalId({ template, id, key, folder }: ExternalIdForm & { readonly id: string }): string {
  const filled = template
    .slice(0, -'{id}'.length)
    .replace(/\{(id|key|folder)\}/g, (_, name: string) =>
      name === 'id' ? id : name === 'key' ? (key ?? '') : folder,
    );
  return firstCharacters(filled, LONGEST_REFERENCE - id.length) + id;
}

/** Returns the characters of an external_id at the place of a stamp; null if the external_id does not end like an id of a submission. */
export function stampOf(externalId: string): string | null {
  return STAMPED.exec(externalId)?.[1] ?? null;
}

/**
 * Returns a stamp of a station: eight characters from a one-way hash, so that nobody can compute the id of the station from the stamp.
 * `word`: empty for the first stamp of the station, and random for a later stamp.
 */
export function deriveStamp(stationId: string, environment: string, word: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(['stamp', stationId, environment, word]))
    .digest();
  return [...hash.subarray(0, STAMP_LENGTH)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
}
