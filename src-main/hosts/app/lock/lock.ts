import { say } from '../../../contract/say.ts';
import type { LockState } from '../../../contract/views/lock.ts';
import type { Clock } from '../../../core/clock.ts';
import { engineMark } from '../../../core/data-folder/engine-lock.ts';
import type { Ledger } from '../../../core/ledger/db/ledger.ts';
import { lockChanges, writeLockStanding } from '../../../core/lock/lock-state.ts';
import { createNamedUsers, type NamedUser, type NamedUsers } from '../../../core/lock/named-users.ts';
import { createPinStore, type PinStore, triesLeft, waitMs } from '../../../core/lock/pin-store.ts';
import { describeError } from '../../../core/log/describe-error.ts';
import { PlainError } from '../../../core/plain-error.ts';
import type { SecretStore } from '../../../core/secrets/secret-store.ts';
import type { Supervisor } from '../supervisor.ts';
import { createLockAudit, type LockAudit } from './lock-audit.ts';
import { presentPinNeeded, tooSoon, userUnknown, wrongPin } from './lock-words.ts';

const CHECK_EVERY_MS = 500;
// Milliseconds between the warning and the lock, so that a person who is reading can prevent the lock (WCAG 2.2.1).
const WARN_MS = 30_000;

/** How the operating system checks that the owner of the account is present, for example by Touch ID. */
export interface SystemProof {
  readonly means: NonNullable<LockState['os_means']>;
  available(): boolean;
  ask(): Promise<boolean>;
}

/** `proof` is null if the system offers no check of the person. `idleMs` returns the milliseconds since the last input. */
export interface ComputerPorts {
  readonly proof: SystemProof | null;
  readonly idleMs: () => number;
}

