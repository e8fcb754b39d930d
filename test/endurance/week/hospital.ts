import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createTestClock } from '../../support/clock.ts';
import { type Random, randomInt } from '../../support/random.ts';
import { ServiceModel, type ServiceModelOptions } from '../../support/service-model/service-model.ts';
import { nothingDecided } from '../../support/world/judged.ts';
import type { Fate } from '../../support/world/line.ts';
import { outcomeAtRandom } from '../../support/world/outcome.ts';
import { Share } from '../../support/world/share.ts';
import { WorldStation } from '../../support/world/station.ts';
import { createWatch } from '../../support/world/watch.ts';

export const HOUR_MS = 3_600_000;
const PACE = {
  intake: { pulseMs: 60_000, probeMs: 120_000, heartbeatMs: 60_000, moveMs: 120_000 },
  outboxPollMs: 30_000,
  auditMs: 60_000,
};

/** The service as a clinic sees it over a week: Tasks take minutes, some wait for documents, requests fail now and then. */
export class HospitalService extends ServiceModel {
  readonly #after: (ms: number, call: () => void) => void;
  readonly #chance: Random;

  constructor(
    parts: ServiceModelOptions & { random: Random; after: (ms: number, call: () => void) => void },
  ) {
    super({ ...parts, outcomeOf: outcomeAtRandom(parts.random) });
    this.#after = parts.after;
    this.#chance = parts.random;
    this.tasks.onMoved = (task) => {
      if (task.status !== 'pending' && task.status !== 'processing') return;
      this.#after(randomInt(this.#chance, 20_000, 400_000), () => {
        if (task.status === 'pending') this.tasks.move(task, 'processing');
        else if (task.status === 'processing') {
          const end = this.#chance();
          this.tasks.move(
            task,
            end < 0.06 ? 'waiting' : end < 0.96 ? 'completed' : end < 0.98 ? 'failed' : 'invalid',
          );
        }
      });
    };
  }
}

/** A clinic with three folders, one station and the service. The clocks begin now, because the real clock dates the copies in the spool. */
export function createHospital(dir: string, random: Random, fate: () => Fate, retentionDays: number) {
  const stations: WorldStation[] = [];
  const clock = createTestClock(Date.now(), () => stations.some((station) => station.busy));
  const now = () => clock.now();
  const service = new HospitalService({ now, random, after: clock.after });
  const shares = new Map(['scans', 'cases', 'fax'].map((id) => [id, new Share(join(dir, id), now)] as const));
  const desk = new Share(join(dir, 'desk'), now);
  mkdirSync(join(dir, 'station'));
  const watch = createWatch(clock, (root) => [...shares.values()].find((share) => share.root === root));
  const rule = (id: string) => ({
    id,
    path: join(dir, id),
    taskType: 'prior-auth',
    backlog: 'send' as const,
  });
  const decided = { ...nothingDecided(), mayPurge: true };
  const faults: string[] = [];
  const made = { backups: 0 };
  const station = new WorldStation({
    name: 'front-desk',
    dir: join(dir, 'station'),
    rules: [
      rule('scans'),
      { ...rule('cases'), group: 'folder', groupQuietSeconds: 30 },
      { ...rule('fax'), after: 'move' },
    ],
    clock,
    service,
    random,
    fate,
    pace: { ...PACE, watch },
    retentionDays,
    trackingSeconds: 60,
    durable: true,
    log: (event, fields) => {
      if (event === 'engine.fault') faults.push(JSON.stringify(fields));
      if (event === 'ledger.backup') made.backups += 1;
    },
  });
  stations.push(station);
  return { clock, service, shares, desk, stations, station, decided, faults, made };
}

export type Hospital = ReturnType<typeof createHospital>;
