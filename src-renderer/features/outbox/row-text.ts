import type { OutboxStateView } from '../../../src-main/contract/views/common.ts';
import type { OutboxRow } from '../../../src-main/contract/views/outbox.ts';
import type { Tone } from '../../components/chip.tsx';
import { timeText } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';

const baseName = (path: string) => path.split('/').findLast((part) => part !== '') ?? path;

/** The innermost folder in which all of them lie; empty where there is none. */
function sharedFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/').slice(0, -1));
  const length = first.findIndex((part, index) => others.some((other) => other[index] !== part));
  return (length === -1 ? first : first.slice(0, length)).join('/');
}

/** One file by its name; several by the folder they all came in, where there is one, else by the first of them. */
function filesText(files: OutboxRow['files']): string {
  const paths = files.map(({ path }) => path);
  const file = baseName(paths[0] ?? '');
  if (paths.length < 2) return file;
  const folder = sharedFolder(paths);
  return folder === '' ? t('outbox.filesMore', { file, count: paths.length }) : baseName(folder);
}

/** What a row of the outbox is, in a few words: its files where it has any. */
export function rowTitle({ kind, files }: OutboxRow): string {
  switch (kind) {
    case 'submission':
      return files.length === 0 ? t('outbox.kind.submission') : filesText(files);
    case 'answer':
      return files.length === 0
        ? t('outbox.answerData')
        : t('outbox.answerWith', { files: filesText(files) });
    default:
      return t(`outbox.kind.${kind}`);
  }
}

/** How a state of the outbox looks. */
export function stateTone(state: OutboxStateView): Tone {
  switch (state) {
    case 'queued':
    case 'withdrawn':
      return 'plain';
    case 'sending':
      return 'info';
    case 'unconfirmed':
      return 'warn';
    case 'accepted':
      return 'ok';
    case 'rejected':
      return 'bad';
  }
}

/** When it goes, or goes again, by itself; null where it does not. */
export function nextText(row: OutboxRow, now: number): string | null {
  if (row.next_attempt_at === null || (row.state !== 'queued' && row.state !== 'unconfirmed')) return null;
  return t(nextKey(row), { when: whenText(row.next_attempt_at, now) });
}

function nextKey({ state, attempts, problem }: OutboxRow) {
  if (state === 'unconfirmed') return 'outbox.asks';
  return attempts === 0 && problem === null ? 'outbox.goes' : 'outbox.nextTry';
}

/** What the button that does not wait says: it goes now, again, or the service is asked about it. */
export function retryText({ state, attempts, problem }: OutboxRow): string {
  if (state === 'unconfirmed') return t('outbox.askNow');
  return t(state === 'queued' && attempts === 0 && problem === null ? 'outbox.sendNow' : 'outbox.retry');
}

function whenText(iso: string, now: number): string {
  const seconds = Math.ceil((new Date(iso).getTime() - now) / 1000);
  if (seconds <= 1) return t('outbox.soon');
  return seconds < 60 ? t('outbox.in', { count: seconds }) : t('outbox.at', { time: timeText(iso) });
}
