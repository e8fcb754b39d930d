import { z } from 'zod';

/** What a station of its own process is told. */
export const configSchema = z.object({
  dir: z.string(),
  id: z.string(),
  folder: z.string(),
  baseUrl: z.string(),
  apiSecret: z.string(),
  /** Null: the stations share the folder by files. */
  database: z.string().nullable(),
  password: z.string(),
  /** The seconds of silence after which a request to the service ends. */
  idleSeconds: z.number(),
  heartbeatMs: z.number(),
  leaseBeats: z.number(),
  /** How many times faster than the clock of this computer the station's monotonic clock runs, so that a quarantine ends sooner. */
  haste: z.number(),
});
export const KEY = 'cd'.repeat(32);
