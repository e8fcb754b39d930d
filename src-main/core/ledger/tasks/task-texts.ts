/* What a Task is found by and belongs to, worked out from what is known of it. Migration 0002 uses these functions too. */

const ENDS_IN_ULID = /^(.*?)[-_.:/ ]*[0-7][0-9A-HJKMNP-TV-Z]{25}$/s;

/** Text as search compares it: case and composed letters make no difference, nor what half a letter is kept as. */
export function fold(text: string): string {
  return text.toWellFormed().normalize('NFC').toLowerCase();
}

/**
 * What Tasks of one patient's journey share, or null: the group of its files (a key, or the last folder of a path), else what
 * its external_id has before a ULID. The id of a folder rule is no journey, although a rule may write it there.
 */
export function journeyOf(
  groupKey: string | null,
  folderId: string | null,
  externalId: string | null,
): string | null {
  const group = groupKey?.split('/').at(-1) ?? '';
  if (group !== '') return group;
  const before = ENDS_IN_ULID.exec(externalId ?? '')?.[1] ?? '';
  return before === '' || before === folderId ? null : before;
}

/** Everything a Task is searched by, one thing a line. */
export function searchTextOf(
  name: string,
  externalId: string | null,
  journey: string | null,
  fileNames: string | null,
): string {
  const parts = [name, externalId, journey, fileNames].filter((part) => part !== null && part !== '');
  return fold(parts.join('\n'));
}
