import { ulid } from 'ulid';
import type { Clock, Random } from './clock.ts';

// The maximum length of an external_id in UTF-16 code units. The service allows 1024 characters, and a text never has more characters than
// code units.
const LONGEST = 1024;

export function newId(clock: Clock, random: Random): string {
  return ulid(Math.floor(clock.now()), random);
}

/**
 * Fills in the external_id template of a folder rule. Every template ends with `{id}`. If the result is too long, the text before the final
 * id is shortened.
 */
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
  // The cut may leave half of a surrogate pair at the end of the text. The half is removed.
  return filled.slice(0, LONGEST - id.length).replace(/[\ud800-\udbff]$/, '') + id;
}
