import { PlainError } from '../../../core/plain-error.ts';

const NOTHING = 'Nothing was changed.';

export function notConfirmed(): PlainError {
  return new PlainError(
    'redirect.not-confirmed',
    `Nobody at this computer confirmed the change of where documents go. ${NOTHING}`,
    'Make the change again, and confirm when Clearfolder asks.',
  );
}

export function anotherOpen(): PlainError {
  return new PlainError(
    'redirect.open',
    `Another change is waiting for confirmation. ${NOTHING}`,
    'Confirm or cancel that change, then make this one again.',
  );
}

export function noQuestion(): PlainError {
  return new PlainError(
    'redirect.no-question',
    `No change is waiting for confirmation. ${NOTHING}`,
    'Make the change again.',
  );
}

export function wrongCode(triesLeft: number): PlainError {
  return new PlainError(
    'redirect.wrong-code',
    `This code is wrong. ${triesLeft === 1 ? '1 more try is' : `${triesLeft} more tries are`} possible.`,
    'Enter the newest code from the terminal where Clearfolder was started.',
  );
}

export function codesWait(seconds: number): PlainError {
  return new PlainError(
    'redirect.wait',
    `There were too many wrong codes. ${NOTHING} Clearfolder makes no new code for another ${seconds} seconds.`,
    'Wait, then make the change again.',
  );
}
