import type { Ledger } from '../../src-main/core/ledger/db/ledger.ts';

/**
 * As on a full disk, the ledger takes no more of these writes ("INSERT ON audit WHEN …"), from any connection, until
 * `takeWrites`.
 */
export function refuseWrites({ db }: Pick<Ledger, 'db'>, which: string): void {
  db.exec(`CREATE TRIGGER full BEFORE ${which} BEGIN SELECT RAISE(ABORT, 'no space'); END`);
}

export function takeWrites({ db }: Pick<Ledger, 'db'>): void {
  db.exec('DROP TRIGGER full');
}
