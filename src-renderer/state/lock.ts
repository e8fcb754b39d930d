import { useEffect } from 'react';
import type { LockState } from '../../src-main/contract/views/lock.ts';
import type { Host } from '../host/host.ts';
import { useHost } from './host-context.ts';
import { applyEvent, useLive } from './live.ts';
import { sayFailure } from './notices.ts';
import { goTo } from './place.ts';

/** The number of milliseconds between two reports of input to the engine. Must be shorter than the shortest idle time. */
const TELL_EVERY_MS = 20_000;
const INPUT = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
const TOUCH = { capture: true, passive: true };

let keepFirst: (() => Promise<unknown>) | null = null;

/** Sets a function that `lockNow` calls before it locks the station, to save typed text. The value null removes the function. */
export function beforeLocking(keep: (() => Promise<unknown>) | null): void {
  keepFirst = keep;
}

/** Locks the station. If the station has no PIN, opens the settings in which a person can set a PIN. */
export async function lockNow(host: Host): Promise<void> {
  if (!hasLock()) return goTo({ screen: 'settings', group: 'lock' });
  await keepFirst?.();
  const result = await host.call('lock.now', {});
  if (!result.ok) sayFailure(result.error);
}

export const canLock = ({ lock }: { readonly lock: LockState | null }): boolean =>
  lock !== null && lock.idle_minutes !== null && lock.pin_set;

const hasLock = () => canLock(useLive.getState());

/** Locks this window after the idle time if the engine is unreachable, because an unreachable engine cannot lock the window. */
export function useLockAlone(): void {
  const up = useLive((live) => live.up);
  const minutes = useLive(({ lock }) => (lock?.pin_set && !lock.locked ? lock.idle_minutes : null));
  useEffect(() => {
    if (up || minutes === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const begin = () => {
      clearTimeout(timer);
      timer = setTimeout(lockWindow, minutes * 60_000);
    };
    begin();
    for (const kind of INPUT) window.addEventListener(kind, begin, TOUCH);
    return () => {
      clearTimeout(timer);
      for (const kind of INPUT) window.removeEventListener(kind, begin, TOUCH);
    };
  }, [up, minutes]);
}

function lockWindow(): void {
  const { lock } = useLive.getState();
  if (lock !== null) applyEvent({ kind: 'lock', lock: { ...lock, locked: true } });
}

/** Reports input in this window to the engine, so that the engine postpones the lock. */
export function useTellActivity(): void {
  const host = useHost();
  useEffect(() => {
    let told = Number.NEGATIVE_INFINITY;
    const touch = ({ isTrusted }: Event) => {
      // Input events that a script made must not postpone the lock.
      if (!isTrusted || !hasLock()) return;
      const soon = useLive.getState().lock?.locks_in_seconds != null;
      const now = performance.now();
      if (now - told < (soon ? 500 : TELL_EVERY_MS)) return;
      told = now;
      void host.call('lock.activity', {});
    };
    for (const kind of INPUT) window.addEventListener(kind, touch, TOUCH);
    return () => {
      for (const kind of INPUT) window.removeEventListener(kind, touch, TOUCH);
    };
  }, [host]);
}
