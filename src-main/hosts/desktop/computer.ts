import type { EventEmitter } from 'node:events';
import type { ComputerPorts } from '../app/lock/lock.ts';
import { t } from '../language.ts';
import type { ElectronMain } from './electron-main.ts';

interface ComputerParts {
  readonly platform: NodeJS.Platform;
  readonly powerMonitor: Pick<ElectronMain['powerMonitor'], 'getSystemIdleTime'>;
  readonly systemPreferences: Pick<ElectronMain['systemPreferences'], 'canPromptTouchID' | 'promptTouchID'>;
}

/** Reads the computer's idle time, and checks that the owner is present, which Electron offers only on a Mac (Touch ID). */
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
                await systemPreferences.promptTouchID(t('desktop.toUnlock'));
                return true;
              } catch {
                // The system did not recognize the person, or the person canceled.
                return false;
              }
            },
          }
        : null,
  };
}

/**
 * Calls `woke` after sleep, and `lock` when the screen locks or the computer switches to another user. Before a shutdown, asks the system
 * to wait, and calls `quit`, so that running uploads can end.
 */
export function followPower(
  monitor: EventEmitter,
  { woke, quit, lock }: { woke: () => void; quit: () => void; lock: () => void },
): void {
  for (const event of ['lock-screen', 'user-did-resign-active']) monitor.on(event, lock);
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
