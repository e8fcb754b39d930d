import { type Said, say } from '../../../contract/say.ts';
import { PlainError } from '../../../core/plain-error.ts';

const GO_ON = say('station.stillSendingCheckingDocuments');

export function isLocked(): PlainError {
  return new PlainError(
    'lock.locked',
    say('station.stationLocked', { goOn: GO_ON }),
    say('station.unlockStationFirst'),
  );
}

/** Returns the error of a verb that was running when the station locked. */
export function lockedMeanwhile(): PlainError {
  return new PlainError(
    'lock.locked',
    say('station.stationLockedMeantime', { goOn: GO_ON }),
    say('station.unlockStation'),
  );
}

export function wrongPin(triesLeft: number, waitMs: number): PlainError {
  const then =
    waitMs > 0
      ? say('station.afterTooManyWrong', { time: lengthOf(waitMs) })
      : say('station.tryTimes', { triesLeft });
  return new PlainError('lock.wrong-pin', say('station.pinWrong', { then }), FORGOTTEN);
}

export function tooSoon(waitMs: number): PlainError {
  return new PlainError(
    'lock.wait',
    say('station.tooManyWrongPins', {
      time: lengthOf(waitMs),
    }),
    FORGOTTEN,
  );
}

export function presentPinNeeded(): PlainError {
  return new PlainError(
    'lock.pin-needed',
    say('station.needCurrentPinChange'),
    say('station.enterCurrentPin'),
  );
}

export function userUnknown(): PlainError {
  return new PlainError('user.unknown', say('station.personNoLongerAmong'), say('station.chooseAnotherName'));
}

const FORGOTTEN = say('station.tryAgainPinForgotten');

function lengthOf(ms: number): Said {
  if (ms < 90_000) return say('station.countOfSeconds', { count: Math.ceil(ms / 1000) });
  return say('station.countOfMinutes', { count: Math.ceil(ms / 60_000) });
}
