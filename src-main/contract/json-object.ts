import { z } from 'zod';
import { fits } from './characters.ts';

// The maximum number of nested levels of a JSON object. SQLite fails at 1,000 levels, and JSON.stringify at several thousand levels.
const DEEPEST = 500;

export function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return false;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return true;
}

export const givenObjectSchema = z
  .record(z.string(), z.unknown())
  .refine(isShallow, `is nested more than ${DEEPEST} levels deep`);

/**
 * The maximum length, in characters, of a text that a person types into an answer. The service documents no limit (docs/service.md 4.5, 8).
 */
export const LONGEST_TYPED = 500;

export const typedObjectSchema = givenObjectSchema.refine(
  (values) => Object.values(values).every((value) => typeof value !== 'string' || fits(value, LONGEST_TYPED)),
  `has a text of more than ${LONGEST_TYPED} characters`,
);
