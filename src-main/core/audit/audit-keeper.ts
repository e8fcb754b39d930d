import type { Clock } from '../clock.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';
import { auditHead } from './audit.ts';
import { keepAuditMark } from './audit-mark.ts';

const LOOK_EVERY_MS = 1_000;

/** Keeps the mark beside the ledger at the newest entry of the record, about every second and at the end. */
export function createAuditKeeper({
  ledger,
  clock,
  log,
  everyMs = LOOK_EVERY_MS,
}: {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly log: Log;
  readonly everyMs?: number;
}): { start(): void; stop(): Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let kept: string | null = null;
  let failing = false;

  function keep(): void {
    try {
      const hash = auditHead(ledger)?.hash ?? '';
      if (hash === kept) return;
      keepAuditMark(ledger, clock.now());
      kept = auditHead(ledger)?.hash ?? '';
      failing = false;
    } catch (error) {
      // A full disk must not stop the engine; the mark stays behind, which is no fault of the record.
      if (!failing) log('engine.fault', { where: 'audit', error: describeError(error) });
      failing = true;
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      keep();
      await clock.sleep(everyMs, stopping.signal);
    }
    keep();
  }

  return {
    start: () => {
      running = run();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
