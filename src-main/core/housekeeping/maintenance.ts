import { appendAudit, PROGRAM } from '../audit/audit.ts';
import { type BackgroundLoop, createBackgroundLoop } from '../background-loop.ts';
import type { Clock, Random } from '../clock.ts';
import type { CopyFacts, CopyLedger } from '../ledger/backup/copy-ledger.ts';
import { countUse } from '../ledger/backup/detect-restore.ts';
import { backUpLedger, lastBackupAt } from '../ledger/backup/hourly-backups.ts';
import { noteChecked, requireCheck } from '../ledger/db/integrity.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { vacuumAfterRemoval } from '../ledger/db/vacuum.ts';
import { purgeOldContent } from '../ledger/tables/retention.ts';
import { rewriteTexts } from '../ledger/tasks/task-texts.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';
import type { ClockProof } from './clock-proof.ts';

const HOUR_MS = 3_600_000;
const SOON_MS = 120_000;
/** The number of pages of the full-text index that are rewritten before other work runs. */
const PAGES = 250;
const PAUSE_MS = 20;

export interface MaintenanceOptions {
  readonly ledger: Ledger;
  readonly ledgerKey: string;
  readonly backupsDir: string;
  readonly about: Omit<CopyFacts, 'madeAt'>;
  readonly copy?: CopyLedger;
  readonly retentionDays: number;
  /** Nothing is removed unless the service proved the wall clock: what retention removes cannot be had again. */
  readonly clockProof: () => ClockProof;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/**
 * Every hour, deletes content past its retention and makes a verified backup of the ledger (docs/architecture.md 7). If the
 * newest backup is older than an hour at the start, this work begins after two minutes, so that a short run also makes a backup.
 */
export function createMaintenance({
  ledger,
  ledgerKey,
  backupsDir,
  about,
  copy,
  retentionDays,
  clockProof,
  clock,
  random,
  log,
}: MaintenanceOptions): BackgroundLoop {
  const fault = (error: unknown) =>
    log('engine.fault', { where: 'housekeeping', error: describeError(error) });

  function purge(): void {
    if (clockProof() !== 'agrees') return;
    const purged = purgeOldContent(ledger, retentionDays, clock.now());
    if (purged.tasks === 0 && purged.files === 0) return;
    const entry = { at: clock.now(), actor: PROGRAM, subject: null, detail: { ...purged } };
    appendAudit(ledger, { ...entry, action: 'retention.purged' });
  }

  async function backUp(): Promise<void> {
    countUse(ledger);
    await backUpLedger(ledger, backupsDir, ledgerKey, clock.now(), about, copy);
    noteChecked(ledger, clock.now());
  }

  return createBackgroundLoop(async (stopping) => {
    let wait = lastBackupAt(backupsDir, clock.now()) > clock.now() - HOUR_MS ? HOUR_MS : SOON_MS;
    while (!stopping.aborted) {
      await clock.sleep(wait * (0.9 + 0.2 * random()), stopping);
      wait = HOUR_MS;
      if (stopping.aborted) return;
      try {
        purge();
        // The backup must not contain removed texts, so the full-text index is rewritten before the backup.
        while (!stopping.aborted && rewriteTexts(ledger, PAGES)) await clock.sleep(PAUSE_MS, stopping);
        if (stopping.aborted) return;
        await backUp();
        log('ledger.backup', { outcome: 'done' });
      } catch (error) {
        log('ledger.backup', { outcome: describeError(error) });
        // A damaged ledger may be the cause of the failed backup, so the next start checks the ledger.
        attempt(() => requireCheck(ledger), fault);
      }
      // VACUUM runs after the backup, because VACUUM needs as much disk space as the backup, and the backup is more important.
      attempt(() => vacuumAfterRemoval(ledger, clock.now()), fault);
    }
  });
}

function attempt(work: () => void, fault: (error: unknown) => void): void {
  try {
    work();
  } catch (error) {
    fault(error);
  }
}
