import { openLedger } from '../../../../../src-main/core/ledger/db/open-ledger.ts';

/* A process of its own that opens a ledger as the engine does, and says when it has. */

const [path = '', key = ''] = process.argv.slice(2);
const ledger = openLedger({ path, key, now: Date.now });
process.stdout.write('open\n');
ledger.close();
