import type { LockState } from '../../../contract/views/lock.ts';
import type { Clock } from '../../../core/clock.ts';
import { type PinStore, triesLeft, waitMs } from '../../../core/lock/pin-store.ts';
import type { LockAudit } from './lock-audit.ts';
import { lockIsOff, noSystemMeans, presentPinNeeded, tooSoon, wrongPin } from './lock-words.ts';

const LOOK_EVERY_MS = 500;
/** Whoever only reads is warned before it locks, and stays with any input (WCAG 2.2.1). */
const WARN_MS = 30_000;

/** How the account itself proves that it is its owner, where the system can ask for that. */
export interface SystemProof {
  readonly means: NonNullable<LockState['os_means']>;
  available(): boolean;
  /** Asks; false where the person was not recognised or did not want to. */
  ask(): Promise<boolean>;
}

/** What the computer itself knows: who is there, and how long nobody was. */
export interface ComputerPorts {
  readonly proof: SystemProof | null;
  readonly idleMs: () => number;
}

interface LockPorts {
  readonly clock: Clock;
  readonly pins: PinStore;
  /** Minutes of the settings in force; undefined while these are not known. */
  readonly minutes: () => number | null | undefined;
  /** Another thing whenever the PIN may have been changed elsewhere. */
  readonly mark: () => string;
  readonly computer: ComputerPorts;
  readonly audit: LockAudit;
  /** Told whenever `state` has changed. */
  readonly onChange: (state: LockState) => void;
  /** Told, again and again, whether it is locked, for other processes; null at the end. */
  readonly standing: (locked: boolean | null) => void;
  /** Whom the program locks for by itself. */
  readonly user: string;
}

/** The lock of the station: one for every window, and beside the engine, so that no page can undo it. */
export interface Lock {
  locked(): boolean;
  /** Whether it would lock at all. */
  inForce(): boolean;
  state(): LockState;
  touched(): void;
  /** Locks at once. @throws PlainError where there is no lock */
  now(actor: string, why: 'asked' | 'screen'): void;
  unlock(pin: string | null, actor: string): Promise<LockState>;
  /** Rejects unless the person has proved to know the PIN, or to be the account's owner. */
  prove(pin: string | null, actor: string): Promise<'pin' | 'reset' | NonNullable<LockState['os_means']>>;
  /** Looks now instead of in a moment. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts locked where there is a lock: starting the program again must not be the way around it. */
export async function createLock(ports: LockPorts): Promise<Lock> {
  const { clock, pins, computer, user } = ports;
  const idle = createIdle(clock, computer.idleMs);
  const stopping = new AbortController();
  let locked = false;
  /** Whether the settings were ever known: until then nobody knows whether there is a lock. */
  let begun = false;
  let seen = '';
  let locksIn: number | null = null;
  let told = '';

  const proof = () => (computer.proof?.available() === true ? computer.proof : null);
  // A PIN that cannot be read is taken for one: what is not known must not open anything.
  const inForce = () => typeof ports.minutes() === 'number' && pins.isSet() !== false;

  function state(): LockState {
    const tries = pins.tries();
    return {
      locked,
      idle_minutes: ports.minutes() ?? null,
      pin_set: pins.isSet() !== false,
      os_means: proof()?.means ?? null,
      locks_in_seconds: locksIn,
      wait_seconds: Math.ceil(waitMs(tries, clock.now()) / 1000),
      tries_left: triesLeft(tries),
    };
  }

  function tell(): void {
    const { locks_in_seconds, wait_seconds, ...rest } = state();
    // A page counts seconds by itself.
    const text = JSON.stringify([rest, locks_in_seconds !== null, wait_seconds > 0]);
    if (text === told) return;
    told = text;
    ports.onChange(state());
  }

  function become(next: boolean, actor: string, why: string): void {
    if (next === locked) return;
    locked = next;
    locksIn = null;
    idle.touched();
    ports.standing(locked);
    ports.audit.add(next ? 'lock.locked' : 'lock.unlocked', actor, { by: why });
    tell();
  }

  async function look(): Promise<void> {
    ports.audit.keepWaiting();
    const minutes = ports.minutes();
    if (minutes === undefined) return;
    const mark = ports.mark();
    if (mark !== seen) {
      seen = mark;
      // Told to whoever tries to unlock; until then it counts as set.
      await pins.refresh().catch(() => undefined);
    }
    const away = idle.look();
    if (!inForce() || minutes === null) {
      begun = true;
      become(false, user, 'reset');
      ports.standing(locked);
      tell();
      return;
    }
    if (!begun) {
      begun = true;
      become(true, user, 'start');
      return;
    }
    const left = minutes * 60_000 - away;
    if (left <= 0) become(true, user, 'idle');
    else locksIn = !locked && left <= WARN_MS ? Math.ceil(left / 1000) : null;
    ports.standing(locked);
    tell();
  }

  async function prove(pin: string | null, actor: string): ReturnType<Lock['prove']> {
    if (pin === null) {
      const means = proof();
      if (means === null) throw presentPinNeeded();
      if (!(await means.ask())) throw noSystemMeans();
      return means.means;
    }
    const outcome = await pins.check(pin);
    const wait = waitMs(pins.tries(), clock.now());
    if (outcome === 'wrong') {
      ports.audit.add('lock.pin-wrong', actor, { wrong: pins.tries().wrong });
      tell();
      throw wrongPin(triesLeft(pins.tries()), wait);
    }
    if (outcome === 'too-soon') throw tooSoon(wait);
    return outcome === 'none' ? 'reset' : 'pin';
  }

  await look();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await clock.sleep(LOOK_EVERY_MS, stopping.signal);
      await look();
    }
  })();

  return {
    locked: () => locked,
    inForce,
    state,
    touched: () => {
      if (locked) return;
      idle.touched();
      locksIn = null;
      tell();
    },
    now: (actor, why) => {
      if (!inForce()) throw lockIsOff();
      become(true, actor, why);
    },
    unlock: async (pin, actor) => {
      if (locked) become(false, actor, await prove(pin, actor));
      return state();
    },
    prove,
    look,
    stop: async () => {
      stopping.abort();
      await running;
      ports.standing(null);
      ports.audit.keepWaiting();
    },
  };
}

/** A system that counts says so now and then; one that always says "just now" (as under Wayland) counts nothing. */
const PROVES_MS = 10_000;

/** How long nobody has touched this station. */
export interface Idle {
  /** Somebody has, in one of its windows. */
  touched(): void;
  /** To be called again and again: how long nobody has, in milliseconds. */
  look(): number;
}

/**
 * Input in a window of ours counts, and input to the machine where the system tells of it. Time that this process slept through
 * counts as idle, whatever woke the machine.
 */
export function createIdle(clock: Clock, systemIdleMs: () => number): Idle {
  const moment = () => ({ wall: clock.now(), mono: clock.monotonic() });
  type Moment = ReturnType<typeof moment>;
  // The monotonic clock may stand still while the machine sleeps, the other may be put forward: the longer is the safer.
  const since = (then: Moment) => Math.max(clock.now() - then.wall, clock.monotonic() - then.mono);
  let touchedAt = moment();
  let lookedAt = moment();
  let proven = false;
  return {
    touched: () => {
      touchedAt = moment();
    },
    look: () => {
      const slept = since(lookedAt);
      lookedAt = moment();
      const own = since(touchedAt);
      const system = systemIdleMs();
      if (system >= PROVES_MS) proven = true;
      return Math.min(own, Math.max(slept, proven ? system : own));
    },
  };
}
