import { say } from '../../../contract/say.ts';
import type { AuditAction } from '../../../contract/views/audit.ts';
import { PROGRAM } from '../../../core/audit/audit.ts';
import type { NamedUsers } from '../../../core/lock/named-users.ts';
import { assertGoodPin } from '../../../core/lock/pin.ts';
import { PlainError } from '../../../core/plain-error.ts';
import type { Lock } from './lock.ts';
import { userUnknown } from './lock-words.ts';

interface UserParts {
  readonly lock: Lock;
  readonly users: NamedUsers;
  /** The name of the operating-system account. No named user may have this name. */
  readonly account: string;
  readonly audit: (action: AuditAction, actor: string, detail: Record<string, unknown>) => void;
}

/** Adds and removes named users. Both functions need the PIN of the station. Both functions reject with a PlainError. */
export interface UserAdmin {
  add(
    wanted: { readonly name: string; readonly pin: string; readonly station_pin: string },
    actor: string,
  ): Promise<void>;
  remove(unwanted: { readonly user: string; readonly station_pin: string }, actor: string): Promise<void>;
}

export function createUserAdmin({ lock, users, account, audit }: UserParts): UserAdmin {
  async function prove(pin: string, actor: string): Promise<void> {
    if (!lock.inForce()) throw lockNeeded();
    await lock.prove(pin, actor);
  }
  return {
    add: async ({ name, pin, station_pin: stationPin }, actor) => {
      await prove(stationPin, actor);
      assertUserName(name, account);
      assertGoodPin(pin);
      await users.add(name, pin);
      audit('user.added', actor, { name });
      await lock.check();
    },
    remove: async ({ user, station_pin: stationPin }, actor) => {
      await prove(stationPin, actor);
      const name = users.list().find(({ id }) => id === user)?.name;
      if (name === undefined || !(await users.remove(user))) throw userUnknown();
      audit('user.removed', actor, { name });
      await lock.check();
    },
  };
}

/**
 * Checks that `name` differs from the account name and from the name of the program, because the audit could otherwise not tell who acted.
 * @throws PlainError `user.name`
 */
export function assertUserName(name: string, account: string): void {
  if (![account, PROGRAM].some((taken) => taken.toLowerCase() === name.toLowerCase())) return;
  throw new PlainError(
    'user.name',
    say('station.nameBelongsComputerAccount'),
    say('station.chooseAnotherNameFirstLastName'),
  );
}

export function lockNeeded(): PlainError {
  return new PlainError('user.no-lock', say('station.stationNotLock'), say('station.setPinStationTime'));
}
