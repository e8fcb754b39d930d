import { expect, test } from 'vitest';
import {
  type SeenStation,
  type StationsView,
  stationsVerdict,
} from '../../../src-main/contract/views/stations.ts';
import { navItems } from '../../../src-renderer/app/nav.tsx';
import { sentenceOf } from '../../../src-renderer/features/stations/sentence.ts';
import { timeText } from '../../../src-renderer/strings/time-text.ts';
import { AT, overviewOf } from '../../support/overview-sample.ts';
import { healthOfStation } from '../../support/station-health.ts';

const out = (id: string, changes: Partial<SeenStation> = {}): SeenStation => ({
  ...{ id, name: id, version: '1', own: false, standing: 'reports', seen_at: AT, health: healthOfStation() },
  ...changes,
});
const viewOf = (stations: readonly SeenStation[], changes: Partial<StationsView> = {}): StationsView => ({
  ...{ by: 'postgres', now: AT, published_at: AT, unpublished: [], unread: [], database: null },
  stations: [...stations],
  ...changes,
});

test.each([
  [viewOf([out('1'), out('2')]), 'Everything that should have gone out is out at all 2 stations.'],
  [
    viewOf([out('1'), out('2', { health: healthOfStation({ everything_out: false }) })]),
    'It is not certain that everything is out. Of 2 stations: 1 has something that is not out.',
  ],
  [
    viewOf([out('1'), out('2', { standing: 'silent' }), out('3', { standing: 'mute', health: null })]),
    `It is not certain that everything is out. Of 3 stations: 1 was last seen ${timeText(AT)}; 1 does not report.`,
  ],
  [
    viewOf([out('1'), out('2', { standing: 'silent', seen_at: null })]),
    'It is not certain that everything is out. Of 2 stations: 1 was not seen lately.',
  ],
  [
    viewOf([out('1')], { database: 'station.away' }),
    'The database of the stations cannot be read, so it is not known whether everything is out.',
  ],
  [
    viewOf([out('1')], { unread: ['scans'], unpublished: ['fax'] }),
    'It is not certain that everything is out. Of 1 station: the stations of the folder scans cannot be read now; the others do not see this station everywhere.',
  ],
])('I10: one true sentence over all stations (%#)', (view, sentence) => {
  expect(sentenceOf(view)).toBe(sentence);
  expect(stationsVerdict(view).isEverythingOut).toBe(
    sentence.startsWith('Everything that should have gone out is out'),
  );
});

test('the navigation has the Stations screen only where stations share work, and as the last entry', () => {
  const screens = (isShared: boolean) =>
    navItems(overviewOf({ stations_shared: isShared })).map(({ place }) => place.screen);
  expect(screens(false)).not.toContain('stations');
  expect(screens(true)).toEqual([...screens(false), 'stations']);
});
