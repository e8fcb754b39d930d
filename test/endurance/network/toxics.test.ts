import { expect, test } from 'vitest';
import { TROUBLES } from './schedule.ts';
import { toxicsPart } from './toxics.ts';

const SCHEDULES = Number(process.env['TOXICS_SCHEDULES'] ?? 2);

test('I2, I5: whatever the network does to requests and responses, each file is one Task and each answer is there once', async () => {
  const scale = { schedules: SCHEDULES, 'at-once': 15 };
  const figures = await toxicsPart.run({ scale, seed: 20_260_105, say: () => undefined });
  expect(figures['Tasks']).toBe(6 * SCHEDULES * TROUBLES.length);
  process.stdout.write(`toxics: ${JSON.stringify(figures)}\n`);
  const inDoubt = Object.entries(figures).filter(([name]) => name.startsWith('in doubt'));
  expect(inDoubt.reduce((sum, [, count]) => sum + Number(count), 0)).toBeGreaterThan(0);
}, 600_000);
