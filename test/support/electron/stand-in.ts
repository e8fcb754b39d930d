import { beginBrowser, endBrowser } from './chromium.ts';
import { obeyTests, tellTests } from './control.ts';
import { app } from './shell.ts';
import { BrowserWindow } from './windows.ts';

/* What `import ... from 'electron'` gives the program under test. */
export {
  clipboard,
  dialog,
  Menu,
  Notification,
  nativeImage,
  nativeTheme,
  powerMonitor,
  screen,
  systemPreferences,
  Tray,
} from './furniture.ts';
export { ipcMain } from './ipc.ts';
export { protocol, session } from './session.ts';
export { app, BrowserWindow };

app.lifecycle = {
  async begin() {
    const address = await beginBrowser().catch((error: unknown) => {
      // The program says such things in words for people, which do not tell a test why.
      process.stderr.write(`the browser of the stand-in: ${String(error)}\n`);
      throw error;
    });
    tellTests({ browser: address });
  },
  closeWindows() {
    for (const window of [...BrowserWindow.open]) window.close();
    return BrowserWindow.open.size === 0;
  },
  end: endBrowser,
};
obeyTests();
