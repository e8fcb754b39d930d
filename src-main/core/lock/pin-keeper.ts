import pLimit from 'p-limit';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { PlainError } from '../plain-error.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { hashPin, isPin, type PinHash, pinHashSchema } from './pin.ts';
import { countWrong, NO_TRIES, type Tries, triesSchema, waitMs } from './tries.ts';

const NAME = 'lock-pin';
const keptSchema = z.object({ pin: pinHashSchema, tries: triesSchema });
type Kept = z.infer<typeof keptSchema>;

/** What came of a PIN that somebody gave. `none`: there is none to give. */
export type PinOutcome = 'right' | 'wrong' | 'too-soon' | 'none';

/** Keeps the hash of the station's PIN and the count of wrong ones in the secret store: not in the ledger, not in the settings. */
export interface PinKeeper {
  /** Reads what is kept; with another store in force than before, what was kept goes along. Rejects as the store does. */
  refresh(): Promise<void>;
  /** Whether there is a PIN: null while that could not be read. */
  isSet(): boolean | null;
  tries(): Tries;
  /** Looks at a PIN. One at a time, each counted before it is looked at. */
  check(pin: string): Promise<PinOutcome>;
  /** Keeps a new PIN, or none (null); gives what puts back what was there. */
  set(pin: string | null): Promise<() => Promise<void>>;
}

export function createPinKeeper({ store, clock }: { store: () => SecretStore; clock: Clock }): PinKeeper {
  let known: Kept | null | undefined;
  let knownIn: string | null = null;
  const inLine = pLimit(1);

  async function read(): Promise<Kept | null> {
    const from = store();
    const place = `${from.kind} ${from.describe()}`;
    // Each environment may keep its secrets elsewhere; the PIN is the station's.
    if (known !== undefined && knownIn !== null && knownIn !== place) await write(known);
    else known = keptOf(await from.get(NAME));
    knownIn = place;
    return known;
  }

  async function write(kept: Kept | null): Promise<void> {
    const to = store();
    if (kept === null) await to.delete(NAME);
    else await to.set(NAME, JSON.stringify(kept));
    known = kept;
    knownIn = `${to.kind} ${to.describe()}`;
  }

  async function look(pin: string): Promise<PinOutcome> {
    const kept = await read();
    if (kept === null) return 'none';
    const now = clock.now();
    if (waitMs(kept.tries, now) > 0) return 'too-soon';
    await write({ ...kept, tries: countWrong(kept.tries, now) });
    if (!(await isPin(pin, kept.pin))) return 'wrong';
    await write({ ...kept, tries: NO_TRIES });
    return 'right';
  }

  return {
    refresh: () => inLine(async () => void (await read())),
    isSet: () => (known === undefined ? null : known !== null),
    tries: () => known?.tries ?? NO_TRIES,
    check: (pin) => inLine(() => look(pin)),
    set: (pin) =>
      inLine(async () => {
        const before = await read();
        const fresh: PinHash | null = pin === null ? null : await hashPin(pin);
        await write(fresh === null ? null : { pin: fresh, tries: NO_TRIES });
        return () => inLine(() => write(before));
      }),
  };
}

/** Forgets the PIN, whatever is kept of it: for the owner of the account, who need not know it. */
export function forgetPin(store: SecretStore): Promise<void> {
  return store.delete(NAME);
}

/** @throws PlainError `lock.damaged`: what cannot be read must not open anything */
function keptOf(text: string | null): Kept | null {
  if (text === null) return null;
  try {
    return keptSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new PlainError(
      'lock.damaged',
      'The saved PIN of this station is damaged, so no PIN unlocks the station. Clearfolder is still sending and checking documents.',
      'Ask your administrator to run: clearfolder lock reset',
      { cause },
    );
  }
}
