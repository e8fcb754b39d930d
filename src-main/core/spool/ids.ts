import { ulid } from 'ulid';
import type { Clock, Random } from '../clock.ts';

/** What the service takes (docs/service.md 4.2), in whatever way it counts characters. */
const LONGEST = 1024;

/** A new ULID by the injected clock and randomness. */
export function newId(clock: Clock, random: Random): string {
  return ulid(Math.floor(clock.now()), random);
}

/** Fills in a rule's external id. What stands before the id at its end is cut where it would be too long. */
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
  // Half of a letter that takes two units is none.
  return filled.slice(0, LONGEST - id.length).replace(/[\ud800-\udbff]$/, '') + id;
}
