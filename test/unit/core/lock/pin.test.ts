import { expect, test } from 'vitest';
import { hashPin, isPin, pinFault, pinHashSchema } from '../../../../src-main/core/lock/pin.ts';

test('a PIN opens, and nothing beside it does', async () => {
  const kept = pinHashSchema.parse(JSON.parse(JSON.stringify(await hashPin('482913'))));
  expect(await isPin('482913', kept)).toBe(true);
  for (const wrong of ['482914', '48291', '4829130', '', ' 482913'])
    expect(await isPin(wrong, kept), wrong).toBe(false);
  // Another keyboard may compose the same letter of several code points.
  expect(await isPin('Möwe über dem See'.normalize('NFD'), await hashPin('Möwe über dem See'))).toBe(true);
});

test('what is kept does not hold the PIN, has a salt of its own, and costs as much as it says', async () => {
  const [one, other] = [await hashPin('482913'), await hashPin('482913')];
  expect(one.salt).not.toBe(other.salt);
  expect(one.hash).not.toBe(other.hash);
  expect(JSON.stringify(one)).not.toContain('482913');
  expect(one.n).toBeGreaterThanOrEqual(2 ** 15);
  // What was kept by an earlier version, or is asked for more dearly later, is read by what it says of itself.
  expect(await isPin('482913', { ...one, n: one.n / 2 })).toBe(false);
  expect(pinHashSchema.safeParse({ ...one, n: 2 }).success).toBe(false);
});

test.each([
  ['12345', 'short'],
  ['482 913', 'short'],
  ['letmein', 'short'],
  ['123456', 'guessable'],
  ['987654321', 'guessable'],
  ['00000000', 'guessable'],
  ['abcdefgh', 'guessable'],
  ['x'.repeat(7) + 'y'.repeat(122), 'long'],
  ['482913', null],
  ['129312931293', null],
  ['blue heron', null],
])('%s as a PIN: %s', (pin, fault) => {
  expect(pinFault(pin)).toBe(fault);
});
