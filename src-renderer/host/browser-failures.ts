import { failureOf } from '../../src-main/contract/result.ts';
import { say } from '../../src-main/contract/say.ts';

// Failures that the page itself detects.

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
export const ended = failureOf('session.ended', say('Clearfolder has ended. Open it again.'), AGAIN);
export const disconnected = failureOf(
  'session.disconnected',
  say('This window is disconnected.'),
  say(
    'Choose "Open again" to continue where you were. Documents in the outbox are safe, but you may have to add a file again that was still being added.',
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
export const noClipboard = failureOf(
  'host.clipboard',
  say('This browser does not allow Clearfolder to copy the text.'),
  say('Select the text and copy it with the keyboard.'),
);
