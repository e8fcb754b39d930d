/** The folder inside a watched folder for leases, claims and the probe file of the watcher. */
export const CONTROL_FOLDER = '.clearfolder';
/** The archive folder: the folder inside a watched folder for sent files, if the rule moves sent files. */
export const ARCHIVE_FOLDER = 'Sent (Clearfolder)';
/** A file with this name in a folder means that the other files of the folder are complete. */
export const READY_MARKER = '.ready';

/** Whether a path relative to a watched folder is in a folder of Clearfolder. Scans ignore the files in the folders of Clearfolder. */
export function isOwn(relativePath: string): boolean {
  const [first] = relativePath.split('/', 1);
  return first === CONTROL_FOLDER || first === ARCHIVE_FOLDER;
}
