import type { IpcMainInvokeEvent, WebContents } from 'electron';
import { isOwnAddress } from './app-address.ts';

/**
 * Whether a message comes from the page of a window that this program opened. A frame that is gone (null), a frame within
 * a page, a page that is not the program's own or an unknown window are refused.
 */
export function isOwnPage(
  event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  isKnownWindow: (contents: WebContents) => boolean,
): boolean {
  const frame = event.senderFrame;
  if (frame === null || !isKnownWindow(event.sender)) return false;
  return frame === event.sender.mainFrame && isOwnAddress(frame.url);
}
