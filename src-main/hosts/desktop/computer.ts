import type { EventEmitter } from 'node:events';
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

/**
 * Follows the machine: after sleep everything is looked at anew, a shutdown waits a moment for uploads, and what locks the
 * screen or gives it to another user locks the station.
 */
export function followPower(
  monitor: EventEmitter,
  { woke, quit, lock }: { woke: () => void; quit: () => void; lock: () => void },
): void {
  for (const left of ['lock-screen', 'user-did-resign-active']) monitor.on(left, lock);
  monitor.on('resume', woke);
  monitor.on('shutdown', (event: unknown) => {
    if (isPreventable(event)) event.preventDefault();
    quit();
  });
}

function isPreventable(event: unknown): event is { preventDefault(): void } {
  return (
    typeof event === 'object' &&
    event !== null &&
    'preventDefault' in event &&
    typeof event.preventDefault === 'function'
  );
}
