import { EventEmitter } from 'node:events';
import { z } from 'zod';
import { write } from './record.ts';

/* What stands around the windows: written down, and clicked by the tests. */

interface MenuItem {
  readonly label?: string;
  readonly role?: string;
  readonly accelerator?: string;
  readonly enabled?: boolean;
  readonly click?: () => void;
  readonly submenu?: readonly MenuItem[];
}

export class Menu {
  readonly items: readonly MenuItem[];
  constructor(items: readonly MenuItem[]) {
    this.items = items;
  }
  static bar: Menu | null = null;
  static buildFromTemplate(items: readonly MenuItem[]): Menu {
    return new Menu(items);
  }
  static setApplicationMenu(menu: Menu): void {
    Menu.bar = menu;
    write('menu', menu.labels());
  }
  labels(): string[] {
    return all(this.items).map((item) => item.label ?? item.role ?? '-');
  }
  click(label: string): boolean {
    const item = all(this.items).find((one) => one.label === label);
    item?.click?.();
    return item?.click !== undefined;
  }
}

const all = (items: readonly MenuItem[]): MenuItem[] =>
  items.flatMap((item) => [item, ...all(item.submenu ?? [])]);

export class Tray extends EventEmitter {
  static only: Tray | null = null;
  image: unknown;
  menu: Menu | null = null;
  constructor(image: unknown) {
    super();
    if (process.env['STAND_IN_NO_TRAY'] === '1') throw new Error('no tray here');
    this.image = image;
    Tray.only = this;
  }
  setImage(image: unknown): void {
    this.image = image;
    write('tray.image', image);
  }
  setToolTip(text: string): void {
    write('tray.tooltip', text);
  }
  setContextMenu(menu: Menu): void {
    this.menu = menu;
    write('tray.menu', menu.labels());
  }
  destroy(): void {
    write('tray.destroyed');
  }
}

export class Notification extends EventEmitter {
  static readonly shown: Notification[] = [];
  readonly options: object;
  constructor(options: object) {
    super();
    this.options = options;
  }
  static isSupported(): boolean {
    return true;
  }
  show(): void {
    write('notification', this.options);
    Notification.shown.push(this);
  }
  close(): void {
    write('notification.closed');
  }
}

const messageSchema = z.object({
  message: z.string(),
  detail: z.string().optional(),
  signal: z.instanceof(AbortSignal).optional(),
});

const answers = new Map<string, object>();
/** What the next dialog of this kind is answered with; without, it is cancelled, and a message is pressed away. */
export const answerDialog = (kind: string, answer: object) => answers.set(kind, answer);

const asked = (kind: string, otherwise: object) => async (first: object, second?: object) => {
  const options = second ?? first;
  const { title, message, detail } = Object.assign({ title: '', message: '', detail: '' }, options);
  write(`dialog.${kind}`, { title, message, detail });
  const answer = answers.get(kind) ?? otherwise;
  answers.delete(kind);
  return await Promise.resolve(answer);
};

export const dialog = {
  showOpenDialog: asked('open', { canceled: true, filePaths: [] }),
  showSaveDialog: asked('save', { canceled: true, filePath: '' }),
  async showMessageBox(first: object, second?: object) {
    const { message, detail, signal } = messageSchema.parse(second ?? first);
    write('dialog.message', { message, detail });
    const answer = answers.get('message');
    answers.delete('message');
    if (answer !== undefined) return answer;
    // One with a signal stays until it is aborted.
    if (signal !== undefined && !signal.aborted)
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    return { response: 0 };
  },
  showErrorBox(title: string, content: string) {
    write('dialog.error', { title, content });
    // As Electron does where there is no screen; the record is gone when the program ends.
    process.stderr.write(`${title}\n${content}\n`);
  },
};

let copied = '';
export const clipboard = {
  writeText(text: string) {
    copied = text;
    write('clipboard', text);
  },
  readText: async () => copied,
  clear() {
    copied = '';
    write('clipboard.cleared');
  },
};
export const nativeImage = { createFromPath: (path: string) => path };
export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
};
export const powerMonitor = Object.assign(new EventEmitter(), { getSystemIdleTime: () => 0 });
export const systemPreferences = { canPromptTouchID: () => false };

let themeSource = 'system';
export const nativeTheme = {
  shouldUseDarkColors: false,
  get themeSource() {
    return themeSource;
  },
  set themeSource(theme: string) {
    themeSource = theme;
    write('theme', theme);
  },
};
