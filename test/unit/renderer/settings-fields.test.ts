import { expect, test } from 'vitest';
import { settingsSchema } from '../../../src-main/contract/settings.ts';
import {
  changedFields,
  switchedTo,
  withTexts,
} from '../../../src-renderer/features/settings/settings-fields.ts';
import { ownFolders } from '../../../src-renderer/state/own-folders.ts';

const rule = (id: string, path: string) => ({ id, path, taskType: 'prior-auth' });
const settings = settingsSchema.parse({
  environment: 'practice',
  environments: { production: 'https://example.org/public/v1' },
  folders: [rule('practice', '/data/practice/folder'), rule('scans', '/data-scans'), rule('b', '/srv/b')],
});

test('settings in their fields: only what differs is changed', () => {
  expect(changedFields(settings, { concurrency: '4', days: '30', stationName: '' })).toEqual(['days']);
});

test('settings in their fields: texts become settings, and nothing else of them changes', () => {
  const { settings: next, faults } = withTexts(settings, {
    stationName: ' Front desk ',
    concurrency: '6',
    scope: 'organisation',
    listen: '127.0.0.1:8080',
  });
  expect(faults).toEqual([]);
  expect(next).toEqual({
    ...settings,
    station: 'Front desk',
    sending: { ...settings.sending, concurrency: 6 },
    tracking: { ...settings.tracking, scope: 'organisation' },
    callbacks: { listen: '127.0.0.1:8080' },
  });
});

test('settings in their fields: what cannot be is named, and nothing is saved', () => {
  expect(withTexts(settings, { concurrency: '', days: '1.5', seconds: '20', listen: '8080' })).toEqual({
    settings: null,
    faults: ['concurrency', 'listen', 'days'],
  });
});

const known = { settings, data_folder: '/data' };

test('another environment gets the folders of the station, and never the samples of practice mode', () => {
  expect(ownFolders(known).map(({ id }) => id)).toEqual(['scans', 'b']);
  const next = switchedTo(known, 'production', settings.environments);
  expect(next.folders.map(({ id }) => id)).toEqual(['scans', 'b']);
  expect(settingsSchema.safeParse(next).success).toBe(true);
});

test('another environment: back in practice mode nothing is taken away', () => {
  expect(switchedTo(known, 'practice', settings.environments).folders).toHaveLength(3);
});
