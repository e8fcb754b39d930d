import { type Clock, systemRandom } from '../../../src-main/core/clock.ts';
import { createCommitter } from '../../../src-main/core/ledger/committer.ts';
import type { Ledger } from '../../../src-main/core/ledger/ledger.ts';
import { silentLog } from '../../../src-main/core/log/events.ts';
import { createServiceClient } from '../../../src-main/core/service/create-service-client.ts';
import { createTracker } from '../../../src-main/core/tracking/tracker.ts';
import { MemoryCredentials } from '../../unit/core/service/support/memory-credentials.ts';
import type { BenchService } from '../service/bench-service.ts';

/** The tracker and the client that are in use, in the bench's own process; the wire may live by another clock than the tracker. */
export function benchTracker(service: BenchService, ledger: Ledger, clock: Clock, wireClock = clock) {
  const credentials = new MemoryCredentials();
  credentials.secret = service.apiSecret;
  const client = createServiceClient({
    baseUrl: service.baseUrl,
    credentials,
    clock: wireClock,
    random: systemRandom,
    log: silentLog,
  });
  const tracker = createTracker({
    ledger,
    commit: createCommitter(ledger),
    client,
    clock,
    random: systemRandom,
    seconds: 15,
    scope: 'station',
  });
  return { client, tracker };
}
