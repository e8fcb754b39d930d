import type { OutboxStateView } from '../../../src-main/contract/views/common.ts';
import type { OutboxRow } from '../../../src-main/contract/views/outbox.ts';
import type { Tone } from '../../components/chip.tsx';
import { timeText } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';

const baseName = (path: string) => path.split('/').findLast((part) => part !== '') ?? path;

const folderOf = (path: string) => path.split('/').slice(0, -1).join('/');

/** One file by its name; several by the folder they all came in, where there is one, else by the first of them. */
function filesText(files: OutboxRow['files']): string {
  const path = files[0]?.path ?? '';
  if (files.length < 2) return baseName(path);
  const folder = folderOf(path);
  if (folder !== '' && files.every((file) => folderOf(file.path) === folder)) return baseName(folder);
  return t('outbox.filesMore', { file: baseName(path), count: files.length - 1 });
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
