import { z } from 'zod';
import { detailOf } from '../../../contract/texts/detail.ts';
import type { Clock } from '../../clock.ts';
import type { ClaimTable } from '../../ledger/tables/claims.ts';
import type { Claim, Claims } from '../claiming.ts';
import type { Elsewhere } from '../stations.ts';
import { type Database, LeaseLost, type Query, StationRefused } from './database.ts';
import type { StationKeys } from './keys.ts';

const bytes = z.instanceof(Buffer);
const rowSchema = z.object({
  sealed: bytes,
  station: z.string(),
  environment: z.string(),
  organisation: z.string().nullable(),
  fence: z.int(),
  done: z.boolean(),
  withdrawn_by: z.string().nullable(),
  withdrawn_name: z.string().nullable(),
  name: z.string().nullable(),
  is_gone: z.boolean(),
});
type Row = z.infer<typeof rowSchema>;
const fenceSchema = z.object({ fence: z.int() });
const keySchema = z.object({ key: bytes });

/** SQL condition: the station's lease has run out by the database's clock, or a person has removed the station from the database. */
export const IS_GONE = 'COALESCE(station.lease_until < clock_timestamp(), true)';

const READ = `SELECT claim.sealed, claim.station, claim.environment, claim.organisation, claim.fence, claim.done,
    claim.withdrawn_by, claim.withdrawn_name, station.name, ${IS_GONE} AS is_gone
  FROM clearfolder.claim LEFT JOIN clearfolder.station ON station.id = claim.station WHERE claim.key = $1`;

/**
 * SQL condition: this station ($1, with its word $2) has its lease. If the database was restored from a backup, this station must also have
 * added its claims again (`epoch`).
 */
const IS_MEMBER = `EXISTS (SELECT 1 FROM clearfolder.station JOIN clearfolder.about ON about.epoch = station.epoch
    WHERE station.id = $1 AND station.word = $2 AND station.lease_until > clock_timestamp())`;

const INSERT = `INSERT INTO clearfolder.claim (key, sealed, station, environment, organisation, fence, done)
  SELECT new.key, new.sealed, $1, $3, $4, 1, new.done FROM unnest($5::bytea[], $6::bytea[], $7::boolean[]) AS new (key, sealed, done)
  WHERE ${IS_MEMBER} ORDER BY new.key ON CONFLICT (key) DO NOTHING RETURNING key`;

export interface DatabaseClaimsDependencies {
  readonly database: Database;
  readonly keys: () => StationKeys;
  readonly table: ClaimTable;
  readonly clock: Clock;
  readonly stationId: string;
  /** A random text that identifies this run of the station; null while the station has no lease. */
  readonly word: () => string | null;
  /** Whether this station may take over claims. False for some time after this station could not reach the database. */
  readonly mayTakeOver: () => boolean;
}

class OthersHaveDocuments extends Error {}

/**
 * Creates the access to the claims in the stations' database. A change of a claim fails if the fencing number of the claim is not the
 * number that this station last read.
 */
