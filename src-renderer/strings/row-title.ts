import type { OutboxRow } from '../../src-main/contract/views/outbox.ts';
import { t } from './translate.ts';

const baseName = (path: string) => path.split('/').findLast((part) => part !== '') ?? path;

/** Returns the innermost folder that contains all files of `paths`; an empty text if there is no such folder. */
function sharedFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/').slice(0, -1));
  const length = first.findIndex((part, index) => others.some((other) => other[index] !== part));
  return (length === -1 ? first : first.slice(0, length)).join('/');
}

// Returns the name of the only file, or of the folder that contains all files, or else the first name and the number of files.
function filesText(files: OutboxRow['files']): string {
  const paths = files.map(({ path }) => path);
  const file = baseName(paths[0] ?? '');
  if (paths.length < 2) return file;
  const folder = sharedFolder(paths);
  return folder === '' ? t('outbox.filesMore', { file, count: paths.length }) : baseName(folder);
}

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
