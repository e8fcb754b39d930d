import type { EventEmitter } from 'node:events';

/** Follows the machine: after sleep everything is looked at anew, and a shutdown waits a moment for uploads. */
export function followPower(monitor: EventEmitter, woke: () => void, quit: () => void): void {
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
