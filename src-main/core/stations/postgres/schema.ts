import { z } from 'zod';
import { detailOf } from '../../../contract/texts/detail.ts';
import { type Database, type Query, StationRefused } from './database.ts';

/** The key of the advisory lock. The number is arbitrary, but all stations must use the same number. */
const LOCK = 4_207_219_024;

/*
 * The start schema, followed by migrations, oldest first. Until version 1.0.0 of Clearfolder is released, a change of the schema alters the
 * start schema. A released migration must not be edited. A row of `claim` is updated a few times at most. A row of `station` or `health` is
 * updated at each heartbeat or report, so these tables are vacuumed early.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE clearfolder.about (
     only_row  boolean PRIMARY KEY DEFAULT true CHECK (only_row),
     version   integer NOT NULL,
     identity  uuid NOT NULL DEFAULT gen_random_uuid(),
     epoch     integer NOT NULL DEFAULT 1,
     key_check bytea
   );
   CREATE TABLE clearfolder.station (
     id          text PRIMARY KEY,
     name        text NOT NULL,
     version     text NOT NULL,
     word        text NOT NULL,
     epoch       integer NOT NULL,
     beat        integer NOT NULL,
     lease_until timestamptz NOT NULL,
     seen_at     timestamptz NOT NULL
   ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 100);
   CREATE TABLE clearfolder.claim (
     key            bytea PRIMARY KEY,
     sealed         bytea NOT NULL,
     station        text NOT NULL,
     environment    text NOT NULL,
     organisation   text,
     fence          integer NOT NULL,
     done           boolean NOT NULL,
     withdrawn_by   text,
     withdrawn_name text
   ) WITH (fillfactor = 80);
   CREATE INDEX claim_open ON clearfolder.claim (key) WHERE NOT done;
   CREATE TABLE clearfolder.health (
     station      text PRIMARY KEY,
     record       jsonb NOT NULL,
     published_at timestamptz NOT NULL
   ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 100);
   INSERT INTO clearfolder.about (version) VALUES (0);`,
];

const versionSchema = z.object({ version: z.int() });
const thereSchema = z.object({ schema: z.boolean(), about: z.boolean() });

const versionNow = async (query: Query): Promise<number | null> => {
  const [there] = await query(
    thereSchema,
    // The query reads the catalog tables, because functions such as to_regclass may use a cache that lacks what another session committed.
    `SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = 'clearfolder') AS schema,
       EXISTS (SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
         WHERE nspname = 'clearfolder' AND relname = 'about') AS about`,
  );
  if (there?.schema !== true) return null;
  if (!there.about) return 0;
  const [row] = await query(versionSchema, 'SELECT version FROM clearfolder.about');
  return row?.version ?? 0;
};

/**
 * Creates or upgrades the schema. If the schema is up to date, changes nothing, and needs no rights to change the database.
 * @throws StationRefused if a newer version of Clearfolder changed the schema
 */
export async function migrate(database: Database, migrations = MIGRATIONS): Promise<void> {
  if ((await versionNow(database.query)) === migrations.length) return;
  await database.transaction(async (query) => {
    const nothing = z.unknown();
    await query(nothing, 'SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const version = await versionNow(query);
    if (version !== null && version > migrations.length)
      throw new StationRefused(detailOf('detail.newerClearfolder'));
    if (version === null) await query(nothing, 'CREATE SCHEMA clearfolder');
    for (const sql of migrations.slice(version ?? 0))
      for (const statement of sql.split(/;\s*$/m))
        if (statement.trim() !== '') await query(nothing, statement);
    await query(nothing, 'UPDATE clearfolder.about SET version = $1', [migrations.length]);
  });
}
