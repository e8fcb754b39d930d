import { systemClock } from '../../../src-main/core/clock.ts';
import { openLedger } from '../../../src-main/core/ledger/open-ledger.ts';
import { recordTask } from '../../../src-main/core/ledger/tasks.ts';
import { createTestClock } from '../../support/clock.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { benchService } from '../service/bench-service.ts';
import { benchTracker } from '../station/bench-tracker.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const OPENS_AT = 8 * HOUR_MS;
const OPEN_FOR = 10 * HOUR_MS;
/** How long the service takes for a document. */
const WORK_MS = 3 * MINUTE_MS;

export interface Clinic {
  /** Documents sent between 8:00 and 18:00, evenly. */
  readonly documents: number;
  /** Tasks that wait for somebody all day. */
  readonly waiting: number;
  /** How much of the day is lived through. */
  readonly hours?: number;
}

export interface DayTraffic {
  readonly requests: number;
  readonly bytes: number;
}

/**
 * Lives through one day of a clinic: the tracker and the client that are in use, a real ledger, real sockets to the
 * service, and a clock on which the tracker's sleep takes no time. Gives what the tracking asked and what it cost on the wire.
 */
export async function clinicDay({ documents, waiting, hours = 24 }: Clinic): Promise<DayTraffic> {
  await using dir = await tempDir('day');
  await using service = await benchService({ pending: true });
  const midnight = new Date('2026-03-02T00:00:00Z');
  const clock = createTestClock(midnight);
  const ledger = openLedger({ path: dir.at('ledger.db'), key: 'ab'.repeat(32), now: clock.now });
  // Its days pass in seconds; durability is measured elsewhere.
  ledger.db.pragma('synchronous = OFF');
  const { client, tracker } = benchTracker(service, ledger, clock, systemClock);

  const moment = () => new Date(clock.now());
  let made = 0;
  async function send(count: number): Promise<void> {
    await service.setClock(moment());
    for (const task of await service.seed(count, moment()))
      recordTask(ledger, task, { mine: true, seenAt: clock.now() });
    made += count;
    // As the engine does for each Task that was just created.
    tracker.lookSoon();
  }
  async function end(index: number): Promise<void> {
    await service.setClock(moment());
    await service.move({ count: 1, skip: index, status: 'completed' });
  }

  const events: { readonly at: number; run(): Promise<void> }[] = [];
  for (let n = 0; n < documents; n += 1) {
    const at = OPENS_AT + (n * OPEN_FOR) / documents;
    events.push({ at, run: () => send(1) }, { at: at + WORK_MS, run: () => end(waiting + n) });
  }
  try {
    if (waiting > 0) {
      await send(waiting);
      await service.move({ count: made, skip: 0, status: 'waiting' });
    }
    await tracker.start();
    for (const event of events.toSorted((a, b) => a.at - b.at)) {
      if (event.at >= hours * HOUR_MS) break;
      await clock.goTo(event.at);
      await event.run();
    }
    await clock.goTo(Math.min(DAY_MS, hours * HOUR_MS));
    await tracker.stop();
    const { requests, bytesIn, bytesOut } = await service.traffic();
    const count = Object.values(requests).reduce((sum, one) => sum + one, 0);
    return { requests: count, bytes: bytesIn + bytesOut };
  } finally {
    await client.close();
    ledger.close();
  }
}
