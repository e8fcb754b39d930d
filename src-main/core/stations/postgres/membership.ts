import { z } from 'zod';
import { detailOf } from '../../../contract/texts/detail.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { readState, writeState } from '../../ledger/db/station-state.ts';
import type { ClaimTable } from '../../ledger/tables/claims.ts';
import type { Belonging } from '../belonging.ts';
import { type Database, type Query, StationRefused } from './database.ts';
import type { StationKeys } from './keys.ts';

const KEY = 'stations.membership';
const WORDS = 8;
const BATCH = 500;
/** After a restore of the database, the stations do not wait for a station whose last heartbeat is longer ago than this. */
const REMEMBERED = '30 days';

const knownSchema = z.object({
  /** The identity of the database, a space, and the object id of the table `claim`. A restore of the table changes the object id. */
  identity: z.string(),
  epoch: z.int(),
  beat: z.int(),
  /** The words (random texts) of the last runs, newest first. A copy of this station's disk on another computer gets other words. */
  words: z.array(z.string()),
});
type Known = z.infer<typeof knownSchema>;
const UNKNOWN: Known = { identity: '', epoch: 0, beat: 0, words: [] };

const aboutSchema = z.object({
  identity: z.string(),
  epoch: z.int(),
  key_check: z.instanceof(Buffer).nullable(),
});
const mineSchema = z.object({ word: z.string(), beat: z.int(), epoch: z.int(), has_lapsed: z.boolean() });
const nothing = z.unknown();

export interface Beat {
  /** Whether this station had no lease before this heartbeat. Other stations may then have taken over claims of this station. */
  readonly wasAway: boolean;
  /** Whether this station added its claims to the database again, because the database was restored from a backup. */
  readonly wasPutBack: boolean;
  /** The names of the stations that have not yet added their claims again after a restore of the database. */
  readonly missing: readonly string[];
  readonly epoch: number;
  /** The identity of the database. A copy of the database has the same identity. */
  readonly identity: string;
}

export interface MembershipDependencies {
  readonly database: Database;
  readonly keys: () => StationKeys;
  readonly ledger: Ledger;
  readonly table: ClaimTable;
  readonly station: { readonly id: string; readonly name: string };
  readonly belonging: () => Belonging;
  readonly version: string;
  readonly word: string;
  readonly leaseMs: number;
}

/**
 * Creates the keeper of this station's row in the database. `beat` renews the lease by the database's clock. If the database lacks
 * something that this station's ledger knows, the database was restored from a backup. `beat` then raises the epoch of the database. No
 * station claims documents until all stations have added their claims again.
 */
