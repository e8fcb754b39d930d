/** How long what a person sent waits before it goes, so that it can be taken back. */
export const UNDO_MS = 8_000;
