import { type Place, placeSchema } from '../../src-main/contract/events.ts';

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
