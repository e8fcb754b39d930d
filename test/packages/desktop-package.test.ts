import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { filesBelow } from '../support/files-below.ts';
import { needing, needs } from '../support/machine.ts';
import { type TempDir, tempDir } from '../support/temp-dir.ts';

const execute = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');
const BOOTSTRAP = join(ROOT, 'resources', 'bootstrap.mjs');
/** What stands before the fuses in Electron's program; then version, number and state of each fuse. */
const FUSES = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

interface Entry {
  readonly files?: Record<string, Entry> | undefined;
  readonly unpacked?: boolean | undefined;
}
const entrySchema: z.ZodType<Entry> = z.lazy(() =>
  z.object({ files: z.record(z.string(), entrySchema).optional(), unpacked: z.boolean().optional() }),
);
const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })),
});

/** A folder like Electron's runtime: a program without anything but fuses, and four languages. */
function standIn(dir: TempDir): string {
  const place = dir.at('electron');
  mkdirSync(join(place, 'locales'), { recursive: true });
  for (const language of ['en-US', 'es', 'es-419', 'de'])
    writeFileSync(join(place, 'locales', `${language}.pak`), '');
  writeFileSync(join(place, 'electron'), `${FUSES}\u0001\u000811111111`);
  chmodSync(join(place, 'electron'), 0o755);
  return place;
}

/** The paths in an archive of asar, and which of them lie beside the archive. */
function archived(bytes: Buffer): Map<string, { readonly unpacked: boolean }> {
  const header = bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12));
  const found = new Map<string, { readonly unpacked: boolean }>();
  const look = ({ files = {} }: Entry, above: string): void => {
    for (const [name, entry] of Object.entries(files)) {
      if (entry.files === undefined) found.set(above + name, { unpacked: entry.unpacked === true });
      else look(entry, `${above}${name}/`);
    }
  };
  look(entrySchema.parse(JSON.parse(header)), '');
  return found;
}

test(
  'the folder of the desktop app holds the program, its packages and their licences, and nothing of developers',
  needing(needs.linux),
  async () => {
    await using dir = await tempDir('packages');
    const args = ['package:desktop', 'dir', '--electron', standIn(dir), '--out', dir.at('out')];
    await execute(process.execPath, [BOOTSTRAP, ...args], { maxBuffer: 1 << 26 });
    const app = dir.at('out', 'linux-unpacked');
    const bytes = readFileSync(join(app, 'resources', 'app.asar'));
    const files = archived(bytes);
    const paths = [...files.keys()];

    for (const path of [
      'main/desktop.js',
      'main/copy-worker.js',
      'main/pdf-worker.js',
      'preload/preload.cjs',
    ])
      expect(paths).toContain(`out/${path}`);
    for (const path of [
      'renderer/index.html',
      'main/third-party-notices.md',
      'renderer/third-party-notices.md',
    ])
      expect(paths).toContain(`out/${path}`);
    expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'resources/icons/tray-working.png']));

    const native = paths.filter((path) => path.endsWith('.node'));
    expect(native.map((path) => path.split('/')[1])).toEqual(['better-sqlite3', 'keytar']);
    for (const path of native) {
      expect(files.get(path)).toEqual({ unpacked: true });
      expect(existsSync(join(app, 'resources', 'app.asar.unpacked', path))).toBe(true);
    }

    const packages = [
      ...new Set(
        paths.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path) ?? []),
      ),
    ];
    const lock = lockSchema.parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))).packages;
    // electron-builder puts packages of one name but several versions into other folders than npm.
    const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/'));
    const names = new Set(
      Object.keys(lock).flatMap((path) => (lock[path]?.dev === true ? [] : [nameOf(path)])),
    );
    expect(packages.filter((path) => !names.has(nameOf(path)))).toEqual([]);
    expect(packages).toContain('node_modules/electron-updater');
    const hasLicence = (place: string) =>
      paths.some(
        (path) => path.startsWith(`${place}/`) && /^\/(licen[cs]e|copying)/i.test(path.slice(place.length)),
      );
    expect(packages.length).toBeGreaterThan(50);
    expect(packages.filter((place) => !hasLicence(place))).toEqual([]);
    expect(paths.filter((path) => /\.(map|ts)$|(^|\/)tests?\/|\.test\.|station\.js$/.test(path))).toEqual([]);

    // No path of the machine that built the package.
    const all = filesBelow(app).map((path) => readFileSync(join(app, path)));
    expect(all.filter((text) => text.includes(ROOT) || text.includes('clearfolder-package-'))).toEqual([]);
    expect(readFileSync(join(app, 'clearfolder-desktop'), 'latin1')).toBe(`${FUSES}\u0001\u000801001100`);
    expect(filesBelow(join(app, 'locales'))).toEqual(['en-US.pak', 'es-419.pak', 'es.pak']);
  },
);

test.each([
  ['deb', 'https://updates.example', /^clearfolder: the package deb cannot have a feed: [^\n]+\n$/],
  ['nsis', 'http://updates.example', /^clearfolder: the feed must be https:\/\/HOST\/PATH\.\n$/],
])('a package %s with the feed %s is refused in one line', (kind, feed, line) => {
  const args = [BOOTSTRAP, 'package:desktop', kind, '--feed', feed];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringMatching(line)]);
});

test('a desktop package of another system is refused in one line', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [BOOTSTRAP, 'package:desktop', process.platform === 'darwin' ? 'nsis' : 'dmg'],
    { encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^clearfolder: the package \w+ is built on \w+\.\n$/),
  ]);
});

const withoutElectron = {
  met: !existsSync(join(ROOT, 'node_modules', 'electron', 'dist')),
  reason: "Electron's runtime is installed",
};

test(
  'without the runtime of Electron the command says so in one line',
  needing(needs.linux, withoutElectron),
  async () => {
    await using dir = await tempDir('packages');
    const env = { ...process.env, ELECTRON_MIRROR: 'http://127.0.0.1:1/', electron_config_cache: dir.path };
    const { status, stderr } = spawnSync(process.execPath, [BOOTSTRAP, 'package:desktop', 'deb'], {
      encoding: 'utf8',
      env,
    });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^clearfolder: Electron's runtime could not be downloaded.*\n$/),
    ]);
  },
);
