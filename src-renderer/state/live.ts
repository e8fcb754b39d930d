import type { AppEvent } from '../../src-main/contract/events.ts';
import type { RedirectQuestion } from '../../src-main/contract/redirect.ts';
import type { Drop } from '../../src-main/contract/views/drop.ts';
import type { LockState } from '../../src-main/contract/views/lock.ts';
import type { Overview } from '../../src-main/contract/views/overview.ts';
import type { Preferences } from '../../src-main/contract/views/settings-view.ts';
import { goTo } from './place.ts';
import { keptStore } from './store.ts';

/** The newest state that the engine has sent to this window. Each event replaces a part of the state (docs/architecture.md 8). */
interface Live {
  readonly overview: Overview | null;
  /** Whether events of the engine arrive. If `up` is false, the data may be outdated. */
  readonly up: boolean;
  readonly progress: Readonly<Record<string, { readonly sent: number; readonly total: number }>>;
  readonly drops: Readonly<Record<string, Drop>>;
  readonly preferences: Preferences | null;
  /** The state of the lock; null until the first event about the lock. While `lock` is null, the window shows no screen. */
  readonly lock: LockState | null;
  readonly question: RedirectQuestion | null;
}

const NOTHING: Live = {
  overview: null,
  up: false,
  progress: {},
  drops: {},
  preferences: null,
  lock: null,
  question: null,
};

/** The state that the engine sends. `applyEvent` forgets the data of the engine when the engine reports the lock. */
export const useLive = keptStore<Live>(NOTHING);

/**
 * Whether the engine has not compared its record with the service yet. Until then no file of a folder is sent, so files in the state
 * `settling` wait for the service.
 */
export const useUncompared = (): boolean => useLive((live) => live.overview?.compared === false);

export function forgetLive(): void {
  useLive.setState(NOTHING);
}

export function applyEvent(event: AppEvent): void {
  switch (event.kind) {
    case 'overview':
      useLive.setState({ overview: event.overview, progress: {} });
      return;
    case 'progress':
      useLive.setState({
        progress: Object.fromEntries(event.rows.map(({ id, sent, total }) => [id, { sent, total }])),
      });
      return;
    case 'drop':
      useLive.setState(({ drops }) => ({ drops: { ...drops, [event.drop.id]: event.drop } }));
      return;
    case 'lock':
      applyLock(event.lock);
      return;
    case 'confirm':
      useLive.setState({ question: event.question });
      return;
    case 'preferences':
      useLive.setState({ preferences: event.preferences });
      return;
    case 'go':
      goTo(event.place);
      return;
  }
}

// When the station locks, also removes all data of the engine except the preferences. While locked, the engine sends no names.
function applyLock(lock: LockState): void {
  const { lock: before, preferences, up } = useLive.getState();
  if (lock.locked && before?.locked === false) useLive.setState({ ...NOTHING, preferences, up, lock });
  else useLive.setState({ lock });
}

export function setConnected(up: boolean): void {
  useLive.setState({ up });
}
