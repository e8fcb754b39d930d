import { useEffect } from 'react';
import type { Result } from '../../src-main/contract/result.ts';
import type { Host } from '../host/host.ts';
import { useHost } from './host-context.ts';
import { useLive } from './live.ts';
import { sayFailure } from './notices.ts';
import { goTo } from './place.ts';

/** Shorter than the shortest idle time. */
const TELL_EVERY_MS = 20_000;
const INPUT = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

let keepFirst: (() => Promise<unknown>) | null = null;

/** Sets what runs before this window locks on demand: it keeps typed text. */
export function beforeLocking(keep: (() => Promise<unknown>) | null): void {
  keepFirst = keep;
}

/** Locks the station, or opens the settings if no lock is set up. */
export async function lockNow(host: Host): Promise<void> {
  if (!hasLock()) return goTo({ screen: 'settings' });
  await keepFirst?.();
  const result: Result<null> = await host.call('lock.now', {});
  if (!result.ok) sayFailure(result.error);
}

function hasLock(): boolean {
  const { lock } = useLive.getState();
  return lock !== null && lock.idle_minutes !== null && lock.pin_set;
}

/** Tells the engine about input in this window, which postpones the lock. */
export function useTellActivity(): void {
  const host = useHost();
  useEffect(() => {
    let told = Number.NEGATIVE_INFINITY;
    const touch = ({ isTrusted }: Event) => {
      // Events of scripts are not input of a person.
      if (!isTrusted || !hasLock()) return;
      const soon = useLive.getState().lock?.locks_in_seconds != null;
      const now = performance.now();
      if (now - told < (soon ? 500 : TELL_EVERY_MS)) return;
      told = now;
      void host.call('lock.activity', {});
    };
    const options = { capture: true, passive: true };
    for (const kind of INPUT) window.addEventListener(kind, touch, options);
    return () => {
      for (const kind of INPUT) window.removeEventListener(kind, touch, options);
    };
  }, [host]);
}
