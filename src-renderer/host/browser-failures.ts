import { failureOf } from '../../src-main/contract/result.ts';
import { say } from '../../src-main/contract/say.ts';

// Failures that the page itself detects.

const AGAIN = say('app.openAgainWayStarted');

export const noLink = failureOf('session.none', say('app.windowOpenedWithoutLink'), AGAIN);
export const linkUsed = failureOf('launch.used', say('app.linkAlreadyUsedOlder'), AGAIN);
export const ended = failureOf('session.ended', say('app.clearfolderEnded'), AGAIN);
export const disconnected = failureOf(
  'session.disconnected',
  say('app.windowDisconnected'),
  say('app.continueWhereYouWere'),
);
export const unreachable = failureOf(
  'host.gone',
  say('app.actionProbablyNotDone'),
  say('app.waitMomentTryAgain'),
);
export const unreadableFile = failureOf(
  'host.file',
  say('app.browserNotReadFile'),
  say('app.checkFileStillExists'),
);
export const noClipboard = failureOf(
  'host.clipboard',
  say('app.browserNotAllowCopy'),
  say('app.selectTextCopyKeyboard'),
);
