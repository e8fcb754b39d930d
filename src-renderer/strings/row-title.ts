import type { OutboxRow } from '../../src-main/contract/views/outbox.ts';
import { t } from './translate.ts';

const baseName = (path: string) => path.split('/').findLast((part) => part !== '') ?? path;

/** Returns the innermost folder that contains all files of `paths`; an empty text if there is no such folder. */
function sharedFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/').slice(0, -1));
  const length = first.findIndex((part, index) => others.some((other) => other[index] !== part));
  return (length === -1 ? first : first.slice(0, length)).join('/');
}

// Returns a name for the files of a row. For one file, this is the name of the file. For several files, this is the name of the innermost
// folder that contains all files. Without such a folder, the name of the first file and the number of files are returned.
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
