import { say } from '../../../contract/say.ts';
import { appendAudit } from '../../../core/audit/audit.ts';
import { systemClock } from '../../../core/clock.ts';
import { actor } from '../../../core/installation/actor.ts';
import type { Station } from '../../../core/installation/open-station.ts';
import type { Ledger } from '../../../core/ledger/db/ledger.ts';
import { noteLockChange } from '../../../core/lock/lock-state.ts';
import { createNamedUsers, type NamedUsers } from '../../../core/lock/named-users.ts';
import { assertGoodPin } from '../../../core/lock/pin.ts';
import { createPinStore } from '../../../core/lock/pin-store.ts';
import { PlainError } from '../../../core/plain-error.ts';
import { assertUserName, lockNeeded } from '../../app/lock/set-users.ts';
import { withLedger } from '../../headless/station-ledger.ts';
import { t } from '../../language.ts';
import { readPassphrase } from '../passphrase.ts';
import { type StationContext, show, type VerbContext } from '../terminal.ts';

function withUsers<T>(
  { choice }: StationContext,
  work: (users: NamedUsers, ledger: Ledger, station: Station) => Promise<T>,
  mode: 'beside' | 'reader' = 'beside',
): Promise<T> {
  return withLedger(choice, mode, async (ledger, station) => {
    const users = createNamedUsers({ store: () => station.secrets, clock: systemClock });
    await users.refresh();
    return await work(users, ledger, station);
  });
}

function note(ledger: Ledger, action: 'user.added' | 'user.removed', name: string): void {
  appendAudit(ledger, { at: systemClock.now(), actor: actor(), action, subject: null, detail: { name } });
  noteLockChange(ledger);
}

/**
 * `user add NAME`: adds a named user, or gives an existing user a new PIN. Like `lock reset`, the verb does not ask for the PIN of the
 * station, because a person who can run the verb already has access to the data folder.
 */
export function addUser(context: VerbContext, name: string): Promise<void> {
  return withUsers(context, async (users, ledger, { settings, secrets }) => {
    const pins = createPinStore({ store: () => secrets, clock: systemClock });
    await pins.refresh();
    if (settings.lock.idleMinutes === null || pins.isSet() === false) throw lockNeeded();
    assertUserName(name, actor());
    const pin = await readPassphrase(context.terminal, context.stdin, {
      what: say('sharing.pinOfPerson', { name }),
      twice: true,
    });
    assertGoodPin(pin);
    await users.add(name, pin);
    note(ledger, 'user.added', name);
    show(context.terminal, { added: name }, () => [t('sharing.unlockStationPin', { name })]);
  });
}

/** `user remove NAME`: removes a named user together with the PIN of this user. */
export function removeUser(context: StationContext, name: string): Promise<void> {
  return withUsers(context, async (users, ledger) => {
    const user = users.list().find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (user === undefined) {
      throw new PlainError(
        'user.unknown',
        say('sharing.noPersonStationName', { name }),
        say('sharing.findName'),
      );
    }
    await users.remove(user.id);
    note(ledger, 'user.removed', user.name);
    show(context.terminal, { removed: user.name }, () => [
      t('sharing.noLongerUnlockStation', { name: user.name }),
    ]);
  });
}

export function listUsers(context: StationContext): Promise<void> {
  const list = async (users: NamedUsers) => {
    const names = users.list().map(({ name }) => name);
    show(context.terminal, { users: names }, () =>
      names.length === 0 ? [t('sharing.stationNoPeoplePin')] : names,
    );
  };
  return withUsers(context, list, 'reader');
}
