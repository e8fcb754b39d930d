import { z } from 'zod';
import { jsonColumn, type Ledger, readAll, readValue } from './ledger.ts';

const keyedSchema = z.object({ key: z.string(), value: jsonColumn(z.unknown()) });

/** Returns a value of `station_state`, such as a watermark; null if the value is missing. */
export function readState<S extends z.ZodType>(ledger: Ledger, key: string, schema: S): z.infer<S> | null {
  return readValue(ledger.prepared('SELECT value FROM station_state WHERE key = ?'), jsonColumn(schema), key);
}

/** Returns the values whose keys begin with `prefix`. The keys of the result lack the prefix. */
export function readStates<S extends z.ZodType>(
  ledger: Ledger,
  prefix: string,
  schema: S,
): Map<string, z.infer<S>> {
  // Every key with the prefix sorts before the prefix followed by the highest character.
  const rows = readAll(
    ledger.prepared(
      'SELECT key, value FROM station_state WHERE key BETWEEN @prefix AND @prefix || char(1114111)',
    ),
    keyedSchema,
    { prefix },
  );
  return new Map(rows.map(({ key, value }) => [key.slice(prefix.length), schema.parse(value)]));
}

/** Stores a value. Null removes the stored value. */
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
