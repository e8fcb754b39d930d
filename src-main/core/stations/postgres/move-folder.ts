import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { errorCode, isMissing } from '../../share-io/file-identity.ts';
import { CONTROL_FOLDER } from '../../share-io/own-folders.ts';
import { claimSchema } from '../claiming.ts';
import { type Coordination, nextCoordination, presentStations, readCoordination } from '../coordination.ts';
import type { Database } from './database.ts';
import type { StationKeys } from './keys.ts';

/**
 * The wait for stations that still use files. Longer than a permission to start a create is valid (`authorised-sender.ts`), and longer than
 * a station needs from the claim of a document to the record in its ledger.
 */
const SETTLE_MS = 20_000;
const WAIT_MS = 120_000;
const POLL_MS = 500;
const BATCH = 500;
const KEY = /^[0-9a-f]{64}$/;

export type MoveTo = 'files' | 'postgres';

export interface MovePlan {
  readonly now: 'nobody' | 'files' | 'to-database' | 'database' | 'to-files';
  /** The name of the station that has the lease; null if no station has the lease, or if the stations do not use files. */
  readonly holder: string | null;
  readonly claims: number;
  /** The names of the stations whose claims are not yet in files (`presentStations`). */
  readonly present: readonly string[];
}

const claimNames = (root: string): Promise<string[]> =>
  readdir(join(root, CONTROL_FOLDER, 'claims')).then(
    (names) => names.filter((name) => KEY.test(name)),
    (error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    },
  );

const stageOf = ({ generation, lease, moved }: Coordination): MovePlan['now'] => {
  if (moved !== null) return moved.stage;
  return generation === 0 || lease?.id === 'stations-database' ? 'nobody' : 'files';
};

/** Reads what a person must know before a move of the folder. @throws system errors of the folder */
export async function planMove(root: string): Promise<MovePlan> {
  const found = await readCoordination(root);
  const now = stageOf(found);
  return {
    now,
    holder: now === 'files' && found.lease?.released === false ? found.lease.name : null,
    claims: (await claimNames(root)).length,
    present: now === 'nobody' || now === 'files' ? [] : await presentStations(root),
  };
}

export interface MoveParts {
  readonly root: string;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly settleMs?: number;
  readonly waitMs?: number;
}

/**
 * Moves a folder to the database. The folder records each step before the next step begins, so that a second call continues after a crash.
 * `claims`: the number of claims that were copied into the database.
 * @throws EEXIST if a station or another move changed the folder meanwhile
 */
export async function moveToDatabase(
  { root, clock, settleMs = SETTLE_MS }: MoveParts,
  { database, keys }: { readonly database: Database; readonly keys: StationKeys },
): Promise<{ readonly claims: number }> {
  const identity = await identityOf(database);
  const { moved, generation: before } = await readCoordination(root);
  if (moved?.stage === 'database' && moved.database === identity) return { claims: 0 };
  const isBegun = moved?.stage === 'to-database' && moved.database === identity;
  if (!isBegun) await nextCoordination(root, before, { stage: 'to-database', database: identity });
  const generation = isBegun ? before : before + 1;
  // The station that had the lease may still write the claim of a document that was under way.
  await clock.sleep(settleMs);
  const claims = await importClaims(root, database, keys);
  await nextCoordination(root, generation, { stage: 'database', database: identity });
  return { claims };
}

/**
 * Moves a folder back to files. `missing`: the names of the stations that did not write their claims into the folder in time. If `missing`
 * is not empty, the move is not complete, and a second call continues the move.
 */
export async function moveToFiles({ root, clock, waitMs = WAIT_MS }: MoveParts): Promise<{
  readonly missing: readonly string[];
}> {
  const { moved, generation: before } = await readCoordination(root);
  if (moved === null) return { missing: [] };
  let generation = before;
  if (moved.stage !== 'to-files') {
    await nextCoordination(root, before, { ...moved, stage: 'to-files' });
    generation += 1;
  }
  const deadline = clock.monotonic() + waitMs;
  for (;;) {
    const missing = await presentStations(root);
    if (missing.length === 0) break;
    if (clock.monotonic() > deadline) return { missing };
    await clock.sleep(POLL_MS);
  }
  await nextCoordination(root, generation, null);
  return { missing: [] };
}

/** Returns the identity of the database. A copy of the database has the same identity. */
export async function identityOf({ query }: Pick<Database, 'query'>): Promise<string> {
  const [row] = await query(
    z.object({ identity: z.string() }),
    'SELECT identity::text AS identity FROM clearfolder.about',
  );
  if (row === undefined) throw new Error('the database is incomplete');
  return row.identity;
}

// Copies the claims in files into the database, and returns their number. A claim in a file replaces a claim in the database, because the
// database may still have old claims from an earlier time in which the folder was in the database.
async function importClaims(root: string, database: Database, keys: StationKeys): Promise<number> {
  const names = await claimNames(root);
  let imported = 0;
  for (let at = 0; at < names.length; at += BATCH) {
    const found = await Promise.all(names.slice(at, at + BATCH).map((key) => readClaim(root, key)));
    const rows = found.flatMap((one) => (one === null ? [] : [one]));
    await database.query(
      z.unknown(),
      `INSERT INTO clearfolder.claim (key, sealed, station, environment, organisation, withdrawn_by, withdrawn_name, fence, done)
       SELECT new.*, 1, false FROM unnest($1::bytea[], $2::bytea[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
         AS new (key, sealed, station, environment, organisation, withdrawn_by, withdrawn_name) ORDER BY new.key
       ON CONFLICT (key) DO UPDATE SET sealed = excluded.sealed, station = excluded.station, environment = excluded.environment,
         organisation = excluded.organisation, withdrawn_by = excluded.withdrawn_by, withdrawn_name = excluded.withdrawn_name,
         done = false, fence = claim.fence + 1
       WHERE (claim.sealed, claim.station, claim.withdrawn_by) IS DISTINCT FROM (excluded.sealed, excluded.station, excluded.withdrawn_by)`,
      [
        rows.map(({ key }) => keys.keyOf(key)),
        rows.map(({ claim }) => keys.seal(claim.externalId)),
        rows.map(({ claim }) => claim.station),
        rows.map(({ claim }) => claim.environment),
        rows.map(({ claim }) => claim.organisation),
        rows.map(({ claim }) => claim.withdrawn?.station ?? null),
        rows.map(({ claim }) => claim.withdrawn?.name ?? null),
      ],
    );
    imported += rows.length;
  }
  return imported;
}

// Returns null for an incomplete claim file. The station crashed while it wrote the claim file, so the station sent nothing under the
// claim.
async function readClaim(root: string, key: string) {
  const text = await readFile(join(root, CONTROL_FOLDER, 'claims', key), 'utf8');
  try {
    return { key, claim: claimSchema.parse(JSON.parse(text)) };
  } catch {
    return null;
  }
}

export const isTaken = (error: unknown): boolean => errorCode(error) === 'EEXIST';
