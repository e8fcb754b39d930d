import type { BrowserWindow, Session, WebContents } from 'electron';
import { printable } from '../../contract/printable.ts';
import { START_PAGE } from './app-address.ts';
import { createCrashLimit } from './crash-limit.ts';
import type { ElectronMain } from './electron-main.ts';
import { type createWindowMemory, visibleBounds } from './window-memory.ts';
import { windowOptions } from './window-options.ts';

const REMEMBER_AFTER_MS = 300;

interface WindowPorts {
  readonly electron: Pick<ElectronMain, 'BrowserWindow' | 'nativeTheme' | 'screen'>;
  readonly session: Session;
  readonly preload: string;
  readonly icon: string;
  readonly memory: ReturnType<typeof createWindowMemory>;
  readonly now: () => number;
  /** Asked when the person closes the window: whether the program goes on without it. */
  readonly staysWithoutWindow: () => boolean;
  /** The page crashed too often; resolves when the person wants it again. */
  readonly crashedOften: () => Promise<void>;
  readonly sessionEnds: () => void;
}

export interface MainWindow {
  show(): void;
  current(): BrowserWindow | null;
  isKnown(contents: WebContents): boolean;
}

/** The one place where windows are made, and the one window there is; closed, it is kept hidden while the program goes on. */
export function createMainWindow(ports: WindowPorts): MainWindow {
  const { electron, memory } = ports;
  const mayReload = createCrashLimit(ports.now);
  let window: BrowserWindow | null = null;

  const open = (): BrowserWindow => {
    const screens = electron.screen.getAllDisplays().map((display) => display.workArea);
    const made = new electron.BrowserWindow(
      windowOptions({
        preload: ports.preload,
        session: ports.session,
        icon: ports.icon,
        dark: electron.nativeTheme.shouldUseDarkColors,
        bounds: visibleBounds(memory.get().bounds, screens),
      }),
    );
    window = made;
    keepTitlePlain(made);
    if (memory.get().maximized) made.maximize();
    remember(made, memory);
    made.on('close', (event) => {
      if (!ports.staysWithoutWindow()) return;
      event.preventDefault();
      made.hide();
    });
    made.on('closed', () => {
      window = null;
    });
    made.on('query-session-end', (event) => {
      event.preventDefault();
      ports.sessionEnds();
    });
    made.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit' || made.isDestroyed()) return;
      if (mayReload()) made.webContents.reload();
      else void ports.crashedOften().then(() => !made.isDestroyed() && made.webContents.reload());
    });
    void made.loadURL(START_PAGE);
    return made;
  };

  return {
    show() {
      const shown = window ?? open();
      if (shown.isMinimized()) shown.restore();
      shown.show();
      shown.focus();
    },
    current: () => window,
    isKnown: (contents) => window !== null && contents === window.webContents,
  };
}

interface TitledWindow {
  on(
    event: 'page-title-updated',
    listener: (event: { preventDefault(): void }, title: string) => void,
  ): unknown;
  setTitle(title: string): void;
}

/** Shows the title of the page without what would steer or turn its text. */
export function keepTitlePlain(window: TitledWindow): void {
  window.on('page-title-updated', (event, title) => {
    event.preventDefault();
    window.setTitle(printable(title));
  });
}

/** Keeps where the window is, a moment after it came to rest. */
function remember(window: BrowserWindow, memory: WindowPorts['memory']): void {
  let timer: NodeJS.Timeout | null = null;
  const keep = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (!window.isDestroyed())
      memory.keep({ bounds: window.getNormalBounds(), maximized: window.isMaximized() });
  };
  const soon = () => {
    timer ??= setTimeout(keep, REMEMBER_AFTER_MS);
  };
  window.on('resize', soon);
  window.on('move', soon);
  window.on('maximize', soon);
  window.on('unmaximize', soon);
  window.on('close', keep);
}
