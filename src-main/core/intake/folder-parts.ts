import type { Clock, Random } from '../clock.ts';
import type { Committer } from '../ledger/committer.ts';
import type { Files } from '../ledger/files.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Log } from '../log/events.ts';
import type { Belonging } from './belonging.ts';
import type { FolderCalls } from './folder-calls.ts';
import type { IntakePace } from './pace.ts';
import type { Spool } from './spool.ts';
import type { WatchFolder } from './watch-events.ts';

/** What all folders of a station share. */
export interface FolderParts {
  readonly ledger: Ledger;
  readonly files: Files;
  readonly spool: Spool;
  readonly commit: Committer;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly station: { readonly id: string; readonly name: string };
  readonly belonging: () => Belonging;
  readonly forceBacklogAsk: boolean;
  readonly pace: IntakePace;
  readonly watch: WatchFolder;
  readonly callsAt: FolderCalls;
  readonly onQueued: () => void;
}
