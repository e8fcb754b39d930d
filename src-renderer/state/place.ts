import { type Place, placeSchema } from '../../src-main/contract/events.ts';
import { keptStore } from './store.ts';

const TODAY: Place = { screen: 'today' };

/**
 * The current screen. The URL names the screen, so that a reload shows the same screen. `stays`: the person chose something on the screen,
 * so the screen keeps its scroll position and the focus. `from`: the screen on which a person began to correct a Task.
 * A place has ids only, so the lock keeps the place for the way back.
 */
export const usePlace = keptStore<{
  readonly place: Place;
  readonly stays: boolean;
  readonly from: Place;
}>({ place: TODAY, stays: false, from: TODAY });

export function goTo(place: Place, from: Place = TODAY): void {
  const text = textOf(place);
  const isNew = window.location.hash !== text;
  if (isNew) window.history.pushState(null, '', text);
  usePlace.setState({ place, stays: false, ...(isNew ? { from } : {}) });
}

/** Goes from a drop back to the screen on which the person began to correct the Task; from any other drop to Today. */
export function leaveDrop(): void {
  goTo(usePlace.getState().from);
}

/** Replaces the URL without an entry in the browser history, for example after a person chose a row. */
export function stayAt(place: Place): void {
  window.history.replaceState(null, '', textOf(place));
  usePlace.setState({ place, stays: true });
}

/** Sets the screen whenever the URL changes. Must be called once, after the secret of the one-time link was removed from the URL. */
export function followAddress(): void {
  const follow = () => usePlace.setState({ place: placeOf(window.location.hash), stays: false });
  window.addEventListener('popstate', follow);
  window.addEventListener('hashchange', follow);
  follow();
}

/** Returns the URL fragment of a screen. The fragment contains ids, and never the name of a patient or document (I11). */
export function textOf(place: Place): string {
  switch (place.screen) {
    case 'waiting':
      return place.task === null ? '#/waiting' : `#/waiting/${place.task}`;
    case 'task':
      return `#/task/${place.task}`;
    case 'drop':
      return `#/drop/${place.drop}`;
    case 'settings':
      return place.group === undefined ? '#/settings' : `#/settings/${place.group}`;
    default:
      return `#/${place.screen}`;
  }
}

/** Returns the screen of a URL fragment. An unknown fragment means the Today screen. */
export function placeOf(hash: string): Place {
  const [screen = '', id = null] = hash.replace(/^#\//, '').split('/');
  const given = { screen, task: id, drop: id, group: id ?? undefined };
  const parsed = placeSchema.safeParse(given);
  return parsed.success ? parsed.data : TODAY;
}
