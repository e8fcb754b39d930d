import type { Session } from 'electron';
import { say } from '../../contract/say.ts';
import { dataPlace, surroundings } from '../../core/data-folder/data-folder-path.ts';
import { PlainError } from '../../core/plain-error.ts';
import { linkOfRunning } from '../browser/running-link.ts';
import { showStartError } from './dialogs.ts';
import type { ElectronMain } from './electron-main.ts';
import { keepTitlePlain, windowOptions } from './main-window.ts';
import { editMenu } from './menu-bar.ts';
import { denyPermissions } from './page-guard.ts';
import type { DesktopChoice } from './prepare-desktop.ts';

/**
 * Shows the app of another Clearfolder, usually a system service, that already uses the data folder. Returns false if `error` is not
 * `data.in-use`, or if the other Clearfolder does not serve its app over HTTP. The window loads nothing except pages of the service.
 */
export async function showService(
  electron: Pick<ElectronMain, 'app' | 'BrowserWindow' | 'dialog' | 'Menu' | 'nativeTheme' | 'session'>,
  error: unknown,
  { station: { data }, background }: DesktopChoice,
  icon: string,
): Promise<boolean> {
  if (!(error instanceof PlainError) || error.code !== 'data.in-use') return false;
  const link = () => linkOfRunning(dataPlace(data, surroundings()));
  let shown = await link();
  if (shown === null) return false;
  const { app } = electron;
  if (background) {
    // The system started the program at login. The service already does the work, so no window opens.
    app.quit();
    return true;
  }
  const session = electron.session.fromPartition('clearfolder-service');
  denyPermissions(session);
  loadOnly(session, () => shown?.url ?? '');
  const dark = electron.nativeTheme.shouldUseDarkColors;
  const window = new electron.BrowserWindow(windowOptions({ session, icon, dark, bounds: null }));
  keepTitlePlain(window);
  const isMac = process.platform === 'darwin';
  electron.Menu.setApplicationMenu(
    electron.Menu.buildFromTemplate([...(isMac ? [{ role: 'appMenu' as const }] : []), editMenu()]),
  );
  window.on('closed', () => app.quit());
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    showStartError(
      electron.dialog,
      new PlainError('desktop.ended', say('desktop.windowEndedUnexpectedly'), say('desktop.startAgain')),
    );
    app.quit();
  });
  app.on('second-instance', async () => {
    const running = await link();
    // A restarted service does not know the session of this window, so the window opens a new link.
    if (running !== null && running.pid !== shown?.pid) {
      shown = running;
      await window.loadURL(running.url);
    }
    window.show();
    window.focus();
  });
  await window.loadURL(shown.url);
  window.show();
  return true;
}

// Cancels every request to another origin than that of `url()`, WebSockets included. A blob URL has the origin of the page that created the blob.
function loadOnly(session: Pick<Session, 'webRequest'>, url: () => string): void {
  session.webRequest.onBeforeRequest((details, answer) => {
    const wanted = details.url.replace(/^blob:/, '').replace(/^ws:/, 'http:');
    answer({ cancel: !URL.canParse(wanted) || new URL(wanted).origin !== new URL(url()).origin });
  });
}
