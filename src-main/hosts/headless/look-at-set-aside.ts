import type { Station } from '../../core/installation/open-station.ts';
import { ledgersSetAside } from '../../core/ledger/backup/replace-ledger.ts';
import { PlainError } from '../../core/plain-error.ts';

const DAY_MS = 86_400_000;

/**
 * Which older records of what was sent lie beside the one in use. Retention does not reach into them, and nothing removes them
 * unasked: they may be the last that knows of a Task. @throws PlainError once one is older than what is kept
 */
export function setAsideInWords(
  { paths, settings }: Pick<Station, 'paths' | 'settings'>,
  now: number,
): string {
  const all = ledgersSetAside(paths.dir);
  const [oldest] = all;
  if (oldest === undefined) return 'no record was set aside';
  const names = all.map(({ name }) => name).join(', ');
  const { days } = settings.retention;
  if (oldest.at < now - days * DAY_MS) {
    throw new PlainError(
      'ledger.aside-old',
      `Old records that were replaced or could not be read are kept in ${paths.dir}: ${names}. These old records still have details of Tasks that "retention" (${days} days) deleted from the current record.`,
      'Delete the old records when nobody needs them to find out what was sent. While an unreadable record is there, files in newly added folders wait for your decision.',
    );
  }
  return `old records, kept until somebody deletes them: ${names}`;
}
