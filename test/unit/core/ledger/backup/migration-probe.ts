import { openLedger } from '../../../../../src-main/core/ledger/db/open-ledger.ts';
import { PlainError } from '../../../../../src-main/core/plain-error.ts';
import { WITH_ONE_MORE } from './one-more-migration.ts';

/* A process of its own: migrates a ledger, and tells what kept it from that. */
const [, , path = '', key = ''] = process.argv;
try {
  openLedger({ path, key, now: Date.now, migrations: WITH_ONE_MORE }).close();
} catch (error) {
  if (!(error instanceof PlainError)) throw error;
  process.stdout.write(JSON.stringify({ code: error.code, message: error.message, next: error.next }));
}
