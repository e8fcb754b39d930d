import type { AskPerson } from '../../src-main/hosts/app/confirmations.ts';

/** A person who allows every change: for tests that are about something else. */
export const WILLING: AskPerson = { kind: 'dialog', ask: async () => true, isChosen: () => false };
