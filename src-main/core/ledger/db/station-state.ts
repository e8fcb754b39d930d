import { z } from 'zod';
import { jsonColumn, type Ledger, readAll, readValue } from './ledger.ts';

const keyedSchema = z.object({ key: z.string(), value: jsonColumn(z.unknown()) });

/** Returns the value of a key in the table `station_state`, parsed with `schema`; null if the key is missing. */
export function readState<S extends z.ZodType>(ledger: Ledger, key: string, schema: S): z.infer<S> | null {
  return readValue(ledger.prepared('SELECT value FROM station_state WHERE key = ?'), jsonColumn(schema), key);
}

/** Returns the values of all keys in `station_state` that begin with `prefix`. The keys of the returned map lack the prefix. */
export function readStates<S extends z.ZodType>(
  ledger: Ledger,
  prefix: string,
  schema: S,
): Map<string, z.infer<S>> {
  // `char(1114111)` is the highest Unicode character, so the range contains every key with the prefix.
  const rows = readAll(
    ledger.prepared(
      'SELECT key, value FROM station_state WHERE key BETWEEN @prefix AND @prefix || char(1114111)',
    ),
    keyedSchema,
    { prefix },
  );
  return new Map(rows.map(({ key, value }) => [key.slice(prefix.length), schema.parse(value)]));
}

/** Stores `value` as JSON under `key` in the table `station_state`. The value null removes the key. */
export function writeState(ledger: Ledger, key: string, value: unknown): void {
  if (value === null) {
    ledger.prepared('DELETE FROM station_state WHERE key = ?').run(key);
    return;
  }
  ledger
    .prepared(
      'INSERT INTO station_state (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    )
    .run(key, JSON.stringify(value));
}