/** The lock of the station. One lock serves all windows and runs outside the pages, so that no page can undo the lock. */
export interface Lock {
  locked(): boolean;
  /** Whether the station has a PIN and an idle time. A PIN that cannot be read counts as set. */
  inForce(): boolean;
  state(): LockState;
  touched(): void;
  /** Locks at once. @throws PlainError if the station has no lock */
  now(actor: string, why: 'asked' | 'screen'): void;
  /**
   * Unlocks the station. If `user` is the id of a named user, `pin` is the PIN of this user. If `user` is null, checks the person as
   * `prove` does. Rejects with a PlainError.
   */
  unlock(pin: string | null, user: string | null, actor: string): Promise<LockState>;
  /** Returns the name that audit entries show for an act: the named user who unlocked the station, or else `account`. */
  actingAs(account: string): string;
  /**
   * Checks `pin` against the PIN of the station; if `pin` is null, lets the operating system check the person. Resolves to the kind of the
   * successful check, or to `reset` if the station no longer has a PIN. Otherwise rejects with a PlainError.
   */
  prove(pin: string | null, actor: string): Promise<'pin' | 'reset' | NonNullable<LockState['os_means']>>;
  check(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the lock. A lock in force starts locked, so that a restart does not bypass the lock. `user` is the actor of automatic locks. */
export async function createStationLock({
  supervisor,
  clock,
  computer,
  user,
  onChange,
  onFault,
}: {
  supervisor: Supervisor;
  clock: Clock;
  computer: ComputerPorts;
  user: string;
  onChange: (state: LockState) => void;
  onFault: (error: string) => void;
}): Promise<{ lock: Lock; pins: PinStore; users: NamedUsers; audit: LockAudit['add'] }> {
  const pins = createPinStore({ store: () => supervisor.station().secrets, clock });
  const users = createNamedUsers({ store: () => supervisor.station().secrets, clock });
  const runningLedger = () => supervisor.running()?.ledger ?? null;
  const audit = createLockAudit({ ledger: runningLedger, clock, onFault });
  const idle = createIdle(clock, computer.idleMs);
  const stopping = new AbortController();
  let locked = false;
  let person: NamedUser | null = null;
  // Whether the settings were readable at least once. Before the first reading, it is unknown whether the station has a lock.
  let begun = false;
  let locksIn: number | null = null;
  let reported = '';
  let published: { readonly ledger: Ledger; readonly locked: boolean | null } | null = null;
  let seenReset = '';
  let store: SecretStore | null = null;
  let stores = 0;

  const proof = () => (computer.proof?.available() === true ? computer.proof : null);
  // An unreadable PIN counts as set, so that an unreadable store unlocks nothing.
  const inForce = () => typeof minutes() === 'number' && pins.isSet() !== false;

  // Returns the idle time of the settings in minutes. Null means no lock; undefined means that the settings were never readable.
  function minutes(): number | null | undefined {
    try {
      return supervisor.station().settings.lock.idleMinutes;
    } catch {
      return undefined;
    }
  }

  // Writes into the ledger, for other processes, whether the station is locked. A null `standing` means that the app has ended.
  function publish(standing: boolean | null): void {
    const ledger = runningLedger();
    if (ledger === null || (published?.ledger === ledger && published.locked === standing)) return;
    try {
      const text = standing === null ? null : standing ? 'locked' : 'open';
      writeLockStanding(ledger, text, engineMark(supervisor.station().folder.path));
      published = { ledger, locked: standing };
    } catch {
      // The next check tries again. On a full disk, the old state does no harm: without an audit entry, the command line shows no data.
    }
  }

  // Returns a text that changes when the command line changes the PIN or the users, or when the station uses another secret store. After
  // such a change, the lock must read the PIN again.
  function resetMark(): string {
    const { secrets } = supervisor.station();
    if (secrets !== store) stores += 1;
    store = secrets;
    try {
      const ledger = supervisor.ledger();
      return `${stores} ${ledger === null ? null : lockChanges(ledger)}`;
    } catch (error) {
      onFault(describeError(error));
      return `${stores} null`;
    }
  }

  function state(): LockState {
    const tries = pins.tries();
    return {
      locked,
      idle_minutes: minutes() ?? null,
      pin_set: pins.isSet() !== false,
      os_means: proof()?.means ?? null,
      locks_in_seconds: locksIn,
      wait_seconds: Math.ceil(waitMs(tries, clock.now()) / 1000),
      tries_left: triesLeft(tries),
      users: inForce() ? [...users.list()] : [],
      person: person?.name ?? null,
    };
  }

  function report(): void {
    const { locks_in_seconds, wait_seconds, ...rest } = state();
    // `text` does not contain the remaining seconds: pages count the seconds down themselves and need no event for each second.
    const text = JSON.stringify([rest, locks_in_seconds !== null, wait_seconds > 0]);
    if (text === reported) return;
    reported = text;
    onChange(state());
  }

  function become(next: boolean, actor: string, why: string): void {
    if (next === locked) return;
    locked = next;
    if (locked) person = null;
    locksIn = null;
    idle.touched();
    publish(locked);
    audit.add(next ? 'lock.locked' : 'lock.unlocked', actor, { by: why });
    report();
  }

  async function check(): Promise<void> {
    audit.writeWaiting();
    const limit = minutes();
    if (limit === undefined) return;
    const mark = resetMark();
    if (mark !== seenReset) {
      seenReset = mark;
      // The result of the last successful reading stays valid, and the next unlock reports the error.
      await pins.refresh().catch(() => undefined);
      await users.refresh().catch(() => undefined);
    }
    const away = idle.check();
    if (!inForce() || limit === null) {
      begun = true;
      person = null;
      become(false, user, 'reset');
    } else if (!begun) {
      begun = true;
      become(true, user, 'start');
      return;
    } else if (person !== null && users.pinOf(person.id) === null) {
      become(true, user, 'removed');
    } else {
      const left = limit * 60_000 - away;
      if (left <= 0) become(true, user, 'idle');
      else locksIn = !locked && left <= WARN_MS ? Math.ceil(left / 1000) : null;
    }
    publish(locked);
    report();
  }

  async function prove(pin: string | null, actor: string): ReturnType<Lock['prove']> {
    if (pin === null) {
      const means = proof();
      if (means === null) throw presentPinNeeded();
      if (!(await means.ask())) {
        throw new PlainError(
          'lock.not-proven',
          say('station.computerNotConfirm'),
          say('station.tryAgainTypePin'),
        );
      }
      return means.means;
    }
    return (await checkPin(pins, pin, actor)) === 'none' ? 'reset' : 'pin';
  }

  // Checks a PIN. For a wrong PIN, the audit entry contains `whose`, which names the user of the PIN. @throws PlainError for a wrong PIN,
  // and during the waiting time after several wrong PINs
  async function checkPin(
    store: PinStore,
    pin: string,
    actor: string,
    whose: Record<string, string> = {},
  ): Promise<'right' | 'none'> {
    const outcome = await store.check(pin);
    const wait = waitMs(store.tries(), clock.now());
    if (outcome === 'wrong') {
      audit.add('lock.pin-wrong', actor, { wrong: store.tries().wrong, ...whose });
      report();
      throw wrongPin(triesLeft(store.tries()), wait);
    }
    if (outcome === 'too-soon') throw tooSoon(wait);
    return outcome;
  }

  async function signIn(id: string, pin: string, actor: string): Promise<void> {
    const named = users.list().find((one) => one.id === id);
    const own = users.pinOf(id);
    if (named === undefined || own === null) throw userUnknown();
    if ((await checkPin(own, pin, actor, { name: named.name })) === 'none') throw userUnknown();
    person = named;
    become(false, named.name, 'pin');
  }

  await check();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await clock.sleep(CHECK_EVERY_MS, stopping.signal);
      await check();
    }
  })();

  const lock: Lock = {
    locked: () => locked,
    inForce,
    state,
    touched: () => {
      if (locked) return;
      idle.touched();
      locksIn = null;
      report();
    },
    now: (actor, why) => {
      if (!inForce()) {
        throw new PlainError('lock.off', say('station.stationNoLock'), say('station.setPinSettings'));
      }
      become(true, actor, why);
    },
    unlock: async (pin, userId, actor) => {
      if (locked && userId !== null && pin !== null) await signIn(userId, pin, actor);
      else if (locked) become(false, actor, await prove(pin, actor));
      return state();
    },
    actingAs: (account) => person?.name ?? account,
    prove,
    check,
    stop: async () => {
      stopping.abort();
      await running;
      publish(null);
      audit.writeWaiting();
    },
  };
  return { lock, pins, users, audit: audit.add };
}

// A report of at least this many milliseconds proves that the system measures idle time. Some systems (Wayland) always report zero.
const PROVES_MS = 10_000;

export interface Idle {
  touched(): void;
  /** Returns the idle milliseconds. A long gap between two calls counts as sleep, so the caller must call `check` often. */
  check(): number;
}

/** Input in a window of the app ends the idle time, and so does input that the system reports. Sleep counts as idle time. */
export function createIdle(clock: Clock, systemIdleMs: () => number): Idle {
  const moment = () => ({ wall: clock.now(), mono: clock.monotonic() });
  // The monotonic clock may stop during sleep, and the wall clock may be set back. The longer of the two times is safer.
  const since = (then: ReturnType<typeof moment>) =>
    Math.max(clock.now() - then.wall, clock.monotonic() - then.mono);
  let touchedAt = moment();
  let checkedAt = moment();
  let proven = false;
  return {
    touched: () => {
      touchedAt = moment();
    },
    check: () => {
      const slept = since(checkedAt);
      checkedAt = moment();
      const own = since(touchedAt);
      const system = systemIdleMs();
      if (system >= PROVES_MS) proven = true;
      return Math.min(own, Math.max(slept, proven ? system : own));
    },
  };
}
