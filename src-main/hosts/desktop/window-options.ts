import type { BrowserWindowConstructorOptions, Rectangle, Session } from 'electron';
import { MIN_SIZE } from './window-memory.ts';

interface WindowLooks {
  readonly preload: string;
  readonly session: Session;
  readonly icon: string;
  readonly dark: boolean;
  readonly bounds: Rectangle | null;
}

/** The one set of options of every window. Whatever a page does not need is off, also where that is the default. */
export function windowOptions({ preload, session, icon, dark, bounds }: WindowLooks) {
  return {
    ...(bounds ?? { width: 1280, height: 860 }),
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    show: false,
    title: 'Clearfolder',
    icon,
    backgroundColor: dark ? '#15191d' : '#ffffff',
    webPreferences: {
      preload,
      session,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      safeDialogs: true,
    },
  } satisfies BrowserWindowConstructorOptions;
}
