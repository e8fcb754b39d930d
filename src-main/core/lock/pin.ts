import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { say } from '../../contract/say.ts';
import { PlainError } from '../plain-error.ts';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const LENGTH = 32;
// The cost parameters of scrypt. With these parameters, each guess takes 64 MiB of memory and about 0.2 seconds.
const COST = { n: 2 ** 16, r: 8, p: 1 };
const LONGEST = 128;

export const pinHashSchema = z.object({
  salt: z.base64(),
  hash: z.base64(),
  n: z
    .int()
    .min(2 ** 15)
    .max(2 ** 20),
  r: z.int().min(1).max(32),
  p: z.int().min(1).max(16),
});
export type PinHash = z.infer<typeof pinHashSchema>;

/** Returns why a new PIN is not accepted; null if the PIN is accepted. `guessable`: the characters repeat or form a sequence. */
export function pinFault(pin: string): 'short' | 'long' | 'guessable' | null {
  const text = normal(pin);
  const digits = /^\d+$/.test(text);
  if (text.length < (digits ? 6 : 8)) return 'short';
  if (text.length > LONGEST) return 'long';
  return isOneStep(text) ? 'guessable' : null;
}

const FAULTS = {
  short: say('station.tooShort'),
  long: say('station.longer128Characters'),
  guessable: say('station.tooEasyGuess'),
} as const;

/** Checks a PIN before the PIN is set. @throws PlainError `lock.bad-pin` if Clearfolder does not accept the PIN */
export function assertGoodPin(pin: string): void {
  const fault = pinFault(pin);
  if (fault === null) return;
  throw new PlainError(
    'lock.bad-pin',
    say('station.pinNothingChanged', { fault: FAULTS[fault] }),
    say('station.choose6Digits'),
  );
}

export async function hashPin(pin: string): Promise<PinHash> {
  const salt = randomBytes(16);
  const hash = await derived(pin, salt, COST);
  return { salt: salt.toString('base64'), hash: hash.toString('base64'), ...COST };
}

/** Whether `pin` is the PIN with the stored hash `kept`. The comparison of the hashes takes constant time. */
export async function isPin(pin: string, kept: PinHash): Promise<boolean> {
  const expected = Buffer.from(kept.hash, 'base64');
  const given = await derived(pin, Buffer.from(kept.salt, 'base64'), kept);
  return expected.length === given.length && timingSafeEqual(given, expected);
}

function derived(pin: string, salt: Buffer, { n, r, p }: typeof COST): Promise<Buffer> {
  // `maxmem` is twice the memory that scrypt needs. The default of Node is less than scrypt needs.
  return derive(normal(pin), salt, LENGTH, { N: n, r, p, maxmem: 256 * n * r });
}

// Two keyboards can encode the same letter differently in Unicode. NFKC makes the encodings equal.
const normal = (pin: string) => pin.normalize('NFKC');

// Whether all characters are equal or form a sequence, as in 000000, 123456 or 87654321.
function isOneStep(text: string): boolean {
  const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  const [step = 0] = steps;
  return steps.size === 1 && Math.abs(step) <= 1;
}
