import { verb } from '../verb.ts';
import { stationsViewSchema } from '../views/stations.ts';

export const stationsVerbs = {
  /** Reads what the stations of the shared folders, or of the stations' database, tell about themselves. */
  'stations.list': verb('none', {}, stationsViewSchema),
};
