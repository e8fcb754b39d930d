import type { Redirect } from '../../../contract/redirect.ts';

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
