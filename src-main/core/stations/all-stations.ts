import type { FolderRule } from '../../contract/settings.ts';
import type { SeenStation, StationsView } from '../../contract/views/stations.ts';
import type { Clock } from '../clock.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { callsFor } from '../share-io/file-calls.ts';
import { inTime } from '../share-io/time-limit.ts';
import { readStationsIn } from './files/health-files.ts';
import { sawOtherAt } from './files/lease-record.ts';
import { type OwnHealth, readOwnHealth } from './own-health.ts';
import type { DatabaseAddress } from './postgres/database.ts';

/** The age in milliseconds from which a health record no longer describes the present. A station publishes a record every half minute. */
const OLD_MS = 180_000;

export interface StationsParts {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly ownId: string;
  readonly ownName: string;
  readonly rules: readonly FolderRule[];
  /** The address of the stations' database; null if the stations share folders by files. */
  readonly address: DatabaseAddress | null;
}

/** Reads the health records of all stations, from the database or from the shared folders. Needs no running engine. */
export async function allStations(parts: StationsParts): Promise<StationsView> {
  const { ledger, clock, address } = parts;
  const own = readOwnHealth(ledger);
  const nothing = { database: null, unread: [], stations: [] };
  if (own === null)
    return { by: null, now: iso(clock.now()), published_at: null, unpublished: [], ...nothing };
  const found = address === null ? await inFolders(parts) : await inDatabase(parts, address);
  return {
    by: address === null ? 'files' : 'postgres',
    now: iso(clock.now()),
    published_at: own.publishedAt === null ? null : iso(own.publishedAt),
    unpublished: own.unpublished,
    ...nothing,
    ...found,
    stations: withOwn(parts, own, found.stations).toSorted(byName),
  };
}

const iso = (time: number) => new Date(time).toISOString();
const nameOf = ({ name, id }: SeenStation) => name ?? id;
const byName = (one: SeenStation, other: SeenStation) => nameOf(one).localeCompare(nameOf(other));

async function inDatabase({ clock, ownId }: StationsParts, address: DatabaseAddress) {
  // The import is here, so that a station without a database does not load the PostgreSQL driver.
  const { readStations } = await import('./postgres/health.ts');
  const read = await readStations(address);
  if ('problem' in read) return { database: read.problem, stations: [] };
  const now = clock.now();
  return {
    stations: read.stations.map(
      ({ id, name, version, isGone, seenMsAgo, health, healthMsAgo }): SeenStation => {
        const ageMs = health === null ? null : healthMsAgo;
        const standing = standingOf({ isGone, ageMs });
        const seenAt = iso(now - (isGone || ageMs === null ? seenMsAgo : ageMs));
        return { id, name, version, own: id === ownId, standing, seen_at: seenAt, health };
      },
    ),
  };
}

function standingOf({ isGone, ageMs }: { isGone: boolean; ageMs: number | null }): SeenStation['standing'] {
  if (isGone) return 'silent';
  if (ageMs === null) return 'mute';
  return ageMs > OLD_MS ? 'silent' : 'reports';
}

async function inFolders({ ledger, clock, ownId, rules }: StationsParts) {
  const shared = rules.filter(({ id, path }) => sawOtherAt(ledger, id, path));
  const unread: string[] = [];
  const newest = new Map<string, SeenStation>();
  const read = async ({ id: folder, path }: FolderRule) => {
    const found = await inTime(
      clock,
      callsFor(path)
        .then((calls) => readStationsIn(path, ownId, calls, clock.now()))
        .catch(() => null),
    );
    if (found === null) unread.push(folder);
    const now = clock.now();
    for (const { id, health, ageMs } of found ?? []) {
      const seen: SeenStation = {
        id,
        name: health?.name ?? null,
        version: health?.version ?? null,
        own: id === ownId,
        standing: standingOf({ isGone: false, ageMs: health === null ? null : ageMs }),
        seen_at: ageMs === null ? null : iso(now - ageMs),
        health,
      };
      const before = newest.get(id);
      if (before === undefined || (before.seen_at ?? '') < (seen.seen_at ?? '')) newest.set(id, seen);
    }
  };
  await Promise.all(shared.map(read));
  return { unread: unread.toSorted(), stations: [...newest.values()] };
}

// Adds this station's own record to the list if the list lacks this station, for example because this station cannot write into the folder.
function withOwn(
  { ownId, ownName, clock }: StationsParts,
  { health }: OwnHealth,
  stations: readonly SeenStation[],
) {
  if (stations.some(({ own }) => own)) return stations;
  const ageMs = clock.now() - Date.parse(health.at);
  const own: SeenStation = {
    id: ownId,
    name: ownName,
    version: health.version,
    own: true,
    standing: ageMs > OLD_MS ? 'silent' : 'mute',
    seen_at: health.at,
    health,
  };
  return [...stations, own];
}
