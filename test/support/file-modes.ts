/* The modes of files and folders that only their owner may use. Windows has no such modes: Node reports the same mode for each. */

const windows = process.platform === 'win32';
export const PRIVATE_FILE = windows ? 0o666 : 0o600;
export const PRIVATE_FOLDER = windows ? 0o666 : 0o700;
