import { ulid } from 'ulid';
import type { Clock, Random } from './clock.ts';

/** The length of the longest external_id that the service accepts (docs/service.md 4.2), by any way of counting characters. */
const LONGEST = 1024;

/** A new ULID from the given clock and randomness. */
export function newId(clock: Clock, random: Random): string {
  return ulid(Math.floor(clock.now()), random);
}

/** Fills in a rule's external_id template. If the result is too long, the part before the id at the end is shortened. */
export function fillExternalId(
  template: string,
  parts: { readonly id: string; readonly key: string | null; readonly folder: string },
): string {
  const { id, key, folder } = parts;
  const filled = template
    .slice(0, -'{id}'.length)
    .replace(/\{(id|key|folder)\}/g, (_, name: string) =>
      name === 'id' ? id : name === 'key' ? (key ?? '') : folder,
    );
  // The cut may leave the first half of a surrogate pair, which is no character.
  return filled.slice(0, LONGEST - id.length).replace(/[\ud800-\udbff]$/, '') + id;
}
