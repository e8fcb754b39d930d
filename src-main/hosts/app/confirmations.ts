import { randomInt, randomUUID } from 'node:crypto';
import type { Redirect, RedirectQuestion } from '../../contract/redirect.ts';
import type { Clock } from '../../core/clock.ts';
import type { PinStore } from '../../core/lock/pin-store.ts';
import { PlainError } from '../../core/plain-error.ts';
import type { Lock } from './lock/lock.ts';
import type { LockAudit } from './lock/lock-audit.ts';

/** How a host asks the person at this computer, past every page: a page that was taken over cannot answer (I9). */
export type AskPerson =
  | {
      /** A dialog of the operating system. */
      readonly kind: 'dialog';
      /** Shows the changes, old and new; true if the person allows them. `signal` takes the dialog away. */
      ask(changes: readonly Redirect[], signal: AbortSignal): Promise<boolean>;
      /** Whether the person chose this folder in a dialog of the operating system since the program started. */
      isChosen(path: string): boolean;
    }
  | {
      /** No dialog: the PIN of the station where one is set, else a code that the terminal shows. */
      readonly kind: 'terminal';
      /** Prints the code, with the changes that the code confirms. The page never learns the code from the program. */
      showCode(changes: readonly Redirect[], code: string): void;
    };

/** Long enough to find the terminal; a question that nobody answers must not hold up other changes for longer. */
const LASTS_MS = 3 * 60_000;
const LOOK_EVERY_MS = 500;
const CODE_TRIES = 3;
/** After so many wrong codes: a page could otherwise go through all of them. */
const PAUSE_MS = 60_000;

type Means = RedirectQuestion['means'] | 'dialog' | 'touch-id';

interface ConfirmationParts {
  readonly person: AskPerson;
  readonly lock: Pick<Lock, 'prove'>;
  readonly pins: Pick<PinStore, 'refresh' | 'isSet'>;
  readonly clock: Clock;
  readonly audit: LockAudit['add'];
  /** Told which question pages have to ask now; null for none. */
  readonly onChange: (question: RedirectQuestion | null) => void;
}

interface Open {
  readonly question: RedirectQuestion;
  readonly code: string | null;
  readonly settle: (means: Means | null) => void;
}

/** The questions to a person about changes that redirect documents (I9); one at a time. Each answer is an audit entry. */
export interface Confirmations {
  /** Resolves once a person at this computer confirmed the changes, at once for none. Rejects with a PlainError. */
  confirm(changes: Redirect[], actor: string): Promise<void>;
  /** The same for a change that the person proved themselves for already, with the PIN. */
  confirmProven(changes: Redirect[], actor: string): Promise<void>;
  /** What a page hands in for the open question: PIN or code, or null to cancel. Rejects with a PlainError. */
  answer(id: string, proof: string | null, actor: string): Promise<void>;
  isChosen(path: string): boolean;
  /** Ends an open question as one that nobody confirmed. */
  stop(): void;
}

export function createConfirmations(parts: ConfirmationParts): Confirmations {
  const { person, lock, pins, clock, audit, onChange } = parts;
  const ending = new AbortController();
  let busy = false;
  let open: Open | null = null;
  /** Wrong codes since the last right one, whichever question they were given for. */
  let wrongCodes = 0;
  let codesFrom = Number.NEGATIVE_INFINITY;

  const showQuestion = (next: Open | null) => {
    open = next;
    onChange(next?.question ?? null);
  };

  async function untilOver(stopped: AbortSignal): Promise<void> {
    const until = clock.monotonic() + LASTS_MS;
    while (!stopped.aborted && clock.monotonic() < until) await clock.sleep(LOOK_EVERY_MS, stopped);
  }

  async function askOnPage(changes: Redirect[], showCode: (code: string) => void): Promise<Means | null> {
    await pins.refresh();
    // A PIN that cannot be read is taken for one, as for the lock.
    const means = pins.isSet() === false ? 'code' : 'pin';
    const wait = codesFrom - clock.monotonic();
    if (means === 'code' && wait > 0) throw codesWait(Math.ceil(wait / 1000));
    const code = means === 'code' ? newCode() : null;
    const settled = Promise.withResolvers<Means | null>();
    const over = new AbortController();
    const question = { id: randomUUID(), means, changes } as const;
    showQuestion({ question, code, settle: settled.resolve });
    if (code !== null) showCode(code);
    const stopped = AbortSignal.any([over.signal, ending.signal]);
    void untilOver(stopped).then(() => settled.resolve(null));
    try {
      return await settled.promise;
    } finally {
      over.abort();
      showQuestion(null);
    }
  }

  async function ask(changes: Redirect[], isProven: boolean): Promise<Means | null> {
    if (person.kind === 'dialog') return (await person.ask(changes, ending.signal)) ? 'dialog' : null;
    return isProven ? 'pin' : await askOnPage(changes, (code) => person.showCode(changes, code));
  }

  async function confirm(changes: Redirect[], actor: string, isProven: boolean): Promise<void> {
    if (changes.length === 0) return;
    if (busy) throw anotherOpen();
    busy = true;
    try {
      const by = ending.signal.aborted ? null : await ask(changes, isProven);
      audit(by === null ? 'redirect.refused' : 'redirect.confirmed', actor, { by, changes });
      if (by === null) throw notConfirmed();
    } finally {
      busy = false;
    }
  }

  /** @throws PlainError for a code that is not the right one */
  function checkCode(asked: Open, code: string, proof: string): void {
    if (proof.replaceAll(/\D/g, '') === code.replaceAll('-', '')) {
      wrongCodes = 0;
      return;
    }
    wrongCodes += 1;
    const used = wrongCodes % CODE_TRIES;
    if (used > 0) throw wrongCode(CODE_TRIES - used);
    codesFrom = clock.monotonic() + PAUSE_MS;
    asked.settle(null);
    throw codesWait(PAUSE_MS / 1000);
  }

  return {
    confirm: (changes, actor) => confirm(changes, actor, false),
    confirmProven: (changes, actor) => confirm(changes, actor, true),
    answer: async (id, proof, actor) => {
      const asked = open;
      if (asked === null || asked.question.id !== id) throw noQuestion();
      if (proof === null) return asked.settle(null);
      if (asked.code !== null) {
        checkCode(asked, asked.code, proof);
        return asked.settle('code');
      }
      const by = await lock.prove(proof, actor);
      // The PIN was reset meanwhile: whatever is typed would be taken.
      asked.settle(by === 'reset' ? null : by);
    },
    isChosen: (path) => person.kind === 'dialog' && person.isChosen(path),
    stop: () => ending.abort(),
  };
}

/** Such as 4821-93: read from one window, typed into another. */
function newCode(): string {
  const digits = String(randomInt(1_000_000)).padStart(6, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}

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
