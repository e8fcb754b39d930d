import { expect, test } from 'vitest';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { hashPin, isPin, pinFault, pinHashSchema } from '../../../../src-main/core/lock/pin.ts';
import { createPinStore, forgetPin } from '../../../../src-main/core/lock/pin-store.ts';
import { createFileStore } from '../../../../src-main/core/secrets/file-store.ts';
import { createTestClock } from '../../../support/clock.ts';
import { testDir } from '../../../support/test-dir.ts';

async function bench() {
  const dir = testDir();
  const clock = createTestClock();
  const storeAt = (name: string) => createFileStore(dir.at(name), { clock: systemClock });
  let store = storeAt('one.json');
  const keeper = () => createPinStore({ store: () => store, clock });
  return {
    store: () => store,
    use: (name: string) => {
      store = storeAt(name);
    },
    keeper,
    forward: clock.forward,
  };
}

test('five wrong PINs are looked at, then the waits grow; starting again does not shorten them', async () => {
  const { keeper, forward } = await bench();
  let pins = keeper();
  await pins.set('482913');
  const wrong = (times: number) => Promise.all(Array.from({ length: times }, () => pins.check('000001')));
  expect(await wrong(5)).toEqual(Array(5).fill('wrong'));
  expect(await wrong(1)).toEqual(['too-soon']);
  expect(await pins.check('482913')).toBe('too-soon');
  const waits: number[] = [];
  for (let n = 0; n < 9; n += 1) {
    // Another process, that knows what is kept and nothing else.
    pins = keeper();
    let waited = 0;
    while ((await pins.check('000001')) === 'too-soon') {
      forward(15_000);
      waited += 15;
    }
    waits.push(waited);
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
  forward(3_600_000);
  expect(await keeper().check('482913')).toBe('right');
  expect(await wrong(5)).toEqual(Array(5).fill('wrong'));
}, 300_000);

test('many at once are looked at one after the other: none beyond the fifth', async () => {
  const { keeper } = await bench();
  const pins = keeper();
  await pins.set('482913');
  const guesses = Array.from({ length: 20 }, (_, n) => pins.check(`${700_000 + n}`));
  guesses.push(pins.check('482913'));
  expect((await Promise.all(guesses)).filter((outcome) => outcome !== 'too-soon')).toHaveLength(5);
});

test('a clock that was set back keeps nobody out, and the next wrong PIN begins a wait anew', async () => {
  const { keeper, forward } = await bench();
  const pins = keeper();
  await pins.set('482913');
  for (let n = 0; n < 5; n += 1) await pins.check('000001');
  forward(-86_400_000);
  expect(await pins.check('000001')).toBe('wrong');
  expect(await pins.check('482913')).toBe('too-soon');
  forward(61_000);
  expect(await pins.check('482913')).toBe('right');
});

test('the PIN goes along to the store of another environment, and a reset is seen', async () => {
  const { keeper, store, use } = await bench();
  const pins = keeper();
  await pins.set('482913');
  use('other.json');
  await pins.refresh();
  expect(pins.isSet()).toBe(true);
  expect(await keeper().check('482913')).toBe('right');
  await forgetPin(store());
  expect(await pins.check('482913')).toBe('none');
  expect(pins.isSet()).toBe(false);
});

test('what is damaged opens nothing, says so, and can be reset', async () => {
  const { keeper, store } = await bench();
  await store().set('lock-pin', '{"pin":{}}');
  const pins = keeper();
  await expect(pins.refresh()).rejects.toMatchObject({ code: 'lock.damaged' });
  expect(pins.isSet()).toBeNull();
  await expect(pins.check('482913')).rejects.toMatchObject({ code: 'lock.damaged' });
  await forgetPin(store());
  expect(await pins.check('482913')).toBe('none');
});

test('what was put back is what was there, with its wrong tries', async () => {
  const { keeper } = await bench();
  const pins = keeper();
  await pins.set('482913');
  await pins.check('000001');
  const putBack = await pins.set('blue heron');
  expect(pins.tries().wrong).toBe(0);
  await putBack();
  expect(pins.tries().wrong).toBe(1);
  expect(await keeper().check('blue heron')).toBe('wrong');
  expect(await keeper().check('482913')).toBe('right');
});

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
  // A stored hash names its own cost, so that the cost of new hashes can be raised later.
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
