/** Leases, claims and the watcher's probe live here, inside a watched folder. */
export const CONTROL_FOLDER = '.clearfolder';
/** Sources go here after they were accepted, if the rule says so. */
export const ARCHIVE_FOLDER = 'Sent (Clearfolder)';
/** Stands in a subfolder to say that all its files are there. */
export const READY_MARKER = '.ready';

/** Whether a path relative to a watched folder lies in one of our own folders: such files are not found, they are ours. */
export function isOwn(relativePath: string): boolean {
  const [first] = relativePath.split('/', 1);
  return first === CONTROL_FOLDER || first === ARCHIVE_FOLDER;
}
