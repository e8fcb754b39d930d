import { PlainError } from '../../../core/plain-error.ts';

const GO_ON = 'Clearfolder is still sending and checking documents.';

export function isLocked(): PlainError {
  return new PlainError(
    'lock.locked',
    `This station is locked, so nothing is shown and nothing was changed. ${GO_ON}`,
    'Unlock the station first.',
  );
}

/** For a verb that began before the station was locked. */
export function lockedMeanwhile(): PlainError {
  return new PlainError(
    'lock.locked',
    `This station was locked in the meantime, so the result is not shown. ${GO_ON}`,
    'Unlock the station, and check whether the action was done.',
  );
}

export function lockIsOff(): PlainError {
  return new PlainError(
    'lock.off',
    'This station has no lock, so it was not locked.',
    'Set a PIN in Settings, under Lock.',
  );
}

export function wrongPin(triesLeft: number, waitMs: number): PlainError {
  const then =
    waitMs > 0
      ? `After too many wrong PINs, this station accepts no PIN for ${lengthOf(waitMs)}.`
      : `${triesLeft === 1 ? '1 more try is' : `${triesLeft} more tries are`} possible before a wait.`;
  return new PlainError('lock.wrong-pin', `This PIN is wrong. ${then}`, FORGOTTEN);
}

export function tooSoon(waitMs: number): PlainError {
  return new PlainError(
    'lock.wait',
    `There were too many wrong PINs. This station accepts no PIN for another ${lengthOf(waitMs)}.`,
    FORGOTTEN,
  );
}

export function noSystemMeans(): PlainError {
  return new PlainError(
    'lock.not-proven',
    'This computer did not confirm who you are, so nothing was changed.',
    'Try again, or type the PIN of this station.',
  );
}

export function presentPinNeeded(): PlainError {
  return new PlainError(
    'lock.pin-needed',
    'You need the current PIN to change the lock. Nothing was changed.',
    'Enter the current PIN, then save again.',
  );
}

export function newPinNeeded(): PlainError {
  return new PlainError(
    'lock.new-pin-needed',
    'Nobody could unlock this station without a PIN, so the lock was not turned on.',
    'Choose a PIN, then save again.',
  );
}

export function badPin(fault: 'short' | 'long' | 'guessable'): PlainError {
  const what = {
    short: 'is too short',
    long: 'is longer than 128 characters',
    guessable: 'is too easy to guess',
  }[fault];
  return new PlainError(
    'lock.bad-pin',
    `This PIN ${what}. Nothing was changed.`,
    'Choose 6 digits or more, or a phrase of at least 8 characters.',
  );
}

export function lockNeedsPin(): PlainError {
  return new PlainError(
    'lock.own-way',
    'You can change the lock only with its PIN, not together with other settings. Nothing was changed.',
    'Change the lock in Settings, under Lock.',
  );
}

const FORGOTTEN = 'Try again. If the PIN is forgotten, ask your administrator.';

function lengthOf(ms: number): string {
  if (ms < 90_000) return `${Math.ceil(ms / 1000)} seconds`;
  return `${Math.ceil(ms / 60_000)} minutes`;
}
