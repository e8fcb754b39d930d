import { test } from 'vitest';
import { runShort } from '../part.ts';
import { weekPart } from './week.ts';

test(`week, one day: ${weekPart.holds}`, async () => {
  await runShort(weekPart, 5);
}, 600_000);
