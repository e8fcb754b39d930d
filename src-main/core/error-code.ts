export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => error.code === code);
}

/** The code of the error with which `replace-file.ts` reports that another program has a file open. */
export const HELD_OPEN = 'disk.file-held';

/** Returns the system's code of an error, such as `EACCES`, for messages to people. The error's own message would contain the path. */
export function codeOf(error: unknown): string {
  if (hasCode(error, HELD_OPEN)) return 'another program has the file open';
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
