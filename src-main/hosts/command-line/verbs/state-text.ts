import { type Said, say } from '../../../contract/say.ts';
import type { AccountState } from '../../../contract/views/common.ts';
import { said } from '../../language.ts';

const STATES: Readonly<Record<AccountState, Said>> = {
  ignored: say('terminal.ignored'),
  settling: say('terminal.settling'),
  held: say('terminal.held'),
  queued: say('terminal.queued'),
  sending: say('terminal.sending'),
  unconfirmed: say('terminal.unconfirmed'),
  accepted: say('documents.accepted'),
  rejected: say('terminal.rejected'),
  duplicate: say('terminal.duplicate'),
  withdrawn: say('documents.withdrawn'),
};

/** Returns the state of a file or of a row of the outbox in the language of the terminal. */
export const stateText = (state: AccountState): string => said(STATES[state]);
