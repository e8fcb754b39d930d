import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { loadSettings, parseSettings } from '../../../../src-main/core/settings/settings-file.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const parse = (value: unknown) => parseSettings(JSON.stringify(value), 'test.json');
const folder = { id: 'scans', path: '/srv/scans', taskType: 'prior-auth' };
const withFolder = (change: object) => ({ environment: 'practice', folders: [{ ...folder, ...change }] });
const serviceAt = (p: string) => ({ environment: 'p', environments: { p } });

test('settings that name no service are settings of practice mode', () => {
  expect(parse({})).toEqual(parse({ environment: 'practice' }));
});

test('a missing settings file is refused with a next step', () => {
  expect(() => loadSettings('/nowhere/settings.json')).toThrow('does not exist, so nothing was started');
});

test('everything but the environment has a default', () => {
  const settings = parse({ environment: 'practice', folders: [folder] });
  expect(settings.sending.concurrency).toBe(4);
  expect(settings.tracking).toEqual({ seconds: 15, scope: 'station' });
  expect(settings.folders[0]).toMatchObject({
    group: 'file',
    quietSeconds: 5,
    backlog: 'ask',
    after: 'keep',
    externalId: '{id}',
  });
});

test.each([
  [{ environments: { p: 'https://host.example/public/v1' } }, 'environment: is required'],
  [{ environment: 'production' }, 'environment: must be "practice" or one of environments'],
  [{ environment: 'practice', colour: 'red' }, 'colour: is not a known setting'],
  [serviceAt('http://elsewhere.example/public/v1'), 'environments.p: must begin with https://'],
  [serviceAt('https://host.example/v1'), 'environments.p: must end in /public/v1'],
  [serviceAt('https://host.example'), 'environments.p: must end in /public/v1'],
  [serviceAt('https://a:b@host.example/public/v1'), 'environments.p: must not contain a user name'],
  [withFolder({ grup: 'file' }), 'folders[0].grup: is not a known setting'],
  [withFolder({ group: 'pile' }), 'folders[0].group: must be "file", "folder"'],
  [withFolder({ group: { key: '^x' } }), 'folders[0].group'],
  [withFolder({ externalId: 'x' }), 'folders[0].externalId: must end with {id}'],
  [withFolder({ externalId: '{mrn}{id}' }), '{mrn} is not known'],
  [{ environment: 'practice', folders: [folder, folder] }, 'folders[1].id: "scans" is used twice'],
  [withFolder({ quietSeconds: '5' }), 'folders[0].quietSeconds: must be of type number'],
  [withFolder({ after: 'delete' }), 'folders[0].after: must be one of "keep", "move"'],
  [{ environment: 'practice', sending: { concurrency: 0 } }, 'sending.concurrency: must be at least 1'],
])('%j is refused, naming the path and what is allowed', (value, words) => {
  expect(() => parse(value)).toThrow(words);
});

test('the station locks after 15 minutes unless the settings say otherwise', () => {
  expect(parse({ environment: 'practice' }).lock).toEqual({ idleMinutes: 15 });
});

test.each([null, 5, 60])('the station may lock after %s minutes', (idleMinutes) => {
  expect(parse({ environment: 'practice', lock: { idleMinutes } }).lock).toEqual({ idleMinutes });
});

test.each([
  [4, 'must be at least 5'],
  [0, 'must be at least 5'],
  [61, 'must be at most 60'],
  [7.5, 'lock.idleMinutes: '],
  ['off', 'lock.idleMinutes: '],
])('no lock after %j minutes: it would lock people out, or protect nobody', (idleMinutes, words) => {
  expect(() => parse({ environment: 'practice', lock: { idleMinutes } })).toThrow(words);
});

test('text that is not JSON is refused with words', () => {
  expect(() => parseSettings('{', 'test.json')).toThrow('is not JSON');
});

const LINES = '{\r\n  "environment": "practice"\r\n}\r\n';

test.each([
  ['PowerShell 7 and most editors', Buffer.from(LINES)],
  ['Notepad and PowerShell 5 (UTF-8 with a byte order mark)', Buffer.from(`\uFEFF${LINES}`)],
])('settings from %s are read', async (_, bytes) => {
  await using dir = await tempDir('settings');
  await writeFile(dir.at('settings.json'), bytes);
  expect(loadSettings(dir.at('settings.json')).environment).toBe('practice');
});

const UTF16 = Buffer.from(`\uFEFF${LINES}`, 'utf16le');

test.each([
  ['little-endian', UTF16],
  ['big-endian', Buffer.from(UTF16).swap16()],
  ['without a byte order mark', UTF16.subarray(2)],
])('settings in UTF-16, %s, are refused with the way to save them as UTF-8', async (_, bytes) => {
  await using dir = await tempDir('settings');
  await writeFile(dir.at('settings.json'), bytes);
  expect(() => loadSettings(dir.at('settings.json'))).toThrow(
    expect.objectContaining({
      code: 'settings.not-json',
      message: expect.stringContaining('UTF-16'),
      next: expect.stringContaining('UTF-8'),
    }),
  );
});
