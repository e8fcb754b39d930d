import { create } from 'zustand';
import { type Place, placeSchema } from '../../src-main/contract/events.ts';

interface Where {
  readonly place: Place;
}

/** The current screen. The address contains the screen, so a reload shows the same screen. */
export const usePlace = create<Where>(() => ({ place: { screen: 'today' } }));

/** Opens a screen. The browser's Back button returns to the previous screen. */
export function goTo(place: Place): void {
  const text = textOf(place);
  if (window.location.hash !== text) window.history.pushState(null, '', text);
  usePlace.setState({ place });
}

/** Puts the chosen row into the address without a new entry in the browser history. */
export function stayAt(place: Place): void {
  window.history.replaceState(null, '', textOf(place));
  usePlace.setState({ place });
}

/** Follows the address. Call this once, after the launch token was removed from the address. */
export function followAddress(): void {
  const follow = () => usePlace.setState({ place: placeOf(window.location.hash) });
  window.addEventListener('popstate', follow);
  window.addEventListener('hashchange', follow);
  follow();
}

/** A place as the part of the address after `#`. The text contains only ids (I11). */
export function textOf(place: Place): string {
  switch (place.screen) {
    case 'waiting':
      return place.task === null ? '#/waiting' : `#/waiting/${place.task}`;
    case 'task':
      return `#/task/${place.task}`;
    case 'drop':
      return `#/drop/${place.drop}`;
    default:
      return `#/${place.screen}`;
  }
}

/** The place in an address; an unknown address opens the first screen. */
export function placeOf(hash: string): Place {
  const [screen = '', id = null] = hash.replace(/^#\//, '').split('/');
  const given = { screen, task: id, drop: id };
  const parsed = placeSchema.safeParse(given);
  return parsed.success ? parsed.data : { screen: 'today' };
}
