import type { Failure } from '../../src-main/contract/result.ts';

// Failures that the page itself detects. The page never shows the text of a response that was not sealed with the key of the page.

const AGAIN =
  'Open Clearfolder again in the way in which you started it. If Clearfolder runs in a terminal, press Enter there to get a new link.';

export const noLink: Failure = {
  code: 'session.none',
  message: 'This window was opened without a Clearfolder link, so the window shows nothing.',
  next: AGAIN,
};
export const linkUsed: Failure = {
  code: 'launch.used',
  message: 'This link was already used or is older than a minute. Each link opens only one window.',
  next: AGAIN,
};
export const sessionEnded: Failure = {
  code: 'session.ended',
  message:
    'This window was disconnected, because the program that answers it is not the Clearfolder that opened the window.',
  next: 'Clearfolder was closed or restarted, this window is older than a day, or another program pretends to be Clearfolder. Nobody else can read what this window sent. Documents in the outbox are safe, but you may have to add a file again that was still being added. Close this window without reloading it, then open Clearfolder again in the way in which you started it.',
};
export const unreachable: Failure = {
  code: 'host.gone',
  message: 'Clearfolder does not respond to this window, so your last action was probably not done.',
  next: 'Wait a moment and try again. If the problem lasts, close this window and start Clearfolder again. The record of what was sent is safe.',
};
export const unreadable: Failure = {
  code: 'host.unreadable',
  message: 'This window cannot understand the response of Clearfolder.',
  next: 'Close this window and open Clearfolder again.',
};
export const unreadableFile: Failure = {
  code: 'host.file',
  message: 'The browser could not read a file, so this file was not added. The other files were added.',
  next: 'Check that the file still exists and can be opened, then add it again.',
};
export const noWorker: Failure = {
  code: 'host.worker',
  message:
    'The part of this window that sends files could not start, so no file was sent. Everything else in this window works.',
  next: 'Close this window and open Clearfolder again. If the problem lasts, use another browser, or the desktop program.',
};
