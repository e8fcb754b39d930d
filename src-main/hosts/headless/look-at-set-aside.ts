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
  if (oldest === undefined) return 'none was set aside';
  const names = all.map(({ name }) => name).join(', ');
  const { days } = settings.retention;
  if (oldest.at < now - days * DAY_MS) {
    throw new PlainError(
      'ledger.aside-old',
      `Records that were replaced or could not be read are kept in ${paths.dir}: ${names}. They still hold what the service said about Tasks, also what "retention" (${days} days) has removed from the record in use.`,
      'Delete them once nobody needs them to find out what was sent. While an unreadable one lies there, files found in a folder added later wait for your decision.',
    );
  }
  return `kept until somebody deletes them: ${names}`;
}
