import { z } from 'zod';

/** JSON.stringify fails at some thousand levels, SQLite at a thousand. */
const DEEPEST = 500;

/** Whether the nesting of a JSON value is shallow enough for storage and display. */
export function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return false;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return true;
}

/** A JSON object from a person, for storage and sending. */
export const givenObjectSchema = z
  .record(z.string(), z.unknown())
  .refine(isShallow, `is nested more than ${DEEPEST} levels deep`);
