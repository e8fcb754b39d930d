import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a program of the system is, or null. */
export function findTool(name: string): string | null {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      // Not in this folder.
    }
  }
  return null;
}
