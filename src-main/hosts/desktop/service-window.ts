import type { Session } from 'electron';
import { dataPlace, surroundings } from '../../core/data-folder/data-folder-path.ts';
import { PlainError } from '../../core/plain-error.ts';
import { linkOfRunning } from '../browser/running-link.ts';
import { showStartError } from './dialogs.ts';
import type { ElectronMain } from './electron-main.ts';
import { keepTitlePlain, windowOptions } from './main-window.ts';
import { denyPermissions } from './page-guard.ts';
import type { DesktopChoice } from './prepare-desktop.ts';

/**
 * If `error` says that another Clearfolder (a system service) has the data folder, and that Clearfolder serves its app, opens a window with
 * that app. The window is a page of the service, without a preload script, and loads nothing but the service. The program ends with
 * the window; the service continues. Returns false without such a Clearfolder.
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
    electron.Menu.buildFromTemplate([...(isMac ? [{ role: 'appMenu' as const }] : []), { role: 'editMenu' }]),
  );
  window.on('closed', () => app.quit());
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    showStartError(
      electron.dialog,
      new PlainError(
        'desktop.ended',
        'This window ended unexpectedly. The Clearfolder service continues, and nothing is lost.',
        'Start Clearfolder again.',
      ),
    );
    app.quit();
  });
  app.on('second-instance', async () => {
    const running = await link();
    // A service that was restarted does not know the session of this window.
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

/** Cancels every request of the session to another origin than that of `url`. A blob belongs to the origin that made the blob. */
function loadOnly(session: Pick<Session, 'webRequest'>, url: () => string): void {
  session.webRequest.onBeforeRequest((details, answer) => {
    const wanted = details.url.replace(/^blob:/, '');
    answer({ cancel: !URL.canParse(wanted) || new URL(wanted).origin !== new URL(url()).origin });
  });
}
