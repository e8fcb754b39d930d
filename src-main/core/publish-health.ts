import type { StationHealth } from '../contract/views/stations.ts';
import { type BackgroundLoop, createBackgroundLoop } from './background-loop.ts';
import type { Clock, Random } from './clock.ts';
import type { Intake } from './folders/folders.ts';
import type { Ledger } from './ledger/db/ledger.ts';
import { describeError } from './log/describe-error.ts';
import type { Log } from './log/events.ts';
import { readOwnHealth, writeOwnHealth } from './stations/own-health.ts';

const EVERY_MS = 30_000;

export interface HealthPublisherParts {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly everyMs?: number;
  readonly isShared: () => boolean;
  readonly health: () => StationHealth;
  readonly publish: Intake['publish'];
}

/**
 * Creates the loop that publishes the health record of this station for the other stations every half minute. The ledger keeps a copy of
 * the published record.
 */
export function createHealthPublisher(parts: HealthPublisherParts): BackgroundLoop {
  const { ledger, clock, random, log, everyMs = EVERY_MS, isShared, health: healthNow, publish } = parts;
  let isFailing = false;

  const tell = async (): Promise<void> => {
    if (!isShared()) return writeOwnHealth(ledger, null);
    const health = healthNow();
    const { isPublished, unpublished } = await publish(health);
    const publishedAt = isPublished ? clock.now() : (readOwnHealth(ledger)?.publishedAt ?? null);
    writeOwnHealth(ledger, { health, publishedAt, unpublished });
  };

  return createBackgroundLoop(async (stopping) => {
    // The first record is published before the engine has reached the service, so the second record follows soon.
    let waitMs = everyMs / 6;
    while (!stopping.aborted) {
      try {
        await tell();
        isFailing = false;
      } catch (error) {
        if (!isFailing) log('engine.fault', { where: 'stations', error: describeError(error) });
        isFailing = true;
      }
      await clock.sleep(waitMs * (0.75 + random() / 2), stopping);
      waitMs = everyMs;
    }
  });
}
