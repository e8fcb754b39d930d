import { type Said, say } from '../../../contract/say.ts';
import type { AccountState } from '../../../contract/views/common.ts';
import { said } from '../../language.ts';

const STATES: Readonly<Record<AccountState, Said>> = {
  ignored: say('ignored'),
  settling: say('settling'),
  held: say('held'),
  queued: say('queued'),
  sending: say('sending'),
  unconfirmed: say('unconfirmed'),
  accepted: say('accepted'),
  rejected: say('rejected'),
  duplicate: say('duplicate'),
  withdrawn: say('withdrawn'),
};

/** Returns the state of a file or of a row of the outbox in the language of the terminal. */
export const stateText = (state: AccountState): string => said(STATES[state]);
