import { z } from 'zod';
import { assertNever } from '../assert-never.ts';

/**
 * The states of a station, with the exit code of `clearfolder status` for each state. Scripts use the names and the codes, so neither may
 * ever change. The codes 1 (failed) and 2 (wrong usage) have the same meaning for every verb.
 */
export const EXIT_CODES = {
  /** The service answers, every folder was scanned, and nothing needs a person beyond the everyday work. */
  fine: 0,
  'needs-attention': 3,
  /** The service does not answer, or a network fault keeps Clearfolder from the service. */
  'service-away': 4,
  /** No engine runs. */
  'not-running': 5,
  /** An engine runs and gives no answer. */
  hung: 6,
  /** A person paused a folder, or the service refuses for a time what a lane of the outbox sends. */
  paused: 7,
  /** Clearfolder has not scanned a watched folder since its start, so that nobody knows whether documents wait there. */
  'not-scanned': 8,
  /** The api_secret is missing or was refused, so that nothing is sent before a person acts. */
  'no-sign-in': 9,
  /** The engine is starting or stopping, or has not compared its ledger with the list of the service yet. */
  starting: 10,
  /** The ledger cannot be written or lacks found files, or a document cannot be copied, as while the disk is full. */
  'cannot-record': 11,
} as const;
export type StationState = keyof typeof EXIT_CODES;

/** The exit code of a Clearfolder that ended because another program deleted or replaced files of the data folder. */
export const LOST_EXIT_CODE = 12;

/** The states that an engine tells of itself. A hung engine tells nothing. */
export const toldStateSchema = z.enum([
  'fine',
  'needs-attention',
  'service-away',
  'not-running',
  'paused',
  'not-scanned',
  'no-sign-in',
  'starting',
  'cannot-record',
]) satisfies z.ZodType<StationState>;
export type ToldState = z.infer<typeof toldStateSchema>;

/** Whether documents go out, at least in part. `/readyz` answers 200 only then. */
export function sends(state: StationState): boolean {
  switch (state) {
    case 'fine':
    case 'needs-attention':
    case 'paused':
    case 'not-scanned':
      return true;
    case 'service-away':
    case 'not-running':
    case 'hung':
    case 'no-sign-in':
    case 'starting':
    case 'cannot-record':
      return false;
    default:
      return assertNever(state);
  }
}
