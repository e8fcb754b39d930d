import type Database from 'better-sqlite3';
import { z } from 'zod';
import { payloadHash, purposeHash } from '../tables/dedup-keys.ts';
import { journeyOf, searchTextOf } from '../tasks/list-columns.ts';
import { microsOf } from './date-time.ts';
import { jsonColumn, jsonObject } from './ledger.ts';

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const text = (value: unknown): string => textOrNull(value) ?? '';
const specSchema = jsonColumn(jsonObject);
const hashesSchema = jsonColumn(z.array(z.string()));
const purposeOf = (taskType: unknown, requestSpec: unknown) => ({
  taskType: text(taskType),
  requestSpec: specSchema.parse(requestSpec),
});

/** Adds SQL functions for what SQL alone cannot do in a migration: letters beyond ASCII, fractions of a second, hashes. */
export function addMigrationFunctions(db: Database.Database): void {
  const options = { deterministic: true };
  db.function('micros_of', options, (at: unknown) => {
    const date = textOrNull(at);
    return date === null ? null : microsOf(date);
  });
  db.function('journey_of', options, (groupKey: unknown, folderId: unknown, externalId: unknown) =>
    journeyOf(textOrNull(groupKey), textOrNull(folderId), textOrNull(externalId)),
  );
  db.function(
    'search_text_of',
    options,
    (name: unknown, externalId: unknown, journey: unknown, fileNames: unknown) =>
      searchTextOf(text(name), textOrNull(externalId), textOrNull(journey), textOrNull(fileNames)),
  );
  db.function('purpose_hash_of', options, (taskType: unknown, requestSpec: unknown) =>
    purposeHash(purposeOf(taskType, requestSpec)),
  );
  db.function('payload_hash_of', options, (taskType: unknown, requestSpec: unknown, sha256s: unknown) =>
    payloadHash(purposeOf(taskType, requestSpec), hashesSchema.parse(sha256s)),
  );
}
