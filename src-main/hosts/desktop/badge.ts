import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import type { ElectronMain } from './electron-main.ts';

interface BadgePorts {
  readonly electron: Pick<ElectronMain, 'app' | 'nativeImage'>;
  readonly platform: NodeJS.Platform;
  readonly icons: string;
  readonly window: () => BrowserWindow | null;
}

/** How many things need a person, on the program's icon: a number, or on Windows a mark over it. */
export function createBadge({ electron, platform, icons, window }: BadgePorts): (count: number) => void {
  return (count) => {
    if (platform !== 'win32') {
      electron.app.setBadgeCount(count);
      return;
    }
    const mark = electron.nativeImage.createFromPath(join(icons, 'tray-needs-attention.png'));
    window()?.setOverlayIcon(count === 0 ? null : mark, count === 0 ? '' : `${count} need attention`);
  };
}
