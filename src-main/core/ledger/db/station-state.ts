import { z } from 'zod';
import { jsonColumn, type Ledger, readAll, readValue } from './ledger.ts';

const keyedSchema = z.object({ key: z.string(), value: jsonColumn(z.unknown()) });

/** Returns a fact that the station stores about itself, such as a watermark; null if the fact is not stored. */
export function readState<S extends z.ZodType>(ledger: Ledger, key: string, schema: S): z.infer<S> | null {
  return readValue(ledger.prepared('SELECT value FROM station_state WHERE key = ?'), jsonColumn(schema), key);
}

/** Returns the facts whose keys begin with `prefix`, by the rest of their keys. */
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

/** Stores a fact. A null value removes the fact. */
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
