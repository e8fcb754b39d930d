/** The folder for leases, claims and the watcher's probe, inside a watched folder. */
export const CONTROL_FOLDER = '.clearfolder';
/** The folder for sources that were accepted, if the rule moves them. */
export const ARCHIVE_FOLDER = 'Sent (Clearfolder)';
/** A file with this name marks its subfolder as complete. */
export const READY_MARKER = '.ready';

/** Whether a path relative to a watched folder lies in one of Clearfolder's own folders. Scans ignore such files. */
export function isOwn(relativePath: string): boolean {
  const [first] = relativePath.split('/', 1);
  return first === CONTROL_FOLDER || first === ARCHIVE_FOLDER;
}
