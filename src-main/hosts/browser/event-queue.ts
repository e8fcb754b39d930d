import type { AppEvent } from '../../contract/events.ts';

/** Events that wait for a page which reads slowly: of what replaces itself, the newest alone. */
export interface EventQueue {
  add(event: AppEvent): void;
  takeAll(): AppEvent[];
}

export function createEventQueue(): EventQueue {
  let waiting = new Map<string, AppEvent>();
  let order = 0;
  const keyOf = (event: AppEvent): string => {
    switch (event.kind) {
      case 'overview':
      case 'progress':
      case 'preferences':
      case 'lock':
      case 'confirm':
        return event.kind;
      case 'drop':
        return `drop ${event.drop.id}`;
      case 'go':
        return `go ${order++}`;
    }
  };
  return {
    add: (event) => {
      const key = keyOf(event);
      waiting.delete(key);
      waiting.set(key, event);
    },
    takeAll: () => {
      const events = [...waiting.values()];
      waiting = new Map();
      return events;
    },
  };
}
