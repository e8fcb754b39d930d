import { beforeEach, expect, test } from 'vitest';
import { deriveStamp, newSubmissionId, stampOf } from '../../../src-main/core/ids.ts';
import { writeStamps } from '../../../src-main/core/ledger/tables/stamps.ts';
import { createTestClock } from '../../support/clock.ts';
import { seededRandom } from '../../support/random.ts';
import { testLedger } from '../../support/test-dir.ts';

const STAMP = deriveStamp('4b9c1d0e-3a52-4f0e-9a54-2f4f6a1c7d11', 'production', '');

const setting = (stamps: readonly string[] = [STAMP]) => {
  const clock = createTestClock();
  const ledger = testLedger(clock.now);
  writeStamps(ledger, [...stamps]);
  return { ledger, clock, random: seededRandom(1) };
};
let parts: ReturnType<typeof setting>;
beforeEach(() => {
  parts = setting();
});
const made = (template: string, key: string | null, folder = 'scans') =>
  newSubmissionId(parts, { template, key, folder });

test('an external id is what its rule says, with what replaces a place taken as it is', () => {
  for (const [template, key, expected] of [
    ['{id}', 'k', (id: string) => id],
    ['{folder}-{key}-{id}', '4711', (id: string) => `scans-4711-${id}`],
    ['{key}-{id}', null, (id: string) => `-${id}`],
    ['{key}{folder}-{id}', '{folder}$&', (id: string) => `{folder}$&scans-${id}`],
    ['{id}-{id}', null, (id: string) => `${id}-${id}`],
  ] as const) {
    const { id, externalId } = made(template, key);
    expect(externalId).toBe(expected(id));
  }
});

test('an external id is never longer than the service takes, and always ends with its own id (docs/service.md 4.2)', () => {
  for (const [template, key] of [
    ['{key}{key}{key}{key}{id}', 'k'.repeat(400)],
    [`${'x'.repeat(508)}{id}`, 'k'],
    ['{id}'.repeat(128), null],
    ['{folder}{key}{id}', '😀'.repeat(600)],
  ] as const) {
    const { id, externalId } = made(template, key);
    expect([...externalId].length).toBeLessThanOrEqual(1024);
    expect(externalId.endsWith(id)).toBe(true);
    expect(externalId.isWellFormed()).toBe(true);
  }
});

test('I2: every external id that a station makes has the stamp of the station, and two are never equal', () => {
  const all = Array.from({ length: 500 }, (_, index) =>
    index % 2 === 0 ? made('{key}-{id}', '4711').externalId : newSubmissionId(parts).externalId,
  );
  expect(new Set(all).size).toBe(all.length);
  expect(new Set(all.map(stampOf))).toEqual(new Set([STAMP]));
});

test.each([
  '',
  'case-7',
  '01JC000000000000000000000',
  '01JC00000000000000000000U0',
  '81JC0000000000000000000000',
])('an external id of another form has no stamp: "%s"', (externalId) => {
  expect(stampOf(externalId)).toBeNull();
});

test('I11: a stamp says nothing of the station, and differs by station, environment and word', () => {
  const stamps = [
    STAMP,
    deriveStamp('4b9c1d0e-3a52-4f0e-9a54-2f4f6a1c7d12', 'production', ''),
    deriveStamp('4b9c1d0e-3a52-4f0e-9a54-2f4f6a1c7d11', 'staging', ''),
    deriveStamp('4b9c1d0e-3a52-4f0e-9a54-2f4f6a1c7d11', 'production', 'a'),
  ];
  expect(new Set(stamps).size).toBe(4);
  for (const stamp of stamps) expect(stamp).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
});
