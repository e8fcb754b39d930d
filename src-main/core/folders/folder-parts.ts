import type { Clock, Random } from '../clock.ts';
import type { Committer } from '../ledger/db/group-commit.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import type { Files } from '../ledger/tables/files.ts';
import type { Log } from '../log/events.ts';
import type { FolderCalls } from '../share-io/folder-calls.ts';
import type { Spool } from '../spool/spool.ts';
import type { Belonging } from '../stations/belonging.ts';
import type { IntakePace } from './pace.ts';
import type { WatchFolder } from './watch/watch-events.ts';

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
