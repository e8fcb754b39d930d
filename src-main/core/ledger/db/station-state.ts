import { z } from 'zod';
import { type Ledger, readAll, readOne } from './ledger.ts';
import { jsonColumn } from './rows.ts';

const valueSchema = z.object({ value: jsonColumn(z.unknown()) });
const keyedSchema = z.object({ key: z.string(), value: jsonColumn(z.unknown()) });

/** Reads a fact the station keeps about itself (a watermark, a pause), or null when there is none. */
export function readState<S extends z.ZodType>(ledger: Ledger, key: string, schema: S): z.infer<S> | null {
  const row = readOne(ledger.prepared('SELECT value FROM station_state WHERE key = ?'), valueSchema, key);
  return row === null ? null : schema.parse(row.value);
}

/** Every fact whose key begins so, by what follows in the key. */
export function readStates<S extends z.ZodType>(
  ledger: Ledger,
  prefix: string,
  schema: S,
): Map<string, z.infer<S>> {
  // No text that begins so sorts after it with the highest character behind.
  const rows = readAll(
    ledger.prepared(
      'SELECT key, value FROM station_state WHERE key BETWEEN @prefix AND @prefix || char(1114111)',
    ),
    keyedSchema,
    { prefix },
  );
  return new Map(rows.map(({ key, value }) => [key.slice(prefix.length), schema.parse(value)]));
}

/** Keeps a fact about the station; null forgets it. */
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
