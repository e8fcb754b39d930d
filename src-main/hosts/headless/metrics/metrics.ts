import { statSync } from 'node:fs';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { z } from 'zod';
import { ACCOUNT_STATES } from '../../../contract/views/common.ts';
import { unaccounted } from '../../../contract/views/open-counts.ts';
import { type ToldState, toldStateSchema } from '../../../contract/views/station-state.ts';
import { folderStandingSchema } from '../../../contract/views/stations.ts';
import { systemClock } from '../../../core/clock.ts';
import { type Ledger, readAll } from '../../../core/ledger/db/ledger.ts';
import { LANES, NO_TEST, OPEN } from '../../../core/ledger/tables/outbox-rows.ts';
import { healthOf } from '../../../core/views/health-view.ts';
import { VERSION } from '../../version.ts';
import type { RunningEngine } from '../run-engine.ts';

export interface Metrics {
  readonly contentType: string;
  /** Reads the current numbers and returns them in the text format of Prometheus. */
  text(): Promise<string>;
  /** Returns the state of the station. Throws if the record of what was sent cannot be read. */
  state(): ToldState;
}

const ALL_LANES = ['creates', ...LANES] as const;

/**
 * Creates the metrics of a station for Prometheus. A label is a state, a lane or a problem code, and never the name of a file, folder or
 * patient (I11). `running` returns the running engine, or null while no engine runs.
 */
export function createMetrics(running: () => RunningEngine | null): Metrics {
  const register = new Registry();
  // The default metrics of the library, such as memory, processor time and the delay of the event loop.
  collectDefaultMetrics({ register });
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge<L>({ name: `clearfolder_${name}`, help, labelNames: [...labelNames], registers: [register] });

  const info = gauge('info', 'The version and the environment of this station; always 1.', [
    'version',
    'environment',
  ]);
  const engineRunning = gauge(
    'engine_running',
    '1 while the engine runs, 0 while nothing is sent or checked.',
  );
  const stateNow = gauge(
    'state',
    '1 for the state that "clearfolder status" tells, 0 for every other state.',
    ['state'],
  );
  const out = gauge(
    'everything_out',
    '1 if nothing is left to send and the service confirmed this, otherwise 0.',
  );
  const found = gauge('files_found', 'Files found in the watched folders, or added by hand.');
  const files = gauge('files', 'Found files by state; the sum over all states is clearfolder_files_found.', [
    'state',
  ]);
  const lost = gauge(
    'files_unaccounted',
    'Found files that are in no state; any value but 0 is a fault of the program.',
  );
  const unreadable = gauge(
    'files_unreadable',
    'Files and folders that Clearfolder cannot look at; no part of clearfolder_files_found.',
  );
  const unrecorded = gauge(
    'files_unrecorded',
    'Files in the folders that the record does not have, because the disk took no write; no part of clearfolder_files_found.',
  );
  const folders = gauge('folders', 'Watched folders by state.', ['state']);
  const rows = gauge('outbox_rows', 'Unfinished rows of the outbox.', ['lane', 'state']);
  const oldest = gauge(
    'outbox_oldest_seconds',
    'The age of the oldest unfinished row of a lane; 0 without one.',
    ['lane'],
  );
  const paused = gauge('lane_paused', '1 while a lane is paused ("all": every lane), otherwise 0.', ['lane']);
  const confirmed = gauge(
    'last_cycle_timestamp_seconds',
    'The time of the oldest last check of an open Task by its uuid, as a Unix time; without an open Task, the last complete look; 0 before the first.',
  );
  const attention = gauge('attention', 'What needs a person, by kind and problem code.', ['kind', 'code']);
  const stuck = gauge(
    'stuck_oldest_seconds',
    'The age of the oldest item that a person must act on; 0 without one.',
  );
  const ledgerBytes = gauge('ledger_bytes', 'The size of the record of what was sent, with its journal.');

  const readNow = ({ engine, ledger, station }: RunningEngine): void => {
    const overview = engine.overview();
    const now = systemClock.now();
    const { lookedThrough } = engine.standing();
    const health = healthOf({
      overview,
      ledger,
      rules: station.settings.folders,
      version: VERSION,
      lookedThrough,
    });
    info.set({ version: VERSION, environment: overview.environment }, 1);
    out.set(health.everything_out ? 1 : 0);
    found.set(overview.account.found);
    for (const state of ACCOUNT_STATES) files.set({ state }, overview.account[state]);
    unreadable.set(overview.account.unreadable);
    unrecorded.set(overview.files_unrecorded);
    lost.set(Math.abs(unaccounted(overview.account)));
    for (const state of folderStandingSchema.options)
      folders.set({ state }, health.folders.filter(({ standing }) => standing === state).length);
    const confirmedAt = overview.connection.confirmed_at;
    confirmed.set(confirmedAt === null ? 0 : Date.parse(confirmedAt) / 1000);
    for (const lane of ALL_LANES) oldest.set({ lane }, 0);
    for (const { lane, state, n, since } of openRows(ledger)) {
      rows.set({ lane, state }, n);
      oldest.set({ lane }, Math.max(0, (now - since) / 1000));
    }
    for (const lane of ['all', ...ALL_LANES]) paused.set({ lane }, 0);
    for (const { lane, until } of engine.standing().lanes)
      if (until === null || until > now) paused.set({ lane }, 1);
    for (const item of overview.attention) {
      const code = 'problem' in item ? item.problem.code : item.kind;
      attention.inc({ kind: item.kind, code }, 'count' in item ? item.count : 1);
    }
    const times = health.stuck.flatMap(({ since }) => (since === null ? [] : [Date.parse(since)]));
    stuck.set(times.length === 0 ? 0 : Math.max(0, (now - Math.min(...times)) / 1000));
    ledgerBytes.set(sizeOf(station.paths.ledger) + sizeOf(`${station.paths.ledger}-wal`));
  };

  const own = [
    info,
    stateNow,
    out,
    found,
    files,
    lost,
    unreadable,
    unrecorded,
    folders,
    rows,
    oldest,
    paused,
    confirmed,
    attention,
    stuck,
    ledgerBytes,
  ];
  return {
    contentType: register.contentType,
    text: async () => {
      const one = running();
      for (const each of own) each.reset();
      engineRunning.set(one === null ? 0 : 1);
      const told = stateOf(one);
      for (const state of toldStateSchema.options) stateNow.set({ state }, state === told ? 1 : 0);
      if (one !== null) readNow(one);
      return await register.metrics();
    },
    state: () => stateOf(running()),
  };
}

const stateOf = (running: RunningEngine | null): ToldState =>
  running?.engine.overview().state ?? 'not-running';

const openSchema = z.object({ lane: z.enum(ALL_LANES), state: z.string(), n: z.int(), since: z.int() });

/**
 * Counts the unfinished rows of the outbox by lane and state. `since` is the time of the oldest row of the group. The group with the oldest
 * row comes last.
 */
function openRows(ledger: Ledger) {
  return readAll(
    ledger.prepared(
      `SELECT lane, state, COUNT(*) AS n, MIN(created_at) AS since FROM (
         SELECT 'creates' AS lane, state, created_at FROM submission WHERE ${OPEN} AND ${NO_TEST}
         UNION ALL SELECT lane, state, created_at FROM message WHERE ${OPEN})
       GROUP BY lane, state ORDER BY since DESC`,
    ),
    openSchema,
  );
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
