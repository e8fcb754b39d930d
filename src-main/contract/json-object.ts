import { z } from 'zod';

/** JSON.stringify gives up at some thousand levels, SQLite at a thousand. */
const DEEPEST = 500;

/** Whether a value of JSON is nested no deeper than what stores and shows it can take. */
export function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return false;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return true;
}

/** A JSON object that a person gave, to be stored and sent. */
export const givenObjectSchema = z
  .record(z.string(), z.unknown())
  .refine(isShallow, `is nested more than ${DEEPEST} levels deep`);
