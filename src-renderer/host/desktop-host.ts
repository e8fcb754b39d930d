import type { Host } from './host.ts';

export function createDesktopHost(): Host {
  throw new Error('not built yet');
}
