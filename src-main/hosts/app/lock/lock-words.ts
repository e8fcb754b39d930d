import { type Said, say } from '../../../contract/say.ts';
import { PlainError } from '../../../core/plain-error.ts';

const GO_ON = say('Clearfolder is still sending and checking documents.');

export function isLocked(): PlainError {
  return new PlainError(
    'lock.locked',
    say('This station is locked, so nothing is shown and nothing was changed. {goOn}', { goOn: GO_ON }),
    say('Unlock the station first.'),
  );
}

/** Returns the error of a verb that was running when the station locked. */
export function lockedMeanwhile(): PlainError {
  return new PlainError(
    'lock.locked',
    say('This station was locked in the meantime, so the result is not shown. {goOn}', { goOn: GO_ON }),
    say('Unlock the station, then check whether your last action was done.'),
  );
}

export function wrongPin(triesLeft: number, waitMs: number): PlainError {
  const then =
    waitMs > 0
      ? say('After too many wrong PINs, this station accepts no PIN for {time}.', { time: lengthOf(waitMs) })
      : triesLeft === 1
        ? say('You can try 1 more time. After that you must wait.')
        : say('You can try {triesLeft} more times. After that you must wait.', { triesLeft });
  return new PlainError('lock.wrong-pin', say('This PIN is wrong. {then}', { then }), FORGOTTEN);
}

export function tooSoon(waitMs: number): PlainError {
  return new PlainError(
    'lock.wait',
    say('There were too many wrong PINs. This station accepts no PIN for another {time}.', {
      time: lengthOf(waitMs),
    }),
    FORGOTTEN,
  );
}

export function presentPinNeeded(): PlainError {
  return new PlainError(
    'lock.pin-needed',
    say('You need the current PIN to change the lock. Nothing was changed.'),
    say('Enter the current PIN, then save again.'),
  );
}

export function userUnknown(): PlainError {
  return new PlainError(
    'user.unknown',
    say('This person is no longer among the people of this station. Nothing was changed.'),
    say('Choose another name, or ask your administrator.'),
  );
}

const FORGOTTEN = say('Try again. If the PIN is forgotten, ask your administrator.');

function lengthOf(ms: number): Said {
  if (ms < 90_000) return say('{count} seconds', { count: Math.ceil(ms / 1000) });
  return say('{count} minutes', { count: Math.ceil(ms / 60_000) });
}
