import { readFileSync } from 'node:fs';
import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Rectangle,
  Session,
  WebContents,
} from 'electron';
import { z } from 'zod';
import { printable } from '../../contract/printable.ts';
import { replaceFileNow } from '../../core/replace-file.ts';
import type { ElectronMain } from './electron-main.ts';
import { START_PAGE } from './page-guard.ts';

const REMEMBER_AFTER_MS = 300;

interface WindowPorts {
  readonly electron: Pick<ElectronMain, 'BrowserWindow' | 'nativeTheme' | 'screen'>;
  readonly session: Session;
  readonly preload: string;
  readonly icon: string;
  readonly memory: ReturnType<typeof createWindowMemory>;
  readonly now: () => number;
  /** Called when the person closes the window. Returns whether the program continues without a window. */
  readonly staysWithoutWindow: () => boolean;
  /** Called if the page crashes too often (`createCrashLimit`). Resolves when the person asks to reload the page. */
  readonly crashedOften: () => Promise<void>;
  readonly sessionEnds: () => void;
}

export interface MainWindow {
  show(): void;
  current(): BrowserWindow | null;
  isKnown(contents: WebContents): boolean;
}

/** Creates the only window of the program. If `staysWithoutWindow` returns true, closing the window only hides the window. */
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

/** Sets the page's title as the title of the window, with control and direction characters escaped (`printable`). */
export function keepTitlePlain(window: TitledWindow): void {
  window.on('page-title-updated', (event, title) => {
    event.preventDefault();
    window.setTitle(printable(title));
  });
}

// Saves the bounds of the window, and whether the window is maximized, shortly after a change and when the window closes.
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

interface WindowOptions {
  /** The path of the preload script, which gives the page the `Bridge`; absent for a page without a bridge. */
  readonly preload?: string;
  readonly session: Session;
  readonly icon: string;
  readonly dark: boolean;
  readonly bounds: Rectangle | null;
}

/** Returns the options of every window. They turn off each feature that pages do not need, even a feature that is off by default. */
export function windowOptions({ preload, session, icon, dark, bounds }: WindowOptions) {
  return {
    ...(bounds ?? { width: 1280, height: 860 }),
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    show: false,
    title: 'Clearfolder',
    icon,
    backgroundColor: dark ? '#15191d' : '#ffffff',
    webPreferences: {
      ...(preload !== undefined && { preload }),
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

export const MIN_SIZE = { width: 1024, height: 700 };
// The size in pixels of the part of the title bar that must be on one screen, so that a person can move the window.
const GRIP = { width: 200, height: 60 };

const memorySchema = z.object({
  bounds: z
    .object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() })
    .nullable()
    .catch(null),
  maximized: z.boolean().catch(false),
  /** Whether the person saw the message that closing the window does not end the program. */
  explained: z.boolean().catch(false),
});
export type WindowMemory = z.infer<typeof memorySchema>;

export function createWindowMemory(file: string) {
  let memory = read(file);
  return {
    get: (): WindowMemory => memory,
    keep(change: Partial<WindowMemory>): void {
      memory = { ...memory, ...change };
      try {
        replaceFileNow(file, JSON.stringify(memory), 0);
      } catch {
        // If the write fails, the next start uses the window state of the last successful write.
      }
    },
  };
}

/** Returns the remembered bounds, enlarged to the minimum size; null if too little of the title bar is on a connected screen (`GRIP`). */
export function visibleBounds(bounds: Rectangle | null, screens: readonly Rectangle[]): Rectangle | null {
  if (bounds === null) return null;
  const width = Math.max(bounds.width, MIN_SIZE.width);
  const height = Math.max(bounds.height, MIN_SIZE.height);
  const seen = screens.some((screen) => {
    const right = Math.min(bounds.x + width, screen.x + screen.width);
    const across = right - Math.max(bounds.x, screen.x);
    const bottom = Math.min(bounds.y + GRIP.height, screen.y + screen.height);
    const down = bottom - Math.max(bounds.y, screen.y);
    return across >= GRIP.width && down >= GRIP.height;
  });
  return seen ? { x: bounds.x, y: bounds.y, width, height } : null;
}

function read(file: string): WindowMemory {
  try {
    return memorySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return memorySchema.parse({});
  }
}

const WITHIN_MS = 5 * 60_000;
const AT_MOST = 3;

/** Returns a function to call at each crash, which returns whether to reload: false after more than three crashes in five minutes. */
export function createCrashLimit(now: () => number): () => boolean {
  let crashes: number[] = [];
  return () => {
    crashes = [...crashes.filter((at) => now() - at < WITHIN_MS), now()];
    return crashes.length <= AT_MOST;
  };
}
