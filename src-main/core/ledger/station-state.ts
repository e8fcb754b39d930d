import { z } from 'zod';
import { type Ledger, readOne } from './ledger.ts';
import { jsonColumn } from './rows.ts';

const valueSchema = z.object({ value: jsonColumn(z.unknown()) });

/** Reads a fact the station keeps about itself (a watermark, a pause), or null when there is none. */
export function readState<S extends z.ZodType>(ledger: Ledger, key: string, schema: S): z.infer<S> | null {
  const row = readOne(ledger.prepared('SELECT value FROM station_state WHERE key = ?'), valueSchema, key);
  return row === null ? null : schema.parse(row.value);
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
