import {
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { preferencesSchema } from '../../../src-main/contract/views/settings-view.ts';
import { systemClock } from '../../../src-main/core/clock.ts';
import { openDataFolder } from '../../../src-main/core/data-folder/data-folder.ts';
import { openPreferences } from '../../../src-main/core/data-folder/preferences.ts';
import { rotateLedgerKey } from '../../../src-main/core/installation/rotate-key.ts';
import { copyBeforeMigration, opensWith } from '../../../src-main/core/ledger/backup/copy-ledger.ts';
import { backUpLedger, listBackups } from '../../../src-main/core/ledger/backup/hourly-backups.ts';
import {
  exchangeLedger,
  finishExchange,
  incomingAt,
} from '../../../src-main/core/ledger/backup/replace-ledger.ts';
import { openLedger } from '../../../src-main/core/ledger/db/open-ledger.ts';
import { readMarkFile, writeMarkFile } from '../../../src-main/core/ledger/db/sidecar-file.ts';
import { createFileStore } from '../../../src-main/core/secrets/file-store.ts';
import { createSecretOverride } from '../../../src-main/core/secrets/secret-override.ts';
import { loadSettings, writeSettings } from '../../../src-main/core/settings/settings-file.ts';
import { readControl, writeControl } from '../../../src-main/hosts/browser/running-link.ts';
import { createWindowMemory } from '../../../src-main/hosts/desktop/main-window.ts';
import { createBlobStore } from '../../../src-main/practice/storage/blob-store.ts';
import { type TempDir, tempDir } from '../../support/temp-dir.ts';
import { TEST_KEY } from '../../support/test-dir.ts';
import { stationWithLedger } from '../../unit/core/installation/support/station-with-ledger.ts';

/* Every place that replaces a file, while another program has the file open. Runs inside the Windows build of Node (core.test.ts). */

const SHARINGS = ['shared', 'exclusive'] as const;
type Sharing = (typeof SHARINGS)[number];

/** libuv opens with UV_FS_O_EXLOCK without any sharing. */
const FLAGS = { shared: constants.O_RDONLY, exclusive: 0x10000000 | constants.O_RDWR };
const HOLDER = `
const { closeSync, openSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
const file = openSync(workerData.path, workerData.flags);
const close = () => { closeSync(file); parentPort.close(); };
if (workerData.forMs === null) parentPort.once('message', close);
else setTimeout(close, workerData.forMs);
parentPort.postMessage('held');
`;

/** Holds a file open in another thread: for `forMs`, or until `release` is called. */
async function hold(path: string, sharing: Sharing, forMs: number | null): Promise<() => Promise<void>> {
  const worker = new Worker(HOLDER, { eval: true, workerData: { path, flags: FLAGS[sharing], forMs } });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  return async () => {
    worker.postMessage('close');
    await ended;
  };
}

/** A file in use, and the work that replaces the file. */
interface Place {
  readonly held: string;
  readonly act: () => unknown;
  /** What the place has now; throws or differs if something is lost or doubled. */
  readonly state: () => unknown;
  readonly before: unknown;
  readonly after: unknown;
}

const text = (path: string) => readFileSync(path, 'utf8');

function ledgerAt(path: string) {
  const ledger = openLedger({ path, key: TEST_KEY, now: () => 0 });
  return { ledger, [Symbol.dispose]: () => ledger.close() };
}

/** An exchange of `ledger.db`, with its journal, for `ledger.db.incoming`. */
function exchange(dir: TempDir, held: string): Place {
  const path = dir.at('ledger.db');
  writeFileSync(path, 'old');
  writeFileSync(`${path}-wal`, 'journal');
  writeFileSync(incomingAt(path), 'new');
  const contents = () =>
    readdirSync(dir.path)
      .map((name) => text(dir.at(name)))
      .sort();
  return {
    held: dir.at(held),
    act: () => (existsSync(incomingAt(path)) ? exchangeLedger(path) : finishExchange(path)),
    state: () => [contents(), existsSync(path) && text(path) === 'new' && !existsSync(`${path}-wal`)],
    before: [['journal', 'new', 'old'], false],
    after: [['journal', 'new', 'old'], true],
  };
}

const PLACES: Record<string, (dir: TempDir) => Place | Promise<Place>> = {
  'settings.json': async (dir) => {
    const held = dir.at('settings.json');
    const save = (station: string) => writeSettings(held, { ...loadSettings(null), station });
    await save('old');
    return {
      held,
      act: () => save('new'),
      state: () => loadSettings(held).station,
      before: 'old',
      after: 'new',
    };
  },
  'preferences.json': async (dir) => {
    const save = (textSize: 'large' | 'larger') =>
      openPreferences(dir.path).save(preferencesSchema.parse({ textSize }));
    await save('large');
    const state = () => openPreferences(dir.path).read().textSize;
    return {
      held: dir.at('preferences.json'),
      act: () => save('larger'),
      state,
      before: 'large',
      after: 'larger',
    };
  },
  'browser.json, the control file': async (dir) => {
    const save = (port: number) => writeControl(dir.path, { port, key: 'k'.repeat(40), pid: 1 });
    await save(1);
    const state = async () => (await readControl(dir.path))?.port;
    return { held: dir.at('browser.json'), act: () => save(2), state, before: 1, after: 2 };
  },
  'api-secret-origins.json': async (dir) => {
    const id = '0'.repeat(26);
    const override = (text: string) =>
      createSecretOverride({ text, named: null, mayLearn: true }, { path: dir.path, station: { id } });
    await override('provider:clinic:first')?.belongsTo('https://one.example');
    const origin = (text: string) => override(text)?.origin();
    return {
      held: dir.at('api-secret-origins.json'),
      act: () => override('provider:clinic:second')?.belongsTo('https://two.example'),
      state: async () => [await origin('provider:clinic:first'), await origin('provider:clinic:second')],
      before: ['https://one.example', null],
      after: ['https://one.example', 'https://two.example'],
    };
  },
  'secrets.json': async (dir) => {
    const store = createFileStore(dir.at('secrets.json'), { clock: systemClock });
    await store.set('a', 'old');
    return {
      held: dir.at('secrets.json'),
      act: () => store.set('b', 'new'),
      state: async () => [await store.get('a'), await store.get('b')],
      before: ['old', null],
      after: ['old', 'new'],
    };
  },
  'ledger.mark': (dir) => {
    const held = dir.at('ledger.mark');
    writeMarkFile(held, 'old');
    const state = () => readMarkFile(held, z.string());
    return { held, act: () => writeMarkFile(held, 'new'), state, before: 'old', after: 'new' };
  },
  'a finished backup': (dir) => {
    const backups = dir.at('backups');
    const name = 'ledger-1970-01-01T00-00-00.000Z.db';
    mkdirSync(backups);
    writeFileSync(join(backups, `${name}.part`), 'copy');
    return {
      held: join(backups, `${name}.part`),
      act: async () => {
        using opened = ledgerAt(dir.at('ledger.db'));
        await backUpLedger(opened.ledger, backups, TEST_KEY, 0, null, () => undefined);
      },
      state: () => listBackups(backups, 0),
      before: [],
      after: [name],
    };
  },
  'a copy of before a migration': (dir) => {
    const target = dir.at('backups', 'before-version-99.db');
    mkdirSync(dir.at('backups'));
    writeFileSync(target, 'of an earlier attempt');
    return {
      held: target,
      act: () => {
        using opened = ledgerAt(dir.at('ledger.db'));
        copyBeforeMigration(opened.ledger.db, target, TEST_KEY, () => true);
      },
      state: () => [readdirSync(dir.at('backups')), statSync(target).size > 100],
      before: [['before-version-99.db'], false],
      after: [['before-version-99.db'], true],
    };
  },
  'the ledger that a restore replaces': (dir) => exchange(dir, 'ledger.db'),
  'the journal of a ledger that a restore replaces': (dir) => exchange(dir, 'ledger.db-wal'),
  'the ledger that a restore brings': (dir) => exchange(dir, 'ledger.db.incoming'),
  'a backup, while the key changes': async (dir) => {
    const { station, say, word, withLedger } = await stationWithLedger('held', dir);
    await say('kept');
    await withLedger(({ ledger, key }) => backUpLedger(ledger, station.paths.backups, key, 0));
    const backup = join(station.paths.backups, 'ledger-1970-01-01T00-00-00.000Z.db');
    const firstKey = await withLedger(({ key }) => key);
    return {
      held: backup,
      act: () => rotateLedgerKey(station, { actor: 'test' }),
      state: async () => [await word(), opensWith(backup, firstKey)],
      before: ['kept', true],
      after: ['kept', false],
    };
  },
  'a document of the practice service': async (dir) => {
    const store = createBlobStore(dir.path);
    const { blob: uuid } = await store.receive(Readable.from([Buffer.from('document')]));
    return {
      held: dir.at('incoming', uuid),
      act: () => store.keep(uuid),
      state: () => [existsSync(dir.at('incoming', uuid)), existsSync(dir.at('blobs', uuid))],
      before: [true, false],
      after: [false, true],
    };
  },
};

const CASES = Object.entries(PLACES).flatMap(([name, make]) =>
  SHARINGS.map((sharing) => ({ name, sharing, make })),
);

test.concurrent.each(CASES)(
  '$name stays as it was while held ($sharing), and is replaced afterwards',
  async ({ sharing, make }) => {
    await using dir = await tempDir('held');
    const { held, act, state, before, after } = await make(dir);
    expect(await state()).toEqual(before);
    const release = await hold(held, sharing, null);
    const error: unknown = await Promise.resolve()
      .then(act)
      .then(
        () => null,
        (failure: unknown) => failure,
      );
    await release();
    if (error !== null) {
      // Wine lets a program rename a file that another program reads.
      expect(String(error)).toMatch(/another program has the file open/);
      expect(await state()).toEqual(before);
      await act();
    }
    expect(await state()).toEqual(after);
    expect(readdirSync(dir.path).filter((name) => name.endsWith('.part'))).toEqual([]);
  },
);

test.concurrent.each(CASES)(
  '$name is replaced once its holder ($sharing) is ready',
  async ({ sharing, make }) => {
    await using dir = await tempDir('held');
    const { held, act, state, after } = await make(dir);
    await hold(held, sharing, 300);
    await act();
    expect(await state()).toEqual(after);
  },
);

const CONVENIENCES: Record<string, (dir: TempDir) => Promise<() => unknown>> = {
  'window.json': async (dir) => {
    createWindowMemory(dir.at('window.json')).keep({ maximized: false });
    return () => createWindowMemory(dir.at('window.json')).keep({ maximized: true });
  },
  'last-run.json': async (dir) => {
    const folder = await openDataFolder({
      path: dir.path,
      randomId: () => 'a'.repeat(26),
      stationName: 'test',
    });
    const write = (environment: string) =>
      folder.writeLastRun({ environment, settingsFile: null, secrets: null });
    await write('practice');
    return () => write('production');
  },
};
const CONVENIENT = Object.entries(CONVENIENCES).flatMap(([name, make]) =>
  SHARINGS.map((sharing) => ({ name, sharing, make })),
);

test.concurrent.each(CONVENIENT)(
  'a held $name ($sharing) keeps its content and stops nothing',
  async ({ name, sharing, make }) => {
    await using dir = await tempDir('held');
    const act = await make(dir);
    const before = text(dir.at(name));
    const release = await hold(dir.at(name), sharing, null);
    await act();
    await release();
    expect(text(dir.at(name))).toBe(before);
    await act();
    expect(text(dir.at(name))).not.toBe(before);
  },
);

/** Files that the program reads at its start. */
const READ_FIRST: Record<string, (dir: TempDir) => Promise<() => unknown>> = {
  'settings.json': async (dir) => {
    await writeSettings(dir.at('settings.json'), { ...loadSettings(null), station: 'kept' });
    return () => loadSettings(dir.at('settings.json')).station;
  },
  'preferences.json': async (dir) => {
    await openPreferences(dir.path).save(preferencesSchema.parse({ lastTaskType: 'kept' }));
    return () => openPreferences(dir.path).read().lastTaskType;
  },
  'station.json': async (dir) => {
    const open = (stationName: string) =>
      openDataFolder({ path: dir.path, randomId: () => 'a'.repeat(26), stationName });
    await open('kept');
    return async () => (await open('other')).station.name;
  },
  'last-run.json': async (dir) => {
    const folder = await openDataFolder({
      path: dir.path,
      randomId: () => 'a'.repeat(26),
      stationName: 'test',
    });
    await folder.writeLastRun({ environment: 'kept', settingsFile: null, secrets: null });
    return async () => (await folder.readLastRun())?.environment;
  },
};

test.concurrent.each(Object.entries(READ_FIRST))('a start waits for a held %s', async (name, make) => {
  await using dir = await tempDir('held');
  const read = await make(dir);
  await hold(dir.at(name), 'exclusive', 300);
  expect(await read()).toBe('kept');
});
