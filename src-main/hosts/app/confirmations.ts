import { randomInt, randomUUID } from 'node:crypto';
import type { Redirect, RedirectQuestion } from '../../contract/redirect.ts';
import { say } from '../../contract/say.ts';
import type { Clock } from '../../core/clock.ts';
import type { PinStore } from '../../core/lock/pin-store.ts';
import { PlainError } from '../../core/plain-error.ts';
import type { Lock } from './lock/lock.ts';
import type { LockAudit } from './lock/lock-audit.ts';

/** How a host asks a person to confirm changes. A compromised page must not be able to confirm a change by itself (I9). */
export type AskPerson =
  | {
      readonly kind: 'dialog';
      /** Shows the old and new values, and resolves to true if the person allows the changes. `signal` closes the dialog. */
      ask(changes: readonly Redirect[], signal: AbortSignal): Promise<boolean>;
      /** Whether the person chose this folder in a dialog of the operating system since the program started. */
      isChosen(path: string): boolean;
    }
  | {
      /** A page asks for the PIN of the station. If the station has no PIN, the page asks for a code that only the terminal shows. */
      readonly kind: 'terminal';
      /** Whether a person can see the terminal. If false, the code goes into the output of the program, such as the log of the system. */
      readonly isSeen: boolean;
      /** Prints the code and the changes that the code confirms. No event or verb gives the code to a page. */
      showCode(changes: readonly Redirect[], code: string): void;
    };

// Milliseconds after which an unanswered question counts as refused. An open question blocks every other change.
const LASTS_MS = 3 * 60_000;
const CODE_TRIES = 3;
const NOTHING = say('station.nothingChanged');
// After three wrong codes, no new code is made for this number of milliseconds, so that a page cannot try every code.
const PAUSE_MS = 60_000;

type Means = RedirectQuestion['means'] | 'dialog' | 'touch-id';

interface ConfirmationParts {
  readonly person: AskPerson;
  readonly lock: Pick<Lock, 'prove'>;
  readonly pins: Pick<PinStore, 'refresh' | 'isSet'>;
  readonly clock: Clock;
  readonly audit: LockAudit['add'];
  /** Called with each question that every page must show, and with null when the question is closed. */
  readonly onChange: (question: RedirectQuestion | null) => void;
}

interface Open {
  readonly question: RedirectQuestion;
  readonly code: string | null;
  readonly settle: (means: Means | null) => void;
}

/** Asks a person before documents are redirected (I9), one question at a time. Each decision of the person gets an audit entry. */
export interface Confirmations {
  /** Resolves when a person has confirmed the changes, or at once if `changes` is empty. Otherwise rejects with a PlainError. */
  confirm(changes: Redirect[], actor: string): Promise<void>;
  /** Confirms as `confirm` does, but a terminal host does not ask for the PIN, because the person has just entered the PIN. */
  confirmProven(changes: Redirect[], actor: string): Promise<void>;
  /** Answers the question `id` with a PIN or a code; null cancels the change. Rejects if `proof` is wrong or the question is not open. */
  answer(id: string, proof: string | null, actor: string): Promise<void>;
  isChosen(path: string): boolean;
  stop(): void;
}

