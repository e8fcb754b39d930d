import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { z } from 'zod';
import { say } from '../../contract/say.ts';
import type { Clock } from '../clock.ts';
import { PlainError } from '../plain-error.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { createMovingEntry } from './moving-entry.ts';
import { createPinStore, type PinStore } from './pin-store.ts';

const userSchema = z.object({ id: z.string(), name: z.string() });
export type NamedUser = z.infer<typeof userSchema>;
const usersSchema = z.array(userSchema);

/** The people who share the account of this computer, each with a PIN of their own (docs/decisions/076-named-users.md). */
export interface NamedUsers {
  /** Reads the users. If the settings name another secret store now, first moves the users there. @throws the errors of the secret store */
  refresh(): Promise<void>;
  /** Returns the users, in the order of their names, as the secret store was last read. */
  list(): readonly NamedUser[];
  /** Returns the PIN of a user; null if there is no such user. */
  pinOf(id: string): PinStore | null;
  /** Adds a user. If a user with this name exists (the case does not count), sets the PIN of that user instead. */
  add(name: string, pin: string): Promise<void>;
  /** Removes the user and the PIN of the user. Returns false if there is no such user. */
  remove(id: string): Promise<boolean>;
}

export function createNamedUsers({ store, clock }: { store: () => SecretStore; clock: Clock }): NamedUsers {
  // A keychain limits the size of an entry, so each PIN has an entry of its own.
  const entry = createMovingEntry(store, 'lock-users');
  const pins = new Map<string, PinStore>();
  const oneAtATime = pLimit(1);
  let users: readonly NamedUser[] = [];

  const pinFor = (id: string): PinStore => {
    const known = pins.get(id) ?? createPinStore({ store, clock, name: `lock-pin-${id}` });
    pins.set(id, known);
    return known;
  };

  async function read(): Promise<readonly NamedUser[]> {
    users = parse(await entry.read());
    for (const { id } of users) await pinFor(id).refresh();
    return users;
  }

  async function write(next: readonly NamedUser[]): Promise<void> {
    const sorted = next.toSorted((a, b) => a.name.localeCompare(b.name));
    await entry.write(sorted.length === 0 ? null : JSON.stringify(sorted));
    users = sorted;
  }

  return {
    refresh: () => oneAtATime(async () => void (await read())),
    list: () => users,
    pinOf: (id) => (users.some((user) => user.id === id) ? pinFor(id) : null),
    add: (name, pin) =>
      oneAtATime(async () => {
        const present = await read();
        const same = present.find((user) => user.name.toLowerCase() === name.toLowerCase());
        const id = same?.id ?? randomUUID().slice(0, 8);
        // The PIN is stored before the user, so that no user is without a PIN after a crash.
        await pinFor(id).set(pin);
        if (same === undefined) await write([...present, { id, name }]);
      }),
    remove: (id) =>
      oneAtATime(async () => {
        const present = await read();
        if (!present.some((user) => user.id === id)) return false;
        await write(present.filter((user) => user.id !== id));
        await pinFor(id).set(null);
        pins.delete(id);
        return true;
      }),
  };
}

function parse(text: string | null): readonly NamedUser[] {
  if (text === null) return [];
  try {
    return usersSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new PlainError(
      'lock.damaged',
      say('station.storedListPeopleStation'),
      say('station.askAdministratorDeleteEntry'),
      { cause },
    );
  }
}
