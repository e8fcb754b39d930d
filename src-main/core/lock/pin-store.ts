import pLimit from 'p-limit';
import { z } from 'zod';
import { say } from '../../contract/say.ts';
import type { Clock } from '../clock.ts';
import { isDue } from '../due.ts';
import { PlainError } from '../plain-error.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { createMovingEntry } from './moving-entry.ts';
import { hashPin, isPin, pinHashSchema } from './pin.ts';

const NAME = 'lock-pin';
const FREE_TRIES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 3_600_000;

// The number of wrong PINs since the last right PIN, and the time of the last wrong PIN in milliseconds since the epoch.
const triesSchema = z.object({ wrong: z.int().min(0), last: z.number() });
export type Tries = z.infer<typeof triesSchema>;

const storedSchema = z.object({ pin: pinHashSchema, tries: triesSchema });
type Stored = z.infer<typeof storedSchema>;

export const NO_TRIES: Tries = { wrong: 0, last: 0 };

/** Returns for how many milliseconds no PIN is checked. The wait is 30 seconds after five wrong PINs, and doubles up to an hour. */
export function waitMs({ wrong, last }: Tries, now: number): number {
  if (wrong < FREE_TRIES) return 0;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(wrong - FREE_TRIES, 20), LONGEST_WAIT_MS);
  return isDue(last + wait, now, wait) ? 0 : last + wait - now;
}

export function triesLeft({ wrong }: Tries): number {
  return Math.max(1, FREE_TRIES - wrong);
}

/** `too-soon`: The PIN was not checked, because the wait after wrong PINs is not over. `none`: The station has no PIN. */
export type PinOutcome = 'right' | 'wrong' | 'too-soon' | 'none';

/** Stores the hash of a PIN, and the number of wrong attempts, in the secret store. */
export interface PinStore {
  /** Reads the PIN, or moves the PIN if the settings have changed to another secret store. @throws the errors of the secret store */
  refresh(): Promise<void>;
  /** Whether a PIN is set, as the secret store was last read; null if the secret store has not been read yet. */
  isSet(): boolean | null;
  tries(): Tries;
  /** Checks one PIN at a time. Each PIN counts as wrong before its check, so killing the program gives no further try. */
  check(pin: string): Promise<PinOutcome>;
  /** Stores a new PIN; null removes the PIN. Returns a function that restores the previous PIN. */
  set(pin: string | null): Promise<() => Promise<void>>;
}

/**
 * Creates the store of one PIN. `name`: the entry of a named user's PIN in the secret store; by default, the entry of the station's PIN.
 */
export function createPinStore({
  store,
  clock,
  name = NAME,
}: {
  store: () => SecretStore;
  clock: Clock;
  name?: string;
}): PinStore {
  const entry = createMovingEntry(store, name);
  let current: Stored | null | undefined;
  const oneAtATime = pLimit(1);

  async function read(): Promise<Stored | null> {
    current = parseStored(await entry.read());
    return current;
  }

  async function write(stored: Stored | null): Promise<void> {
    await entry.write(stored === null ? null : JSON.stringify(stored));
    current = stored;
  }

  async function check(pin: string): Promise<PinOutcome> {
    const stored = await read();
    if (stored === null) return 'none';
    const now = clock.now();
    if (waitMs(stored.tries, now) > 0) return 'too-soon';
    await write({ ...stored, tries: { wrong: stored.tries.wrong + 1, last: now } });
    if (!(await isPin(pin, stored.pin))) return 'wrong';
    await write({ ...stored, tries: NO_TRIES });
    return 'right';
  }

  return {
    refresh: () => oneAtATime(async () => void (await read())),
    isSet: () => (current === undefined ? null : current !== null),
    tries: () => current?.tries ?? NO_TRIES,
    check: (pin) => oneAtATime(() => check(pin)),
    set: (pin) =>
      oneAtATime(async () => {
        const before = await read();
        await write(pin === null ? null : { pin: await hashPin(pin), tries: NO_TRIES });
        return () => oneAtATime(() => write(before));
      }),
  };
}

/** Removes the PIN. The function does not ask for the PIN, because the owner of the account may reset a forgotten PIN. */
export function forgetPin(store: SecretStore): Promise<void> {
  return store.delete(NAME);
}

// Parses the stored PIN. @throws PlainError `lock.damaged`, because a damaged entry must not unlock the station
function parseStored(text: string | null): Stored | null {
  if (text === null) return null;
  try {
    return storedSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new PlainError(
      'lock.damaged',
      say('station.storedPinStationDamaged'),
      say('station.askAdministratorRun'),
      { cause },
    );
  }
}
