/** Gives numbers in [0, 1), as `Math.random` does. */
export type Random = () => number;

/**
 * A repeatable source of randomness (mulberry32): the same seed gives the same sequence on every machine.
 * Good enough to shake tests with, not for secrets.
 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** A whole number from `min` to `max`, both included. */
export function randomInt(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1));
}

/** `size` bytes of noise that no compressor shrinks. */
export function randomBytes(random: Random, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  const whole = size - (size % 4);
  for (let at = 0; at < whole; at += 4) bytes.writeUInt32LE(Math.floor(random() * 0x1_0000_0000), at);
  for (let at = whole; at < size; at++) bytes[at] = randomInt(random, 0, 255);
  return bytes;
}