export function createDatabaseClaims(dependencies: DatabaseClaimsDependencies): Claims {
  const { database, keys, table, clock, stationId, word, mayTakeOver } = dependencies;
  const seen = new Map<string, Row>();

  const claimOf = (row: Row): Claim => {
    const externalId = keys().open(row.sealed);
    // A claim that cannot be decrypted has no external_id, so its documents can be neither looked up nor sent.
    if (externalId === null) throw new StationRefused(detailOf('detail.claimUnreadable'));
    const { station, environment, organisation, withdrawn_by: by, withdrawn_name: name } = row;
    return {
      externalId,
      station,
      environment,
      organisation,
      ...(by !== null && { withdrawn: { station: by, name: name ?? '?' } }),
    };
  };

  const read: Claims['read'] = async (key) => {
    const [row] = await database.query(rowSchema, READ, [keys().keyOf(key)]);
    if (row === undefined) return null;
    seen.set(key, row);
    return claimOf(row);
  };

  const insert = (query: Query, claim: Claim, rows: readonly (readonly [string, Buffer, boolean])[]) =>
    query(keySchema, INSERT, [
      stationId,
      word(),
      claim.environment,
      claim.organisation,
      rows.map(([key]) => keys().keyOf(key)),
      rows.map(([, sealed]) => sealed),
      rows.map(([, , done]) => done),
    ]);

  // The claims of single documents are `done` from the start, so that no other station takes over a document without its group.
  const documentRows = ({ externalId }: Claim, documents: readonly string[]) =>
    documents.map((key) => [key, keys().seal(externalId), true] as const);

  const put = (claim: Claim, key: string, documents: readonly string[]): Promise<boolean> => {
    const own = [key, keys().seal(claim.externalId), false] as const;
    if (documents.length === 0) return insert(database.query, claim, [own]).then((rows) => rows.length === 1);
    return database.transaction(async (query) => {
      const isNew = (await insert(query, claim, [own])).length === 1;
      if (!isNew) return false;
      await insert(query, claim, documentRows(claim, documents));
      const taken = await query(
        keySchema,
        'SELECT key FROM clearfolder.claim WHERE key = ANY ($1::bytea[]) AND station <> $2 LIMIT 1',
        [documents.map((document) => keys().keyOf(document)), stationId],
      );
      if (taken.length > 0) throw new OthersHaveDocuments();
      return true;
    });
  };

  const change = async (key: string, set: string, values: readonly unknown[]): Promise<number> => {
    const before = seen.get(key);
    const [row] = await database.query(
      fenceSchema,
      `UPDATE clearfolder.claim SET ${set}, fence = fence + 1 WHERE key = $1 AND fence = $2 AND ${IS_MEMBER.replace('$1', '$3').replace('$2', '$4')}
       RETURNING fence`,
      [keys().keyOf(key), before?.fence ?? 0, stationId, word(), ...values],
    );
    if (row === undefined) throw new LeaseLost('another station changed the claim');
    return row.fence;
  };

  const write = (key: string, claim: Claim, done: boolean): Promise<number> =>
    change(
      key,
      'sealed = $5, station = $3, environment = $6, organisation = $7, done = $8, withdrawn_by = NULL, withdrawn_name = NULL',
      [keys().seal(claim.externalId), claim.environment, claim.organisation, done],
    );

  const rowOf = (key: string, { externalId }: Claim, documents: readonly string[]) => ({
    external_id: externalId,
    key,
    documents: [...documents],
  });

  return {
    read,
    claim: async (key, claim, documents = []) => {
      table.intend(rowOf(key, claim, documents), clock.now());
      try {
        if (await put(claim, key, documents)) {
          table.hold(claim.externalId, 1);
          return null;
        }
      } catch (error) {
        if (!(error instanceof OthersHaveDocuments)) throw error;
        table.forget(claim.externalId);
        return 'documents-taken';
      }
      const existing = await read(key);
      table.forget(claim.externalId);
      if (existing === null) throw new LeaseLost('this station has no lease');
      return existing;
    },
    claimDocument: async (key, claim, anew) => {
      if ((await insert(database.query, claim, documentRows(claim, [key]))).length === 1) return;
      if ((await read(key)) === null) throw new LeaseLost('this station has no lease');
      if (anew) await write(key, claim, true);
    },
    replace: async (key, claim) => {
      const { externalId } = claim;
      const isOwn = claim.station === stationId;
      if (isOwn) table.intend(rowOf(key, claim, []), clock.now());
      const fence = await write(key, claim, false);
      if (isOwn) table.hold(externalId, fence);
      else table.adopt({ ...rowOf(key, claim, []), fence }, clock.now());
    },
    withdraw: async (key, externalId, by) => {
      const existing = await read(key);
      if (existing === null || existing === 'unreadable') return null;
      if (existing.externalId !== externalId || existing.station !== stationId) return existing;
      const fence = await change(key, 'withdrawn_by = $5, withdrawn_name = $6', [by.station, by.name]);
      table.hold(externalId, fence);
      return existing;
    },
    shared: {
      isUnsent: (externalId) => table.isUnsent(externalId),
      takeOver: async (key, claim, documents): Promise<Elsewhere | null> => {
        const row = seen.get(key);
        const { externalId, station } = claim;
        const elsewhere = {
          elsewhere: {
            key,
            externalId,
            station,
            name: row?.name ?? '?',
            fence: row?.fence ?? 0,
          },
        };
        if (row === undefined || row.done || !row.is_gone || !mayTakeOver()) return elsewhere;
        const taken = await database.transaction(async (query) => {
          // The row lock (FOR UPDATE) keeps the other station from renewing its lease before this transaction ends.
          const [owner] = await query(
            z.object({ is_gone: z.boolean() }),
            `SELECT ${IS_GONE} AS is_gone FROM clearfolder.station WHERE id = $1 FOR UPDATE`,
            [station],
          );
          if (owner?.is_gone === false) return null;
          const [now] = await query(
            fenceSchema,
            `UPDATE clearfolder.claim SET station = $1, fence = fence + 1
             WHERE key = $3 AND fence = $4 AND NOT done AND ${IS_MEMBER} RETURNING fence`,
            [stationId, word(), keys().keyOf(key), row.fence],
          );
          if (now === undefined) return null;
          await query(
            fenceSchema,
            `UPDATE clearfolder.claim SET station = $1, fence = fence + 1
             WHERE key = ANY ($2::bytea[]) AND station = $3 AND sealed = $4 RETURNING fence`,
            [stationId, documents.map((one) => keys().keyOf(one)), station, keys().seal(externalId)],
          );
          return now.fence;
        });
        if (taken === null) return elsewhere;
        table.adopt({ ...rowOf(key, claim, documents), fence: taken }, clock.now());
        return null;
      },
    },
  };
}

/** Looks `claims` up in the database. For each claim found, returns by its key the station, the fencing number, and whether the claim is done. */
export async function standingOf(
  { database, keys }: Pick<DatabaseClaimsDependencies, 'database' | 'keys'>,
  claims: readonly { readonly key: string }[],
): Promise<Map<string, { readonly station: string; readonly fence: number; readonly done: boolean }>> {
  const byKey = new Map(claims.map(({ key }) => [keys().keyOf(key).toString('hex'), key]));
  const rows = await database.query(
    z.object({ key: bytes, station: z.string(), fence: z.int(), done: z.boolean() }),
    'SELECT key, station, fence, done FROM clearfolder.claim WHERE key = ANY ($1::bytea[])',
    [claims.map(({ key }) => keys().keyOf(key))],
  );
  return new Map(rows.map(({ key, ...standing }) => [byKey.get(key.toString('hex')) ?? '', standing]));
}
