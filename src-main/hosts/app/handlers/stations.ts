import type { stationsVerbs } from '../../../contract/verbs/stations.ts';
import { stationsOf } from '../../headless/stations.ts';
import type { Handlers } from './handlers.ts';

export const stationsHandlers: Handlers<keyof typeof stationsVerbs> = {
  'stations.list': (_, context) => {
    const { ledger, station } = context.engine();
    return stationsOf(station, ledger);
  },
};
