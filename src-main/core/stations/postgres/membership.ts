import { z } from 'zod';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { readState, writeState } from '../../ledger/db/station-state.ts';
import type { ClaimTable } from '../../ledger/tables/claims.ts';
import type { Belonging } from '../belonging.ts';
import { type Database, type Query, StationRefused } from './database.ts';
import type { StationKeys } from './keys.ts';

const KEY = 'stations.membership';
const WORDS = 8;
const BATCH = 500;
/** A station that was not seen for so long is not waited for after the database was put back. */
const REMEMBERED = '30 days';

const knownSchema = z.object({
  /** The identity of the database and of its tables. */
  identity: z.string(),
  epoch: z.int(),
  beat: z.int(),
  /** The words of the last runs, newest first. A copy of this station's disk takes other words. */
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
  /** Whether the lease had run out, so that other stations may have taken over claims of this station, or never began. */
  readonly wasAway: boolean;
  /** Whether this station had to record its claims again. */
  readonly wasPutBack: boolean;
  /** The stations that did not yet record their claims again after the database was put back. */
  readonly missing: readonly string[];
  readonly epoch: number;
  /** The identity of the database, which a copy of the database keeps. */
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
 * The row of this station in the database. `beat` renews the lease by the database's clock. A database that forgot what this station's ledger
 * knows was put back: its epoch is raised, and no station claims before all stations recorded their claims again.
 */
export function createMembership(dependencies: MembershipDependencies): { beat(): Promise<Beat> } {
  const { database, keys, ledger, table, station, belonging, version, word, leaseMs } = dependencies;

  // Whether the claim that this station made last is missing in the database, or has an older fencing number there.
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
      if (about === undefined) throw new StationRefused('the database is incomplete');
      if (about.key_check === null) {
        await query(nothing, 'UPDATE clearfolder.about SET key_check = $1 WHERE key_check IS NULL', [
          keys().check,
        ]);
        // Another station may have stored the check of another passphrase first; the next heartbeat compares.
      } else if (!about.key_check.equals(keys().check)) {
        throw new StationRefused('another passphrase of the stations');
      }
      const [mine] = await query(
        mineSchema,
        `SELECT word, beat, epoch, lease_until < clock_timestamp() AS has_lapsed FROM clearfolder.station
         WHERE id = $1 FOR UPDATE`,
        [station.id],
      );
      const isOwn = mine === undefined || mine.has_lapsed || known.words.includes(mine.word);
      if (!isOwn) throw new StationRefused('another computer runs with the same station id');
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

  // Inserts claims that the database lacks, and corrects claims with an older fencing number.
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
      for (const { external_id: externalId, key, payload, documents, fence, told } of claims) {
        const of = { station: station.id, fence };
        const add = (claimKey: string, content: Parameters<StationKeys['seal']>[0], done: boolean) => {
          const hidden = keys().keyOf(claimKey);
          const before = newest.get(hidden.toString('hex'));
          if (before !== undefined && before.fence >= fence) return;
          newest.set(hidden.toString('hex'), { ...of, key: hidden, sealed: keys().seal(content), done });
        };
        add(key, { externalId, ...(payload !== null && { payload }) }, told === 1);
        for (const document of documents) add(document, { externalId }, true);
      }
      await record([...newest.values()]);
    }
    // The claims of other stations that this ledger saw prove a restore too, because another station may be lost with its ledger.
    for (let after = 0; ; ) {
      const seen = table.elsewhereAfter(after, BATCH);
      const last = seen.at(-1);
      if (last === undefined) break;
      after = last.file_id;
      const rows = new Map(
        seen.map(({ key, external_id: externalId, station: of, fence, payload }) => [
          key,
          {
            key: keys().keyOf(key),
            sealed: keys().seal({ externalId, ...(payload !== null && { payload }) }),
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
      // The word is durable before the database has it. Otherwise this station would take its own row for that of another computer.
      if (before.words[0] !== word) ledger.transaction(() => writeState(ledger, KEY, { ...before, words }));
      const { known, wasAway, hasReported, missing } = await renew({ ...before, words });
      if (!hasReported) await report(known.epoch);
      ledger.transactionSoon(() => writeState(ledger, KEY, known));
      const [identity = ''] = known.identity.split(' ');
      return { wasAway, wasPutBack: !hasReported, missing, epoch: known.epoch, identity };
    },
  };
}
