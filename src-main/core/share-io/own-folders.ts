/** The folder inside a watched folder for the leases, marks and claims of stations and for the probe file of the watcher. */
export const CONTROL_FOLDER = '.clearfolder';
/** The archive folder inside a watched folder. If the folder rule moves sent files, the files go there. */
export const ARCHIVE_FOLDER = 'Sent (Clearfolder)';
/** A file with this name in a folder means that the other files of the folder are complete. */
export const READY_MARKER = '.ready';
/** The file in an answer folder that says what the waiting Task needs, by the language of the note. */
export const ANSWER_NOTES = { en: 'What is missing.txt', es: 'Lo que falta.txt' } as const;
/** The name of an answer note while Clearfolder still writes the note. */
export const FRESH_NOTE = `.${ANSWER_NOTES.en}.part`;

/**
 * Whether a path, relative to a watched folder, is in the control folder or the archive folder of Clearfolder, or is an answer note that
 * Clearfolder is still writing. Scans ignore such paths.
 */
export function isOwn(relativePath: string): boolean {
  const [first] = relativePath.split('/', 1);
  return first === CONTROL_FOLDER || first === ARCHIVE_FOLDER || relativePath.endsWith(`/${FRESH_NOTE}`);
}
