import type { StationHealth } from '../../src-main/contract/views/stations.ts';

/** What a station with nothing left to send tells about itself, changed as a test wants it. */
export function healthOfStation(changes: Partial<StationHealth> = {}): StationHealth {
  const at = new Date().toISOString();
  return {
    name: 'STATION-1',
    version: '0.1.0',
    environment: 'production',
    at,
    everything_out: true,
    confirmed_at: at,
    problems: [],
    waits: { count: 0, since: null },
    stuck: [],
    tasks_waiting: { count: 0, since: null },
    folders: [],
    ...changes,
  };
}