export function createMembership(dependencies: MembershipDependencies): { beat(): Promise<Beat> } {
  const { database, keys, ledger, table, station, belonging, version, word, leaseMs } = dependencies;

  // Whether the newest claim of this station is missing in the database, or has a lower fencing number in the database than in the ledger.
  const hasForgotten = async (query: Query): Promise<boolean> => {
    const newest = table.newestHeld();
    if (newest === null) return false;
    const [row] = await query(
      z.object({ fence: z.int() }),
      'SELECT fence FROM clearfolder.claim WHERE key = $1',
      [keys().keyOf(newest.key)],
    );
    return row === undefined || row.fence < newest.fence;
  };

  const renew = (known: Known) =>
    database.transaction(async (query) => {
      const [about] = await query(
        aboutSchema,
        `SELECT identity || ' ' || 'clearfolder.claim'::regclass::oid AS identity, epoch, key_check FROM clearfolder.about`,
      );
      if (about === undefined) throw new StationRefused(detailOf('detail.databaseIncomplete'));
      if (about.key_check === null) {
        await query(nothing, 'UPDATE clearfolder.about SET key_check = $1 WHERE key_check IS NULL', [
          keys().check,
        ]);
        // Another station may store the check value of another passphrase first. The next heartbeat then refuses this station.
      } else if (!about.key_check.equals(keys().check)) {
        throw new StationRefused(detailOf('detail.otherPassphrase'));
      }
      const [mine] = await query(
        mineSchema,
        `SELECT word, beat, epoch, lease_until < clock_timestamp() AS has_lapsed FROM clearfolder.station
         WHERE id = $1 FOR UPDATE`,
        [station.id],
      );
      const isOwn = mine === undefined || mine.has_lapsed || known.words.includes(mine.word);
      if (!isOwn) throw new StationRefused(detailOf('detail.sameStationId'));
      const isFirst = known.identity === '';
      const isPutBack =
        !isFirst &&
        (known.identity !== about.identity ||
          about.epoch < known.epoch ||
          (mine?.beat ?? 0) < known.beat ||
          (await hasForgotten(query)));
      let { epoch } = about;
      if (isPutBack) {
        const raised = await query(
          z.object({ epoch: z.int() }),
          'UPDATE clearfolder.about SET epoch = GREATEST(epoch, $1) + 1 RETURNING epoch',
          [known.epoch],
        );
        epoch = raised[0]?.epoch ?? epoch;
      }
      const reported = isFirst && mine === undefined ? epoch : isPutBack ? 0 : (mine?.epoch ?? 0);
      const beat = Math.max(mine?.beat ?? 0, known.beat) + 1;
      await query(
        nothing,
        `INSERT INTO clearfolder.station (id, name, version, word, epoch, beat, lease_until, seen_at)
         VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(secs => $7), clock_timestamp())
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, version = excluded.version, word = excluded.word,
           epoch = excluded.epoch, beat = excluded.beat, lease_until = excluded.lease_until, seen_at = excluded.seen_at`,
        [station.id, station.name, version, word, reported, beat, leaseMs / 1000],
      );
      const missing = await query(
        z.object({ name: z.string() }),
        `SELECT name FROM clearfolder.station WHERE epoch < $1 AND id <> $2
           AND seen_at > clock_timestamp() - interval '${REMEMBERED}' ORDER BY name LIMIT 5`,
        [epoch, station.id],
      );
      return {
        known: { identity: about.identity, epoch, beat, words: known.words },
        wasAway: mine?.has_lapsed ?? true,
        hasReported: reported === epoch,
        missing: missing.map(({ name }) => name),
      };
    });

  // Inserts the claims that the database lacks, and replaces the claims whose fencing number in the database is lower.
  const record = (
    rows: readonly {
      readonly key: Buffer;
      readonly sealed: Buffer;
      readonly station: string;
      readonly fence: number;
      readonly done: boolean;
    }[],
  ) =>
    database.query(
      nothing,
      `INSERT INTO clearfolder.claim (key, sealed, station, fence, done, environment, organisation)
       SELECT new.*, $6, $7 FROM unnest($1::bytea[], $2::bytea[], $3::text[], $4::integer[], $5::boolean[]) AS new (key, sealed, station, fence, done)
       ORDER BY key
       ON CONFLICT (key) DO UPDATE SET sealed = excluded.sealed, station = excluded.station, fence = excluded.fence,
         done = excluded.done WHERE claim.fence < excluded.fence`,
      [
        rows.map(({ key }) => key),
        rows.map(({ sealed }) => sealed),
        rows.map((row) => row.station),
        rows.map(({ fence }) => fence),
        rows.map(({ done }) => done),
        belonging().environment,
        belonging().organisation,
      ],
    );

  const report = async (epoch: number): Promise<void> => {
    for (let after = ''; ; ) {
      const claims = table.heldAfter(after, BATCH);
      const last = claims.at(-1);
      if (last === undefined) break;
      after = last.external_id;
      const newest = new Map<string, Parameters<typeof record>[0][number]>();
      for (const { external_id: externalId, key, documents, fence, told } of claims) {
        const of = { station: station.id, fence };
        const add = (claimKey: string, done: boolean) => {
          const hidden = keys().keyOf(claimKey);
          const before = newest.get(hidden.toString('hex'));
          if (before !== undefined && before.fence >= fence) return;
          newest.set(hidden.toString('hex'), { ...of, key: hidden, sealed: keys().seal(externalId), done });
        };
        add(key, told === 1);
        for (const document of documents) add(document, true);
      }
      await record([...newest.values()]);
    }
    // Adds the claims of other stations that this ledger knows too, because another station may have lost its ledger.
    for (let after = 0; ; ) {
      const seen = table.elsewhereAfter(after, BATCH);
      const last = seen.at(-1);
      if (last === undefined) break;
      after = last.file_id;
      const rows = new Map(
        seen.map(({ key, external_id: externalId, station: of, fence }) => [
          key,
          {
            key: keys().keyOf(key),
            sealed: keys().seal(externalId),
            station: of,
            fence,
            done: false,
          },
        ]),
      );
      await record([...rows.values()]);
    }
    await database.query(nothing, 'UPDATE clearfolder.station SET epoch = $1 WHERE id = $2 AND word = $3', [
      epoch,
      station.id,
      word,
    ]);
  };

  return {
    beat: async () => {
      const before = readState(ledger, KEY, knownSchema) ?? UNKNOWN;
      const words = [word, ...before.words.filter((one) => one !== word)].slice(0, WORDS);
      // The ledger stores the word before the database does. After a crash, this station would otherwise take its own row in the database
      // for the row of another computer.
      if (before.words[0] !== word) ledger.transaction(() => writeState(ledger, KEY, { ...before, words }));
      const { known, wasAway, hasReported, missing } = await renew({ ...before, words });
      if (!hasReported) await report(known.epoch);
      ledger.transactionSoon(() => writeState(ledger, KEY, known));
      const [identity = ''] = known.identity.split(' ');
      return { wasAway, wasPutBack: !hasReported, missing, epoch: known.epoch, identity };
    },
  };
}
