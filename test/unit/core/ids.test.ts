import { expect, test } from 'vitest';
import { fillExternalId } from '../../../src-main/core/ids.ts';

const ID = '01JC0000000000000000000000';
const fill = (template: string, key: string | null, folder = 'scans') =>
  fillExternalId(template, { id: ID, key, folder });

test('an external id is what its rule says, with what replaces a place taken as it is', () => {
  expect(fill('{id}', 'k')).toBe(ID);
  expect(fill('{folder}-{key}-{id}', '4711')).toBe(`scans-4711-${ID}`);
  expect(fill('{key}-{id}', null)).toBe(`-${ID}`);
  expect(fill('{key}{folder}-{id}', '{folder}$&')).toBe(`{folder}$&scans-${ID}`);
  expect(fill('{id}-{id}', null)).toBe(`${ID}-${ID}`);
});

test('an external id is never longer than the service takes, and always ends with its own id (docs/service.md 4.2)', () => {
  for (const [template, key] of [
    ['{key}{key}{key}{key}{id}', 'k'.repeat(400)],
    [`${'x'.repeat(508)}{id}`, 'k'],
    ['{id}'.repeat(128), null],
    ['{folder}{key}{id}', '😀'.repeat(600)],
  ] as const) {
    const filled = fill(template, key);
    expect(filled.length).toBeLessThanOrEqual(1024);
    expect(filled.endsWith(ID)).toBe(true);
    expect(filled.isWellFormed()).toBe(true);
  }
});
