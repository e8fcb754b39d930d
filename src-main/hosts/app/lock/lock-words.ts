import { PlainError } from '../../../core/plain-error.ts';

const GO_ON = 'Clearfolder is still sending and checking documents.';

export function isLocked(): PlainError {
  return new PlainError(
    'lock.locked',
    `This station is locked, so nothing is shown and nothing was changed. ${GO_ON}`,
    'Unlock the station first.',
  );
}

/** Returns the error of a verb that was running when the station locked. */
export function lockedMeanwhile(): PlainError {
  return new PlainError(
    'lock.locked',
    `This station was locked in the meantime, so the result is not shown. ${GO_ON}`,
    'Unlock the station, then check whether your last action was done.',
  );
}

export function wrongPin(triesLeft: number, waitMs: number): PlainError {
  const then =
    waitMs > 0
      ? `After too many wrong PINs, this station accepts no PIN for ${lengthOf(waitMs)}.`
      : `You can try ${triesLeft === 1 ? '1 more time' : `${triesLeft} more times`}. After that you must wait.`;
  return new PlainError('lock.wrong-pin', `This PIN is wrong. ${then}`, FORGOTTEN);
}

export function tooSoon(waitMs: number): PlainError {
  return new PlainError(
    'lock.wait',
    `There were too many wrong PINs. This station accepts no PIN for another ${lengthOf(waitMs)}.`,
    FORGOTTEN,
  );
}

export function presentPinNeeded(): PlainError {
  return new PlainError(
    'lock.pin-needed',
    'You need the current PIN to change the lock. Nothing was changed.',
    'Enter the current PIN, then save again.',
  );
}

export function userUnknown(): PlainError {
  return new PlainError(
    'user.unknown',
    'This person is no longer among the people of this station. Nothing was changed.',
    'Choose another name, or ask your administrator.',
  );
}

const FORGOTTEN = 'Try again. If the PIN is forgotten, ask your administrator.';

function lengthOf(ms: number): string {
  if (ms < 90_000) return `${Math.ceil(ms / 1000)} seconds`;
  return `${Math.ceil(ms / 60_000)} minutes`;
}
