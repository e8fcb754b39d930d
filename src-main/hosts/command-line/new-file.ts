import { open, rm } from 'node:fs/promises';
import { say } from '../../contract/say.ts';
import { codeOf, hasCode } from '../../core/error-code.ts';
import { PlainError } from '../../core/plain-error.ts';

/**
 * Writes the `parts` one after the other into a new file that only the current account can read. Never overwrites an existing file. If a
 * part fails, deletes the new file.
 *
 * @throws PlainError `file.exists`, `file.unwritable`
 */
export async function writeNewFile(path: string, parts: AsyncIterable<string>): Promise<void> {
  const failed = (error: unknown): never => {
    throw notWritten(error);
  };
  const handle = await open(path, 'wx', 0o600).catch(failed);
  try {
    for await (const part of parts) await handle.writeFile(part).catch(failed);
    await handle.close();
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(path, { force: true });
    throw error;
  }
}

function notWritten(cause: unknown): PlainError {
  if (hasCode(cause, 'EEXIST')) {
    return new PlainError(
      'file.exists',
      say('common.fileNameAlreadyExists'),
      say('common.chooseAnotherName'),
    );
  }
  return new PlainError(
    'file.unwritable',
    say('terminal.cannotWriteFile', { code: codeOf(cause) }),
    say('common.chooseAnotherFolder'),
    { cause },
  );
}
