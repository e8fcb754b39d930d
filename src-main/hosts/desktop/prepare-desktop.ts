import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataPlace, surroundings } from '../../core/data-folder/data-folder-path.ts';
import { PRIVILEGED_SCHEME } from './app-address.ts';
import { denyPages } from './deny-everything.ts';
import type { DesktopChoice } from './desktop-choice.ts';
import type { ElectronMain } from './electron-main.ts';

/**
 * What must be done before Electron is ready, without waiting for anything. Gives the folder for what the window itself
 * keeps, or null where this data folder has a window already: that one is shown instead.
 */
export function prepareDesktop(
  { app, protocol }: Pick<ElectronMain, 'app' | 'protocol'>,
  choice: DesktopChoice,
): string | null {
  app.enableSandbox();
  app.setName('Clearfolder');
  protocol.registerSchemesAsPrivileged([PRIVILEGED_SCHEME]);
  denyPages(app);
  // One window for each data folder; Electron's lock goes by this place. Not in the data folder: it holds nothing of patients.
  const data = createHash('sha256').update(dataPlace(choice.station.data, surroundings())).digest('hex');
  const own = join(app.getPath('appData'), 'Clearfolder', data.slice(0, 16));
  mkdirSync(own, { recursive: true, mode: 0o700 });
  app.setPath('userData', own);
  return app.requestSingleInstanceLock() ? own : null;
}
