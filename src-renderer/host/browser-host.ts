import type { Host } from './host.ts';

export async function createBrowserHost(): Promise<Host> {
  throw new Error('not built yet');
}