export function createConfirmations({
  person,
  lock,
  pins,
  clock,
  audit,
  onChange,
}: ConfirmationParts): Confirmations {
  const ending = new AbortController();
  let busy = false;
  let open: Open | null = null;
  let wrongCodes = 0;
  let codesFrom = Number.NEGATIVE_INFINITY;

  const showQuestion = (next: Open | null) => {
    open = next;
    onChange(next?.question ?? null);
  };

  async function askOnPage(
    changes: Redirect[],
    { isSeen, showCode }: Extract<AskPerson, { kind: 'terminal' }>,
  ): Promise<Means | null> {
    await pins.refresh();
    // An unreadable PIN counts as set, so that a code cannot replace the PIN while the store of the PIN is unreadable.
    const means = pins.isSet() === false ? (isSeen ? 'code' : 'code-in-log') : 'pin';
    const wait = codesFrom - clock.monotonic();
    if (means !== 'pin' && wait > 0) throw codesWait(Math.ceil(wait / 1000));
    const code = means === 'pin' ? null : newCode();
    const settled = Promise.withResolvers<Means | null>();
    const over = new AbortController();
    const question = { id: randomUUID(), means, changes } as const;
    showQuestion({ question, code, settle: settled.resolve });
    if (code !== null) showCode(changes, code);
    const stopped = AbortSignal.any([over.signal, ending.signal]);
    void clock.sleep(LASTS_MS, stopped).then(() => settled.resolve(null));
    try {
      return await settled.promise;
    } finally {
      over.abort();
      showQuestion(null);
    }
  }

  async function ask(changes: Redirect[], isProven: boolean): Promise<Means | null> {
    if (person.kind === 'dialog') return (await person.ask(changes, ending.signal)) ? 'dialog' : null;
    return isProven ? 'pin' : await askOnPage(changes, person);
  }

  async function confirm(changes: Redirect[], actor: string, isProven: boolean): Promise<void> {
    if (changes.length === 0) return;
    if (busy) {
      throw new PlainError(
        'redirect.open',
        say('station.anotherChangeWaitingConfirmation', { nothing: NOTHING }),
        say('station.confirmCancelChange'),
      );
    }
    busy = true;
    try {
      const by = ending.signal.aborted ? null : await ask(changes, isProven);
      audit(by === null ? 'redirect.refused' : 'redirect.confirmed', actor, { by, changes });
      if (by === null) {
        throw new PlainError(
          'redirect.not-confirmed',
          say('station.nobodyComputerConfirmedChange', {
            nothing: NOTHING,
          }),
          say('station.makeChangeAgain'),
        );
      }
    } finally {
      busy = false;
    }
  }

  function checkCode(asked: Open, code: string, proof: string): void {
    if (proof.replaceAll(/\D/g, '') === code.replaceAll('-', '')) {
      wrongCodes = 0;
      return;
    }
    wrongCodes += 1;
    const left = CODE_TRIES - (wrongCodes % CODE_TRIES);
    if (left < CODE_TRIES) {
      throw new PlainError(
        'redirect.wrong-code',
        say('station.codeWrong', { left }),
        say('station.enterNewestCodeWindow'),
      );
    }
    codesFrom = clock.monotonic() + PAUSE_MS;
    asked.settle(null);
    throw codesWait(PAUSE_MS / 1000);
  }

  return {
    confirm: (changes, actor) => confirm(changes, actor, false),
    confirmProven: (changes, actor) => confirm(changes, actor, true),
    answer: async (id, proof, actor) => {
      const asked = open;
      if (asked === null || asked.question.id !== id) {
        throw new PlainError(
          'redirect.no-question',
          say('station.noChangeWaitingConfirmation', { nothing: NOTHING }),
          say('station.thenMakeChangeAgain'),
        );
      }
      if (proof === null) return asked.settle(null);
      if (asked.code !== null) {
        checkCode(asked, asked.code, proof);
        return asked.settle('code');
      }
      const by = await lock.prove(proof, actor);
      // `reset`: the PIN was removed at the command line while the question was open, so `prove` accepted any text, which proves nothing.
      asked.settle(by === 'reset' ? null : by);
    },
    isChosen: (path) => person.kind === 'dialog' && person.isChosen(path),
    stop: () => ending.abort(),
  };
}

// Returns a random code of six digits, such as 4821-93.
function newCode(): string {
  const digits = String(randomInt(1_000_000)).padStart(6, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}

function codesWait(seconds: number): PlainError {
  return new PlainError(
    'redirect.wait',
    say('station.tooManyWrongCodes', { nothing: NOTHING, seconds }),
    say('station.waitMakeChangeAgain'),
  );
}
