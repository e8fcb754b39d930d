import type { EventEmitter } from 'node:events';

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
