import { type Said, say } from '../../contract/say.ts';
import type { StationState } from '../../contract/views/station-state.ts';

/** The sentences of `status` and the system check about each state of the station. */
export const STATE_SENTENCES = {
  fine: say('Clearfolder is running. Nothing needs attention beyond the everyday work.'),
  'needs-attention': say('Clearfolder is running, and something needs attention.'),
  'service-away': say('Clearfolder is running, but cannot reach the service.'),
  'not-running': say('Clearfolder is not running with this data folder, so nothing is sent or checked.'),
  hung: say('Clearfolder is running, but does not answer. Whether documents go out is not known.'),
  paused: say('Clearfolder is running, but a folder or a part of the outbox is paused.'),
  'not-scanned': say('Clearfolder is running, but has not scanned every watched folder since its start.'),
  'no-sign-in': say(
    'Clearfolder is running, but cannot sign in to the service, so nothing is sent or checked.',
  ),
  'cannot-record': say(
    'Clearfolder is running, but cannot write to its disk, so documents are not sent and new files may not be counted.',
  ),
  starting: say(
    'Clearfolder is starting or stopping. Clearfolder sends no file of a folder before it has compared its record with the service.',
  ),
} as const satisfies Record<StationState, Said>;
