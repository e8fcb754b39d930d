import { join } from 'node:path';
import type { ElectronMain } from './electron-main.ts';
import type { StationLine } from './station-state.ts';

interface TrayPorts {
  readonly electron: Pick<ElectronMain, 'Tray' | 'Menu' | 'nativeImage'>;
  readonly icons: string;
  readonly open: () => void;
  readonly quit: () => void;
}

export interface StationTray {
  show(line: StationLine): void;
  destroy(): void;
}

/** The tray icon, or null on a machine that has no tray: the program must be usable without one. */
export function createTray({ electron, icons, open, quit }: TrayPorts): StationTray | null {
  const image = (state: StationLine['state']) =>
    electron.nativeImage.createFromPath(join(icons, `tray-${state}.png`));
  try {
    const tray = new electron.Tray(image('working'));
    tray.on('click', open);
    let shown = '';
    return {
      show(line) {
        const key = `${line.state} ${line.words}`;
        if (key === shown) return;
        shown = key;
        tray.setImage(image(line.state));
        tray.setToolTip(`Clearfolder: ${line.words}`);
        // A Linux tray shows a changed menu only when it is set again; there the menu is also where the words are seen.
        tray.setContextMenu(
          electron.Menu.buildFromTemplate([
            { label: line.words, enabled: false },
            { type: 'separator' },
            { label: 'Open Clearfolder', click: open },
            { label: 'Quit', click: quit },
          ]),
        );
      },
      destroy: () => tray.destroy(),
    };
  } catch {
    return null;
  }
}
