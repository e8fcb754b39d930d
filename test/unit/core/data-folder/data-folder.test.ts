import { writeFileSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataFolder, readOrCreateStation } from '../../../../src-main/core/data-folder/data-folder.ts';
import { dataPlace, networkKind } from '../../../../src-main/core/data-folder/data-folder-path.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../../support/file-modes.ts';
import { needing, needs } from '../../../support/machine.ts';
import { type TestDir, testDir } from '../../../support/test-dir.ts';

let dir: TestDir;
let ids = 0;
beforeEach(() => {
  dir = testDir();
});
afterEach(() => chmod(dir.path, 0o700));

const open = (path = dir.at('data'), stationName = 'front-desk') => {
  const randomId = () => {
    ids += 1;
    return `station-id-${ids}`;
  };
  return openDataFolder({ path, randomId, stationName });
};
const mode = async (path: string) => (await stat(path)).mode & 0o777;

describe('the place of the data folder', () => {
  const home = '/home/anna';

  it('is never the root of a disk: closed to others, a root would stop every other program', () => {
    expect(() => dataPlace('/', { platform: 'linux', env: {}, home })).toThrow('the root of a disk');
  });

  it("is the operating system's own, unless one is chosen", needing(needs.posix), () => {
    const linux = (env: Record<string, string>, chosen: string | null = null) =>
      dataPlace(chosen, { platform: 'linux', env, home });
    expect(linux({})).toBe('/home/anna/.local/share/Clearfolder');
    expect(linux({ XDG_DATA_HOME: '/data' })).toBe('/data/Clearfolder');
    expect(linux({ XDG_DATA_HOME: 'data' })).toContain('/home/anna');
    expect(linux({ XDG_DATA_HOME: '/data' }, '/chosen')).toBe('/chosen');
    const mac = dataPlace(null, { platform: 'darwin', env: {}, home: '/Users/anna' });
    expect(mac).toBe('/Users/anna/Library/Application Support/Clearfolder');
    const local = 'C:\\Users\\anna\\AppData\\Local';
    const windows = { platform: 'win32', env: { LOCALAPPDATA: local }, home: 'C:\\Users\\anna' } as const;
    expect(dataPlace(null, windows)).toBe(`${local}\\Clearfolder`);
  });

  it('is known for a network place where the system says so', () => {
    expect(networkKind('/mnt/x', 0x6969, 'linux')).toBe('NFS');
    expect(networkKind('/mnt/x', 0xff534d42 | 0, 'linux')).toBe('CIFS');
    expect(networkKind('/home', 0xef53, 'linux')).toBeNull();
    expect(networkKind('\\\\server\\share', null, 'win32')).not.toBeNull();
    expect(networkKind('\\\\?\\UNC\\server\\share', null, 'win32')).not.toBeNull();
    expect(networkKind('\\\\?\\C:\\data', null, 'win32')).toBeNull();
    expect(networkKind('C:\\data', null, 'win32')).toBeNull();
    expect(networkKind('/mnt/x', 0x65735546, 'linux', 'fuse.sshfs')).toBe('fuse.sshfs');
    expect(networkKind('/media/usb', 0x65735546, 'linux', 'fuseblk')).toBeNull();
  });
});

it('makes a private folder and names every place in it', async () => {
  const umask = process.umask(0);
  try {
    const data = await open(dir.at('deep', 'data'));
    expect(data.settings).toBe(dir.at('deep', 'data', 'settings.json'));
    const production = await data.environment('production');
    expect(production.ledger).toBe(dir.at('deep', 'data', 'production', 'ledger.db'));
    for (const path of [data.path, data.logs, production.dir, production.spool, production.backups]) {
      expect(await mode(path), path).toBe(PRIVATE_FOLDER);
    }
    expect(await mode(dir.at('deep', 'data', 'station.json'))).toBe(PRIVATE_FILE);
    expect((await readdir(data.path)).sort()).toEqual(['logs', 'production', 'station.json']);
  } finally {
    process.umask(umask);
  }
});

it('decides once who the station is, also when two start at once', async () => {
  const [one, two] = await Promise.all([open(), open()]);
  expect(one.station).toEqual(two.station);
  expect((await open(dir.at('data'), 'other name')).station).toEqual(one.station);
  expect((await open(dir.at('another'))).station.id).not.toBe(one.station.id);
});

it('goes by the station that another process made in the same moment', async () => {
  const theirs = { id: 'their-station', name: 'theirs' };
  const station = await readOrCreateStation(dir.path, () => {
    writeFileSync(dir.at('station.json'), JSON.stringify(theirs));
    return { id: 'our-station', name: 'ours' };
  });
  expect(station).toEqual(theirs);
  expect(await readdir(dir.path)).toEqual(['station.json']);
});

it('never replaces a damaged station.json', async () => {
  await open();
  await writeFile(dir.at('data', 'station.json'), '{"id":');
  await expect(open()).rejects.toMatchObject({
    code: 'data.damaged',
    next: expect.stringContaining('backup'),
  });
  expect(await readFile(dir.at('data', 'station.json'), 'utf8')).toBe('{"id":');
});

it(
  'closes its own folder to others, and leaves the mode of one with other things in it',
  needing(needs.posix),
  async () => {
    await mkdir(dir.at('data'));
    await chmod(dir.at('data'), 0o777);
    await writeFile(dir.at('data', 'settings.json'), '{}');
    // The command line looks for the desktop runtime before the folder is opened.
    await writeFile(dir.at('data', 'electron-fetch'), '');
    await open();
    expect(await mode(dir.at('data'))).toBe(0o700);
    await mkdir(dir.at('shared'), { mode: 0o755 });
    await writeFile(dir.at('shared', 'report.txt'), '');
    await open(dir.at('shared'));
    expect(await mode(dir.at('shared'))).toBe(0o755);
  },
);

it('refuses a folder with other things in it that others may change', needing(needs.posix), async () => {
  await mkdir(dir.at('open'));
  await writeFile(dir.at('open', 'report.txt'), '');
  await chmod(dir.at('open'), 0o777);
  await expect(open(dir.at('open'))).rejects.toMatchObject({ code: 'data.unwritable' });
  expect(await readdir(dir.at('open'))).toEqual(['report.txt']);
});

it('says in words that it cannot be used', async () => {
  await writeFile(dir.at('file'), '');
  for (const path of [dir.at('file'), dir.at('file', 'data'), '/proc/clearfolder']) {
    await expect(open(path)).rejects.toMatchObject({
      code: 'data.unwritable',
      message: expect.stringContaining('this start or command did nothing'),
      next: expect.stringContaining('--data'),
    });
  }
});

it.each(['..', '.', '', 'a/b', 'a\\b', 'logs', 'LOGS', '-x', 'aux', 'COM1'])(
  'refuses %j as an environment',
  async (name) => {
    const data = await open();
    await expect(data.environment(name)).rejects.toMatchObject({ code: 'data.bad-environment' });
  },
);

it('remembers how the engine ran last', async () => {
  const data = await open();
  expect(await data.readLastRun()).toBeNull();
  const run = { environment: 'production', settingsFile: '/etc/x.json', secrets: null };
  await data.writeLastRun({ ...run, environment: 'practice' });
  await data.writeLastRun(run);
  expect(await (await open()).readLastRun()).toEqual(run);
  await writeFile(dir.at('data', 'last-run.json'), '{"environment":1}');
  expect(await data.readLastRun()).toBeNull();
});
