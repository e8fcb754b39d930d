import { type Said, say } from '../../contract/say.ts';
import type { StationState } from '../../contract/views/station-state.ts';

/** The sentences of `status` and the system check about each state of the station. */
export const STATE_SENTENCES = {
  fine: say('terminal.runningNothingNeedsAttentionBeyondEveryday'),
  'needs-attention': say('terminal.runningSomethingNeedsAttention'),
  'service-away': say('terminal.runningButCannotReachService'),
  'not-running': say('terminal.notRunningDataFolderNothingSent'),
  hung: say('terminal.runningButNotAnswerWhetherDocuments'),
  paused: say('terminal.runningButFolderPartOutboxPaused'),
  'not-scanned': say('terminal.runningButNotScannedEveryWatched'),
  'no-sign-in': say('terminal.runningButCannotSignServiceNothing'),
  'cannot-record': say('terminal.runningButCannotWriteDiskDocuments'),
  starting: say('terminal.startingStopping'),
} as const satisfies Record<StationState, Said>;
