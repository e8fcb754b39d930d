import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { WatchFolder } from '../../../src-main/core/intake/watch-events.ts';
import { type Random, randomInt } from '../../support/random.ts';
import { nothingDecided } from '../../support/world/judged.ts';
import type { Fate } from '../../support/world/line.ts';
import { WorldService } from '../../support/world/service.ts';
import { Share } from '../../support/world/share.ts';
import { WorldStation } from '../../support/world/station.ts';
import { createWorldClock } from '../../support/world/world-clock.ts';

export const HOUR_MS = 3_600_000;
const PROBE_ANSWER_MS = 20_000;
const PACE = {
  intake: { pulseMs: 60_000, probeMs: 120_000, heartbeatMs: 60_000, moveMs: 120_000 },
  outboxPollMs: 30_000,
  auditMs: 60_000,
};

/** The service as a clinic sees it over a week: Tasks take minutes, some wait for documents, requests fail now and then. */
export class HospitalService extends WorldService {
  readonly #after: (ms: number, call: () => void) => void;
  readonly #chance: Random;

  constructor(
    parts: ConstructorParameters<typeof WorldService>[0] & { after: (ms: number, call: () => void) => void },
  ) {
    super(parts);
    this.#after = parts.after;
    this.#chance = parts.random;
    this.desk.onMoved = (task) => {
      if (task.status !== 'pending' && task.status !== 'processing') return;
      this.#after(randomInt(this.#chance, 20_000, 400_000), () => {
        if (task.status === 'pending') this.desk.move(task, 'processing');
        else if (task.status === 'processing') {
          const end = this.#chance();
          this.desk.move(
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
  const contents = new Map<string, Buffer>();
  const stations: WorldStation[] = [];
  const clock = createWorldClock(Date.now(), () => stations.some((station) => station.busy));
  const now = () => clock.now();
  const service = new HospitalService({ now, random, contents, after: clock.after });
  const shares = new Map(
    ['scans', 'cases', 'fax'].map((id) => [id, new Share(join(dir, id), now, contents)] as const),
  );
  const desk = new Share(join(dir, 'desk'), now, contents);
  mkdirSync(join(dir, 'station'));
  const watch: WatchFolder = (root, { onHint, onProbe, onReady }) => {
    const share = [...shares.values()].find((one) => one.root === root);
    let open = true;
    share?.watchers.add(onHint);
    // A living watcher sees each probe file soon.
    const answer = () => {
      if (!open) return;
      onProbe();
      clock.after(PROBE_ANSWER_MS, answer);
    };
    answer();
    clock.after(0, onReady);
    return {
      close: async () => {
        open = false;
        share?.watchers.delete(onHint);
      },
    };
  };
  const rule = (id: string) => ({
    id,
    path: join(dir, id),
    taskType: 'prior-auth',
    backlog: 'send' as const,
  });
  const decided = nothingDecided();
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
    pace: { ...PACE, otherProcessesMs: 60_000, watch },
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
