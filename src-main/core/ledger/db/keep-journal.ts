import { statSync } from 'node:fs';
import type { Ledger } from './ledger.ts';

/** The longest wait in milliseconds for other processes that read the ledger. */
const WAIT_MS = 1_000;

/**
 * Keeps what an open ledger knows if its journals are deleted or replaced. Commits lie in the journal until a checkpoint, and only this
 * process still has the deleted journal.
 */
export function keepJournal({ db }: Pick<Ledger, 'db'>): {
  /** The journals, which SQLite keeps as long as the ledger is open. */
  readonly paths: readonly string[];
  /** Writes all commits into the ledger file that this process has open. Never throws. */
  save(): void;
} {
  const path = `${db.name}-wal`;
  const inode = inodeAt(path);
  return {
    paths: [path, `${db.name}-shm`],
    save: () => {
      try {
        const now = statSync(path, { bigint: true, throwIfNoEntry: false });
        // Another process has already committed to a new journal. SQLite would apply both journals to one ledger and damage the ledger.
        if (now !== undefined && now.size > 0n && now.ino !== inode) return;
        db.pragma(`busy_timeout = ${WAIT_MS}`);
        db.pragma('wal_checkpoint(TRUNCATE)');
      } catch {
        // The next start finds the Tasks that are missing in the ledger in the list of the service (`record-check.ts`).
      }
    },
  };
}

function inodeAt(path: string): bigint | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
}
