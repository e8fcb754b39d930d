import { appendAudit } from '../audit/audit.ts';
import type { Clock, Random } from '../clock.ts';
import { backUpLedger, lastBackupAt } from '../ledger/backup/backup.ts';
import type { CopyFacts, CopyLedger } from '../ledger/backup/copy-ledger.ts';
import { countUse } from '../ledger/backup/lineage.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { rewriteAfterRemoval } from '../ledger/db/rewrite.ts';
import { doubtLedger, noteRead } from '../ledger/db/soundness.ts';
import { purgeOldContent } from '../ledger/tables/retention.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';

const HOUR_MS = 3_600_000;
const SOON_MS = 120_000;
/** Who is named for what nobody asked for. */
const PROGRAM = 'clearfolder';

export interface HousekeeperParts {
  readonly ledger: Ledger;
  readonly ledgerKey: string;
  readonly backupsDir: string;
  /** Whose ledger it is: backups say so. */
  readonly about: Omit<CopyFacts, 'madeAt'>;
  /** How backups are copied; as `copyLedger` does unless said. */
  readonly copy?: CopyLedger;
  readonly retentionDays: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/**
 * Hourly: a verified backup of the ledger, and what retention says is to go (docs/architecture.md 7). Stops without
 * waiting out the hour.
 */
export function createHousekeeper(parts: HousekeeperParts): { start(): void; stop(): Promise<void> } {
  const { ledger, clock, random, log } = parts;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function keepHouse(): Promise<void> {
    // A station that never runs for an hour keeps house too.
    let wait = lastBackupAt(parts.backupsDir, clock.now()) > clock.now() - HOUR_MS ? HOUR_MS : SOON_MS;
    while (!stopping.signal.aborted) {
      await clock.sleep(wait * (0.9 + 0.2 * random()), stopping.signal);
      wait = HOUR_MS;
      if (stopping.signal.aborted) return;
      try {
        const purged = purgeOldContent(ledger, parts.retentionDays, clock.now());
        if (purged.tasks > 0 || purged.files > 0) {
          const entry = { at: clock.now(), actor: PROGRAM, subject: null, detail: { ...purged } };
          appendAudit(ledger, { ...entry, action: 'retention.purged' });
        }
        countUse(ledger);
        await backUpLedger(ledger, parts.backupsDir, parts.ledgerKey, clock.now(), parts.about, parts.copy);
        noteRead(ledger, clock.now());
        log('ledger.backup', { outcome: 'done' });
      } catch (error) {
        log('ledger.backup', { outcome: describeError(error) });
        doubt();
      }
      rewrite();
    }
  }

  /** After the backup, which needs no more room than this, and is to be there whatever comes of it. */
  function rewrite(): void {
    try {
      rewriteAfterRemoval(ledger, clock.now());
    } catch (error) {
      log('engine.fault', { where: 'housekeeping', error: describeError(error) });
    }
  }

  /** Whatever kept it from being copied may be in the ledger itself. */
  function doubt(): void {
    try {
      doubtLedger(ledger);
    } catch (error) {
      log('engine.fault', { where: 'housekeeping', error: describeError(error) });
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
