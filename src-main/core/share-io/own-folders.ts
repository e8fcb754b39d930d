/** The folder for leases, claims and the watcher's probe, inside a watched folder. */
export const CONTROL_FOLDER = '.clearfolder';
/** The folder for sources that were accepted, if the rule moves them. */
export const ARCHIVE_FOLDER = 'Sent (Clearfolder)';
/** A file of this name says that its subfolder is complete. */
export const READY_MARKER = '.ready';

/** Whether a path relative to a watched folder lies in one of Clearfolder's own folders. Such files are not found. */
export function isOwn(relativePath: string): boolean {
  const [first] = relativePath.split('/', 1);
  return first === CONTROL_FOLDER || first === ARCHIVE_FOLDER;
}
