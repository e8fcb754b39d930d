import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Said, say } from '../../../contract/say.ts';
import { PlainError } from '../../../core/plain-error.ts';

const run = promisify(execFile);
const PATIENCE_MS = 15_000;
// Matches a list of Windows rights (SDDL) that allows access to Everyone, Authenticated Users, Users, Guests, Interactive, Network or
// Anonymous, or that restricts nobody.
const LETS_OTHERS_IN =
  /\(A;[^;)]*;[^;)]*;[^;)]*;[^;)]*;(WD|AU|BU|BG|IU|NU|AN|S-1-1-0|S-1-5-(2|4|7|11|32-54[56]))\)|D:[A-Z]*NO_ACCESS_CONTROL/;

/** Whether a list of Windows rights, in SDDL, gives access to a group that contains all accounts of the computer. */
export const letsOthersIn = (sddl: string): boolean => LETS_OTHERS_IN.test(sddl);

/** Tells whether other accounts of a Windows computer may open the data folder, which inherits the rights of its parent folder. */
export async function checkRights(folder: string): Promise<Said> {
  const sddl = await rightsOf(folder);
  if (sddl === null) return say('doctor.windowsNotSayOpen', { folder });
  if (!letsOthersIn(sddl)) return say('doctor.closedUsersComputer');
  throw new PlainError(
    'data.open-to-others',
    say('doctor.usersComputerOpenData', { folder }),
    say('doctor.typeAdministrator', { folder }),
  );
}

// Returns null if `icacls` fails. SDDL does not depend on the language of Windows, but the names that `icacls` prints do.
async function rightsOf(folder: string): Promise<string | null> {
  const saved = join(tmpdir(), `clearfolder-rights-${randomUUID()}`);
  try {
    const icacls = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'icacls.exe');
    await run(icacls, [folder, '/save', saved, '/q'], { timeout: PATIENCE_MS, windowsHide: true });
    return await readFile(saved, 'utf16le');
  } catch {
    return null;
  } finally {
    await rm(saved, { force: true }).catch(() => undefined);
  }
}
