import { failureOf } from '../../src-main/contract/result.ts';
import { say } from '../../src-main/contract/say.ts';

// Failures that the page itself detects. The page never shows the text of a response that was not sealed with the key of the page.

const AGAIN = say(
  'Open Clearfolder again in the way in which you started it. If Clearfolder runs in a terminal, press Enter there to get a new link.',
);

export const noLink = failureOf(
  'session.none',
  say('This window was opened without a Clearfolder link, so the window shows nothing.'),
  AGAIN,
);
export const linkUsed = failureOf(
  'launch.used',
  say('This link was already used or is older than a minute. Each link opens only one window.'),
  AGAIN,
);
export const sessionEnded = failureOf(
  'session.ended',
  say(
    'This window was disconnected, because the program that answers it is not the Clearfolder that opened the window.',
  ),
  say(
    'Clearfolder was closed or restarted, this window is older than a day, or another program pretends to be Clearfolder. Nobody else can read what this window sent. Documents in the outbox are safe, but you may have to add a file again that was still being added. Close this window without reloading it, then open Clearfolder again in the way in which you started it.',
  ),
);
export const unreachable = failureOf(
  'host.gone',
  say('Clearfolder does not respond to this window, so your last action was probably not done.'),
  say(
    'Wait a moment and try again. If the problem lasts, close this window and start Clearfolder again. The record of what was sent is safe.',
  ),
);
export const unreadableFile = failureOf(
  'host.file',
  say('The browser could not read a file, so this file was not added. The other files were added.'),
  say('Check that the file still exists and can be opened, then add it again.'),
);
export const noWorker = failureOf(
  'host.worker',
  say(
    'The part of this window that sends files could not start, so no file was sent. Everything else in this window works.',
  ),
  say(
    'Close this window and open Clearfolder again. If the problem lasts, use another browser, or the desktop program.',
  ),
);
export const noClipboard = failureOf(
  'host.clipboard',
  say('This browser does not allow Clearfolder to copy the text.'),
  say('Select the text and copy it with the keyboard.'),
);
