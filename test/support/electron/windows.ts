import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Frame, Page } from 'playwright';
import { toBrowser, toProgram } from './addresses.ts';
import { browser } from './chromium.ts';
import { listenToPage } from './ipc.ts';
import { write } from './record.ts';
import { allowed, app } from './shell.ts';

/** The script that runs in every page before its own: Electron's renderer side, then the real preload script. */
function pageScript(preload: string): string {
  return `(() => {
    if (window !== window.top) return;
    const listeners = new Map();
    const files = (window.__standInFiles = []);
    window.__standInTell = (channel, payload) => {
      for (const listener of listeners.get(channel) ?? []) listener({}, payload);
    };
    window.open = (url) => {
      window.__standIn({ kind: 'open', url: String(url ?? '') });
      return null;
    };
    const freeze = (value) => {
      if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
      return value;
    };
    const electron = {
      contextBridge: {
        exposeInMainWorld: (name, api) => Object.defineProperty(window, name, { value: freeze(api) }),
      },
      ipcRenderer: {
        invoke: (channel, input) => window.__standIn({ kind: 'invoke', channel, input }),
        on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
        off: (channel, listener) =>
          listeners.set(channel, (listeners.get(channel) ?? []).filter((one) => one !== listener)),
      },
      webUtils: { getPathForFile: (file) => 'stand-in-file:' + (files.push(file) - 1) },
    };
    const load = (name) => {
      if (name !== 'electron') throw new Error('a sandboxed preload script cannot load ' + name);
      return electron;
    };
    const module = { exports: {} };
    (function (require, module, exports, process, Buffer) {
${preload}
    })(load, module, module.exports);
  })();`;
}

interface Options {
  readonly width: number;
  readonly height: number;
  readonly x?: number;
  readonly y?: number;
  readonly webPreferences: { readonly preload?: string; readonly session: object };
}

export class WebContents extends EventEmitter {
  readonly page: Promise<Page>;
  readonly mainFrame: { readonly url: string };
  pretendedAddress: string | null = null;
  private address = '';
  private openHandler: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  /** Whether the program itself, not the page, asked for the navigation under way. */
  private expected = false;

  constructor(preload: string | undefined) {
    super();
    const address = () => this.pretendedAddress ?? this.address;
    this.mainFrame = {
      get url() {
        return address();
      },
    };
    this.page = this.begin(preload === undefined ? null : readFileSync(preload, 'utf8'));
  }

  private async begin(preload: string | null): Promise<Page> {
    const page = await browser().newPage();
    for (const other of browser().pages()) if (other !== page) await other.close();
    browser().on('page', (popup) => {
      write('window.popup');
      void popup.close();
    });
    await listenToPage(page, this, (url) => this.openHandler({ url }).action);
    if (preload !== null) await page.addInitScript({ content: pageScript(preload) });
    page.on('framenavigated', (frame: Frame) => {
      if (frame === page.mainFrame()) this.address = toProgram(frame.url());
    });
    await page.route('**/*', async (route) => {
      const request = route.request();
      if (!request.isNavigationRequest() || this.mayNavigate(request.frame(), page, toProgram(request.url())))
        return await route.fallback();
      write('navigation.denied', toProgram(request.url()));
      await route.abort('aborted');
    });
    return page;
  }

  private mayNavigate(frame: Frame, page: Page, url: string): boolean {
    const isMainFrame = frame === page.mainFrame();
    if (isMainFrame && this.expected) return true;
    const details = { url, isMainFrame, isSameDocument: false };
    return (
      (!isMainFrame || allowed(this, 'will-navigate', details)) &&
      allowed(this, 'will-frame-navigate', details)
    );
  }

  async go(move: (page: Page) => Promise<unknown>): Promise<void> {
    this.expected = true;
    try {
      await move(await this.page);
      this.emit('did-finish-load');
    } finally {
      this.expected = false;
    }
  }
  getURL(): string {
    return this.address;
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }
  reload(): void {
    write('window.reload');
    void this.go((page) => page.reload());
  }
  isDestroyed(): boolean {
    return false;
  }
  send(channel: string, payload: unknown): void {
    const tell = `window.__standInTell?.(${JSON.stringify(channel)}, ${JSON.stringify(payload)})`;
    void this.page.then((page) => page.evaluate(tell)).catch(() => undefined);
  }
}

export class BrowserWindow extends EventEmitter {
  static readonly open = new Set<BrowserWindow>();
  readonly webContents: WebContents;
  private bounds: { x: number; y: number; width: number; height: number };
  private visible = false;
  private destroyed = false;

  constructor(options: Options) {
    super();
    const { session: _session, ...webPreferences } = options.webPreferences;
    write('window.made', { ...options, webPreferences });
    this.bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width, height: options.height };
    this.webContents = new WebContents(webPreferences.preload);
    app.emit('web-contents-created', {}, this.webContents);
    BrowserWindow.open.add(this);
  }
  async loadURL(url: string): Promise<void> {
    await this.webContents.go((page) => page.goto(toBrowser(url)));
    write('window.loaded', url);
  }
  show(): void {
    this.visible = true;
    write('window.show');
  }
  hide(): void {
    this.visible = false;
    write('window.hide');
  }
  close(): void {
    if (!allowed(this, 'close')) return;
    this.destroyed = true;
    BrowserWindow.open.delete(this);
    this.webContents.emit('destroyed');
    void this.webContents.page.then((page) => page.close()).catch(() => undefined);
    this.emit('closed');
    if (BrowserWindow.open.size === 0) app.emit('window-all-closed');
  }
  /** What a person does with the mouse. */
  moveTo(bounds: { x: number; y: number; width: number; height: number }): void {
    this.bounds = bounds;
    this.emit('move');
    this.emit('resize');
  }
  getNormalBounds() {
    return this.bounds;
  }
  isVisible(): boolean {
    return this.visible;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  isMinimized = () => false;
  isMaximized = () => false;
  maximize(): void {}
  restore(): void {}
  focus(): void {
    write('window.focus');
  }
}
