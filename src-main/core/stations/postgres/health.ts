import { z } from 'zod';
import { type StationHealth, stationHealthSchema } from '../../../contract/views/stations.ts';
import { IS_GONE } from './claims.ts';
import { type Database, type DatabaseAddress, openDatabase, problemOf } from './database.ts';

const LISTED = 2000;

/**
 * A station that has a row in the database. `seenMsAgo`: the milliseconds since its last heartbeat. `healthMsAgo`: the milliseconds since
 * its last health record. The database's clock measures both.
 */
export interface StationInDatabase {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly isGone: boolean;
  readonly seenMsAgo: number;
  readonly health: StationHealth | null;
  readonly healthMsAgo: number | null;
}

export async function publishHealth(
  { query }: Pick<Database, 'query'>,
  stationId: string,
  health: StationHealth,
): Promise<void> {
  await query(
    z.unknown(),
    `INSERT INTO clearfolder.health (station, record, published_at) VALUES ($1, $2, clock_timestamp())
     ON CONFLICT (station) DO UPDATE SET record = excluded.record, published_at = excluded.published_at`,
    [stationId, JSON.stringify(health)],
  );
}

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  is_gone: z.boolean(),
  seen_ms: z.coerce.number(),
  record: stationHealthSchema.nullable().catch(null),
  health_ms: z.coerce.number().nullable(),
});
const msSince = (column: string) => `(1000 * extract(epoch FROM clock_timestamp() - ${column}))::float8`;

/** Reads all stations from the database. If the database cannot be read, resolves to `problem`, the code of the problem. */
export async function readStations(
  address: DatabaseAddress,
): Promise<{ readonly stations: readonly StationInDatabase[] } | { readonly problem: string }> {
  const database = openDatabase(address);
  try {
    const rows = await database.query(
      rowSchema,
      `SELECT station.id, name, version, ${IS_GONE} AS is_gone, ${msSince('seen_at')} AS seen_ms, record,
         ${msSince('published_at')} AS health_ms
       FROM clearfolder.station LEFT JOIN clearfolder.health ON health.station = station.id
       ORDER BY name, id LIMIT ${LISTED}`,
    );
    return {
      stations: rows.map(
        ({ id, name, version, is_gone: isGone, seen_ms: seen, record, health_ms: published }) => ({
          id,
          name,
          version,
          isGone,
          seenMsAgo: Math.max(0, seen),
          health: record,
          healthMsAgo: published === null ? null : Math.max(0, published),
        }),
      ),
    };
  } catch (error) {
    return { problem: problemOf(error).code };
  } finally {
    await database.close();
  }
}
