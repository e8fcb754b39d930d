import type { Session } from 'electron';
import { isOwnAddress } from './app-address.ts';
import type { ElectronMain } from './electron-main.ts';

/** Denies pages everything that Electron would allow them: other pages, windows, guests. For every page there will ever be. */
export function denyPages(app: ElectronMain['app']): void {
  app.on('web-contents-created', (_created, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.on('will-navigate', (event) => {
      // Loading the page anew is not going elsewhere.
      if (!(event.isMainFrame && isOwnAddress(event.url) && isOwnAddress(contents.getURL())))
        event.preventDefault();
    });
    contents.on('will-frame-navigate', (event) => {
      if (!(event.isMainFrame && isOwnAddress(event.url))) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
  });
}

/** Denies every permission. Electron grants all of them unless both handlers are set. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  session.on('will-download', (event) => event.preventDefault());
}
