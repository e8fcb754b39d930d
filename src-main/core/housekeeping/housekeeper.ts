import type { Clock, Random } from '../clock.ts';
import { backUpLedger } from '../ledger/backup.ts';
import type { CopyFacts } from '../ledger/copy-ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { countUse } from '../ledger/lineage.ts';
import { purgeOldContent } from '../ledger/retention.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';

const HOUR_MS = 3_600_000;

export interface HousekeeperParts {
  readonly ledger: Ledger;
  readonly ledgerKey: string;
  readonly backupsDir: string;
  /** Whose ledger it is: backups say so. */
  readonly about: Omit<CopyFacts, 'madeAt'>;
  readonly retentionDays: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** Hourly: a verified backup of the ledger, and what retention says is to go (DESIGN.md 7). Stops without waiting out the hour. */
export function createHousekeeper(parts: HousekeeperParts): { start(): void; stop(): Promise<void> } {
  const { ledger, clock, random, log } = parts;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function keepHouse(): Promise<void> {
    while (!stopping.signal.aborted) {
      await clock.sleep(HOUR_MS * (0.9 + 0.2 * random()), stopping.signal);
      if (stopping.signal.aborted) return;
      try {
        purgeOldContent(ledger, parts.retentionDays, clock.now());
        countUse(ledger);
        await backUpLedger(ledger, parts.backupsDir, parts.ledgerKey, clock.now(), parts.about);
        log('ledger.backup', { outcome: 'done' });
      } catch (error) {
        log('ledger.backup', { outcome: describeError(error) });
      }
    }
  }

  return {
    start: () => {
      running = keepHouse();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
