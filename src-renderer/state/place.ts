import { create } from 'zustand';
import { type Place, placeSchema } from '../../src-main/contract/events.ts';

interface Where {
  readonly place: Place;
}

/** Which screen is shown. View state: it lives in the address after `#`, so that a reload shows the same. */
export const usePlace = create<Where>(() => ({ place: { screen: 'today' } }));

/** Shows another screen; the browser's Back leads back. */
export function goTo(place: Place): void {
  const text = textOf(place);
  if (window.location.hash !== text) window.history.pushState(null, '', text);
  usePlace.setState({ place });
}

/** Says in the address what is chosen on this screen, so that a reload shows it again; the browser's Back skips it. */
export function stayAt(place: Place): void {
  window.history.replaceState(null, '', textOf(place));
  usePlace.setState({ place });
}

/** Follows the address from now on. To be called once, after the launch token was taken out of it. */
export function followAddress(): void {
  const follow = () => usePlace.setState({ place: placeOf(window.location.hash) });
  window.addEventListener('popstate', follow);
  window.addEventListener('hashchange', follow);
  follow();
}

/** A place as the part of the address after `#`. It holds ids only (I11). */
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

/** The place an address names; whatever it does not understand is the first screen. */
export function placeOf(hash: string): Place {
  const [screen = '', id = null] = hash.replace(/^#\//, '').split('/');
  const given = { screen, task: id, drop: id };
  const parsed = placeSchema.safeParse(given);
  return parsed.success ? parsed.data : { screen: 'today' };
}
