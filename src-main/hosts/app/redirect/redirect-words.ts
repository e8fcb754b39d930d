import { PlainError } from '../../../core/plain-error.ts';

const NOTHING = 'Nothing was changed.';

export function notConfirmed(): PlainError {
  return new PlainError(
    'redirect.not-confirmed',
    `Nobody at this computer confirmed that documents go elsewhere. ${NOTHING}`,
    'Make the change again, and confirm it when Clearfolder asks.',
  );
}

export function anotherOpen(): PlainError {
  return new PlainError(
    'redirect.open',
    `Another change waits to be confirmed. ${NOTHING}`,
    'Confirm or cancel that change, then make this one again.',
  );
}

export function noQuestion(): PlainError {
  return new PlainError(
    'redirect.no-question',
    `No change waits to be confirmed any more. ${NOTHING}`,
    'Make the change again.',
  );
}

export function wrongCode(triesLeft: number): PlainError {
  return new PlainError(
    'redirect.wrong-code',
    `That is not the code. ${triesLeft === 1 ? '1 more try is' : `${triesLeft} more tries are`} possible.`,
    'Type the newest code from the terminal in which Clearfolder was started.',
  );
}

export function codesWait(seconds: number): PlainError {
  return new PlainError(
    'redirect.wait',
    `The code was wrong too often. ${NOTHING} No new code is made for another ${seconds} seconds.`,
    'Wait, then make the change again.',
  );
}
