import { ulid } from 'ulid';
import type { Clock, Random } from './clock.ts';

/** The longest external_id that the service accepts (docs/service.md 4.2), however the service counts characters. */
const LONGEST = 1024;

/** A new ULID by the injected clock and randomness. */
export function newId(clock: Clock, random: Random): string {
  return ulid(Math.floor(clock.now()), random);
}

/** Fills in a rule's external_id template. If the result is too long, the part before the id at its end is cut. */
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
  // Half of a character that takes two units is no character.
  return filled.slice(0, LONGEST - id.length).replace(/[\ud800-\udbff]$/, '') + id;
}
