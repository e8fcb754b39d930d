import type { Failure } from '../../src-main/contract/result.ts';

/* Failures that the page itself notices. If a response was not sealed with the key of the page, the page never shows its text. */

const AGAIN = 'Open Clearfolder again from where you started it; on its terminal, Enter prints a fresh link.';

export const noLink: Failure = {
  code: 'session.none',
  message: 'This window was not opened with a link of Clearfolder, so it shows nothing.',
  next: AGAIN,
};
export const linkUsed: Failure = {
  code: 'launch.used',
  message: 'This link was used already or is older than a minute. Each link opens one window, once.',
  next: AGAIN,
};
export const sessionEnded: Failure = {
  code: 'session.ended',
  message:
    'This window has cut its connection, because what answers it is not the Clearfolder that opened it.',
  next: 'Clearfolder was ended or started again, this window is older than a day, or another program has taken its place. Nobody else can read what this window sent. Documents that were sent are safe; a file that was still on its way may have to be given again. Close this window without reloading it, then open Clearfolder again from where you started it.',
};
export const unreachable: Failure = {
  code: 'host.gone',
  message: 'The Clearfolder behind this window does not answer. Nothing was changed by what you just did.',
  next: 'Wait a moment and try again. If it lasts, close this window and start Clearfolder again; what was recorded is safe.',
};
export const unreadable: Failure = {
  code: 'host.unreadable',
  message: 'Clearfolder answered this window in a way it does not understand.',
  next: 'Close this window and open Clearfolder again.',
};
export const unreadableFile: Failure = {
  code: 'host.file',
  message: 'The browser could not read a file that was given, so it was not taken. The other files were.',
  next: 'Look whether the file is still where it was and can be opened, then give it again.',
};
export const noWorker: Failure = {
  code: 'host.worker',
  message:
    'The part of this window that sends files could not start, so no file was sent. Everything else in this window works.',
  next: 'Close this window and open Clearfolder again. If it lasts, use another browser, or the desktop program.',
};
