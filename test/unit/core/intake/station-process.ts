/* A station of its own, for tests that need two processes: node station-process.ts FOLDER HOME STATION */
import { join } from 'node:path';
import { folderRuleSchema } from '../../../../src-main/contract/settings.ts';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { createIntake } from '../../../../src-main/core/intake/intake.ts';
import { createSpool } from '../../../../src-main/core/intake/spool.ts';
import { createCommitter } from '../../../../src-main/core/ledger/committer.ts';
import { openLedger } from '../../../../src-main/core/ledger/open-ledger.ts';
import { silentLog } from '../../../../src-main/core/log/events.ts';
import { seededRandom } from '../../../support/random.ts';

const [folder = '', home = '', station = ''] = process.argv.slice(2);
const ledger = openLedger({ path: join(home, 'ledger.db'), key: 'ab'.repeat(32), now: systemClock.now });
const rule = folderRuleSchema.parse({
  id: 'scans',
  path: folder,
  taskType: 'prior-auth',
  quietSeconds: 0.15,
  backlog: 'send',
});
const spool = createSpool({ dir: join(home, 'spool'), clock: systemClock });
const intake = createIntake({
  ledger,
  spool,
  commit: createCommitter(ledger),
  rules: [rule],
  clock: systemClock,
  random: seededRandom(process.pid),
  log: silentLog,
  station: { id: station, name: station },
  environment: 'production',
  forceBacklogAsk: false,
  onQueued: () => undefined,
  pace: { heartbeatMs: 40, missedBeats: 8, pulseMs: 60, fallbackMs: 300, pollMs: 100 },
});
await intake.start();
process.on('SIGTERM', () => {
  void intake.stop().then(() => {
    ledger.close();
    process.exit(0);
  });
});
process.stdout.write('started\n');
