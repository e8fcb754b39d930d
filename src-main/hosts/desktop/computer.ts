import type { ComputerPorts } from '../app/lock/lock.ts';
import type { ElectronMain } from './electron-main.ts';

interface ComputerParts {
  readonly platform: NodeJS.Platform;
  readonly powerMonitor: Pick<ElectronMain['powerMonitor'], 'getSystemIdleTime'>;
  readonly systemPreferences: Pick<ElectronMain['systemPreferences'], 'canPromptTouchID' | 'promptTouchID'>;
}

/** What this computer knows of the person at it. Electron can ask for proof on a Mac alone. */
export function computerPorts({ platform, powerMonitor, systemPreferences }: ComputerParts): ComputerPorts {
  return {
    idleMs: () => powerMonitor.getSystemIdleTime() * 1000,
    proof:
      platform === 'darwin'
        ? {
            means: 'touch-id',
            available: () => systemPreferences.canPromptTouchID(),
            ask: async () => {
              try {
                await systemPreferences.promptTouchID('unlock Clearfolder');
                return true;
              } catch {
                // Not recognised, or the person thought better of it.
                return false;
              }
            },
          }
        : null,
  };
}
