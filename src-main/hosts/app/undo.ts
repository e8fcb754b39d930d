import type { AppContext } from './context.ts';

/** How long what a person sent waits before it goes, so that it can be taken back. */
export function undoMs(context: AppContext): number {
  return context.station().settings.sending.undoSeconds * 1000;
}
