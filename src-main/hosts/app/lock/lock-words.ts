import { PlainError } from '../../../core/plain-error.ts';

const GO_ON = 'Documents go on being sent and checked.';

/** Why a verb is refused while the station is locked. */
export function isLocked(): PlainError {
  return new PlainError(
    'lock.locked',
    `This station is locked, so nothing is shown and nothing was changed. ${GO_ON}`,
    'Unlock it first.',
  );
}

/** For what was begun before the station was locked: it is done or not, and what came of it is not shown. */
export function lockedMeanwhile(): PlainError {
  return new PlainError(
    'lock.locked',
    `This station was locked in the meantime, so what came of it is not shown. ${GO_ON}`,
    'Unlock it, and look there whether it was done.',
  );
}

export function lockIsOff(): PlainError {
  return new PlainError(
    'lock.off',
    'This station has no lock, so it was not locked.',
    'Set one in the settings, under Lock.',
  );
}

export function wrongPin(triesLeft: number, waitMs: number): PlainError {
  const then =
    waitMs > 0
      ? `After so many wrong ones no PIN is looked at for ${lengthOf(waitMs)}.`
      : `${triesLeft === 1 ? '1 more try is' : `${triesLeft} more tries are`} possible before a wait.`;
  return new PlainError('lock.wrong-pin', `That is not the PIN of this station. ${then}`, FORGOTTEN);
}

export function tooSoon(waitMs: number): PlainError {
  return new PlainError(
    'lock.wait',
    `The PIN was wrong too often. No PIN is looked at for another ${lengthOf(waitMs)}.`,
    FORGOTTEN,
  );
}

export function noSystemMeans(): PlainError {
  return new PlainError(
    'lock.not-proven',
    'This computer did not say that it is you, so nothing was changed.',
    'Try again, or type the PIN of this station.',
  );
}

export function presentPinNeeded(): PlainError {
  return new PlainError(
    'lock.pin-needed',
    'The lock can only be changed with its present PIN. Nothing was changed.',
    'Type the present PIN, then save again.',
  );
}

export function newPinNeeded(): PlainError {
  return new PlainError(
    'lock.new-pin-needed',
    'Without a PIN nobody could unlock this station, so the lock was not turned on.',
    'Choose a PIN, then save again.',
  );
}

export function badPin(fault: 'short' | 'long' | 'guessable'): PlainError {
  const what = {
    short: 'is too short',
    long: 'is longer than 128 characters',
    guessable: 'is one that anybody tries first',
  }[fault];
  return new PlainError(
    'lock.bad-pin',
    `This PIN ${what}. Nothing was changed.`,
    'Choose 6 digits or more, or a phrase of at least 8 characters.',
  );
}

export function lockHasItsOwnWay(): PlainError {
  return new PlainError(
    'lock.own-way',
    'The lock is changed with its PIN, not with the other settings. Nothing was changed.',
    'Change it in the settings, under Lock.',
  );
}

const FORGOTTEN = 'Try again. If the PIN is forgotten, ask your administrator.';

function lengthOf(ms: number): string {
  if (ms < 90_000) return `${Math.ceil(ms / 1000)} seconds`;
  return `${Math.ceil(ms / 60_000)} minutes`;
}
