import { verb } from '../verb.ts';
import { stationsViewSchema } from '../views/stations.ts';

export const stationsVerbs = {
  /** Reads the reports of all stations from the shared folders, or from the stations' database. */
  'stations.list': verb('none', {}, stationsViewSchema),
};
