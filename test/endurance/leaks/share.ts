import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { filesBelow } from '../../support/files-below.ts';
import type { Places } from './places.ts';

const CONTROL = '.clearfolder/';
/** Whose Tasks a station makes: the name of an environment and a keyed hash. */
const account = { environment: z.string(), organisation: z.hex().length(64).nullable() };
const claimSchema = z.strictObject({
  externalId: z.string(),
  station: z.string(),
  withdrawn: z.strictObject({ station: z.string(), name: z.string() }).optional(),
  ...account,
});
const leaseSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  beat: z.int(),
  released: z.boolean(),
  word: z.uuid(),
  ...account,
});

/** All that other stations have to know of a station: its name, its account, its heartbeat, and its claims with their external_id. */
const KNOWN: readonly { readonly name: RegExp; readonly holds: (text: string) => boolean }[] = [
  { name: /^lease-\d+$/, holds: isJsonOf(leaseSchema) },
  { name: /^station-[\w-]+$/, holds: (text) => z.uuid().safeParse(text).success },
  { name: /^probe-[\w-]+$/, holds: (text) => /^\d*$/.test(text) },
  { name: /^claims\/[0-9a-f]{64}$/, holds: isJsonOf(claimSchema) },
  // A kill may leave half a claim; the search for canaries covers such a file, too.
  { name: /^claims\/\.[\w-]+\.part$/, holds: () => true },
];

/**
 * Searches all files of the program in a watched folder, which other stations of a share read. Gives their number: at least a
 * lease, a mark, and a claim for each external_id, because a search of nothing proves nothing.
 */
export function searchShare(
  found: Places,
  folder: string,
  canaries: readonly string[],
  { documents, sentAs }: { documents: ReadonlySet<string>; sentAs: readonly (string | null)[] },
): number {
  found.files(folder, canaries, (file) => documents.has(file));
  const files = filesBelow(folder).filter((file) => !documents.has(file));
  const claimed: string[] = [];
  for (const file of files) {
    const own = file.startsWith(CONTROL) ? file.slice(CONTROL.length) : '';
    const text = readFileSync(join(folder, file), 'utf8');
    if (own.startsWith('claims/')) claimed.push(text);
    if (!KNOWN.some(({ name, holds }) => name.test(own) && holds(text)))
      found.leaks.push(`${file}: more stands there than other stations have to know`);
  }
  for (const what of ['lease-', 'station-'])
    if (!files.some((file) => file.startsWith(CONTROL + what)))
      found.leaks.push(`no ${what} was left in the share, so none was searched`);
  if (sentAs.length === 0) found.leaks.push('nothing was sent from the share, so no claim was searched');
  for (const id of sentAs)
    if (!claimed.some((text) => text.includes(JSON.stringify(id))))
      found.leaks.push(`${id} was sent from the share, and no claim that was searched says so`);
  return files.length;
}

function isJsonOf(schema: z.ZodType): (text: string) => boolean {
  return (text) => {
    try {
      return schema.safeParse(JSON.parse(text)).success;
    } catch {
      return false;
    }
  };
}
