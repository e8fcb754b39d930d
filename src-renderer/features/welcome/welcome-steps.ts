import type { Overview } from '../../../src-main/contract/views/overview.ts';

/** The folder that practice mode makes for its samples; it is not one that a person set up. */
const SAMPLES = 'practice';

export interface WelcomeFacts {
  readonly overview: Pick<Overview, 'environment' | 'connection'>;
  readonly folders: readonly { readonly id: string }[];
  readonly givenByHand: number;
}

export type ConnectStep = 'practice' | 'connected' | 'needs-secret' | 'unreachable' | 'starting' | 'stopped';

/** How far the three steps of the first run are, from what is so now. */
export function welcomeSteps({ overview, folders, givenByHand }: WelcomeFacts) {
  const { state } = overview.connection;
  const connect: ConnectStep =
    state === 'connected' && overview.environment === 'practice' ? 'practice' : state;
  const done = {
    // A service that is down for an hour is no first step to be taken again.
    connect: state === 'connected' || (state === 'unreachable' && overview.connection.confirmed_at !== null),
    folder: folders.some(({ id }) => id !== SAMPLES),
    document: givenByHand > 0,
  };
  return { connect, done, open: !(done.connect && done.folder && done.document) };
}
