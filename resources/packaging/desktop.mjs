// Builds the package of the desktop app with electron-builder (docs/operations.md, "Install a station").
//
//   npm run package:desktop -- nsis|msi|dmg|deb|AppImage|dir [--out DIR] [--electron PATH] [--feed URL]
//
// Each package is built on its own system. `dir` is the folder of the app without a package around it. --electron names a
// folder or zip file with Electron's runtime for machines that cannot download the runtime. --feed names the web folder from
// which the app updates itself; such a package must be signed (docs/decisions/071-signed-updates.md).
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeIconFiles } from './icon-files.mjs';
import { fail, installPackages, root, stageProgram } from './stage.mjs';

const SYSTEMS = {
  win32: { name: 'Windows', option: '--win', kinds: ['nsis', 'msi', 'dir'] },
  darwin: { name: 'macOS', option: '--mac', kinds: ['dmg', 'dir'] },
  linux: { name: 'Linux', option: '--linux', kinds: ['deb', 'AppImage', 'dir'] },
};
/** The tools of a package are downloaded once; the longest build takes minutes. */
const DOWNLOAD_MS = 10 * 60_000;
const BUILD_MS = 30 * 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: join(root, 'out', 'packages') },
    electron: { type: 'string' },
    feed: { type: 'string' },
  },
});
const [kind] = positionals;
const systems = Object.values(SYSTEMS).filter(({ kinds }) => kinds.includes(kind));
if (systems.length === 0 || positionals.length !== 1)
  fail('name one package: nsis, msi, dmg, deb, AppImage or dir.');
const { feed } = values;
if (feed !== undefined && !/^https:\/\/[^\s@?#]+$/.test(feed)) fail('the feed must be https://HOST/PATH.');
if (feed !== undefined && !['nsis', 'dmg'].includes(kind))
  fail(`the package ${kind} cannot have a feed: only nsis and dmg update themselves.`);
const system = SYSTEMS[process.platform];
if (!systems.includes(system)) fail(`the package ${kind} is built on ${systems[0].name}.`);
const electron = values.electron === undefined ? electronRuntime() : resolve(values.electron);
const temporary = mkdtempSync(join(tmpdir(), 'clearfolder-package-'));
let failure = null;
try {
  build(temporary);
} catch (error) {
  failure = error;
} finally {
  rmSync(temporary, { recursive: true });
}
// The end of the process would skip the removal.
if (failure !== null) fail(failure.message);
process.stdout.write(`${resolve(values.out)}\n`);

/** The folder of Electron's runtime, which Electron's own script downloads and checks by hash. */
function electronRuntime() {
  const place = join(root, 'node_modules', 'electron');
  if (!existsSync(join(place, 'dist'))) {
    const options = { stdio: 'ignore', timeout: DOWNLOAD_MS };
    const { status } = spawnSync(process.execPath, [join(place, 'install.js')], options);
    if (status !== 0)
      fail(
        "Electron's runtime could not be downloaded, so no package was built. Give its folder with --electron.",
      );
  }
  return join(place, 'dist');
}

/** electron-builder leaves out each README, which holds the only licence of some packages. */
function keepLicences(packages) {
  for (const file of globSync('**/node_modules/{@*/,}*/package.json', { cwd: join(packages, '..') })) {
    const place = join(packages, '..', dirname(file));
    const names = readdirSync(place);
    if (names.some((name) => /^(licen[cs]e|copying)/i.test(name))) continue;
    const readme = names.find((name) => /^readme/i.test(name));
    if (readme === undefined) throw new Error(`the package ${dirname(file)} has no licence.`);
    cpSync(join(place, readme), join(place, 'LICENSE.md'));
  }
}

function build(place) {
  const app = join(place, 'app');
  stageProgram(app, { parts: ['main', 'preload', 'renderer'], leaveOut: ['station.js'], nodes: [] });
  cpSync(join(root, 'resources', 'icons'), join(app, 'resources', 'icons'), {
    recursive: true,
    filter: (path) => !/\.(svg|mjs)$/.test(path),
  });
  installPackages(app, { os: process.platform, cpu: process.arch });
  keepLicences(join(app, 'node_modules'));
  const buildResources = join(place, 'build');
  mkdirSync(buildResources);
  writeIconFiles(buildResources);
  const read = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));
  const settings = read('resources', 'packaging', 'electron-builder.json');
  const entitlements = join(import.meta.dirname, 'entitlements.mac.plist');
  const config = {
    ...settings,
    mac: { ...settings.mac, entitlements, entitlementsInherit: entitlements },
    directories: { output: resolve(values.out), buildResources },
    electronDist: electron,
    electronVersion: read('node_modules', 'electron', 'package.json').version,
    ...(feed !== undefined && { publish: { provider: 'generic', url: feed }, forceCodeSigning: true }),
  };
  writeFileSync(join(place, 'config.json'), JSON.stringify(config));
  const cli = fileURLToPath(import.meta.resolve('electron-builder/cli.js'));
  // The installer of macOS takes updates from a zip file.
  const kinds = kind === 'dmg' && feed !== undefined ? ['dmg', 'zip'] : [kind];
  const args = ['--projectDir', app, '--config', join(place, 'config.json'), '--publish', 'never'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, system.option, ...kinds, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NO_UPDATE_NOTIFIER: '1' },
    maxBuffer: 1 << 28,
    timeout: BUILD_MS,
  });
  if (status === 0) return;
  const isOffline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|fetch failed/.test(stdout + stderr);
  if (isOffline) throw new Error(`the tools for the package ${kind} could not be downloaded.`);
  process.stderr.write(stdout + stderr);
  throw new Error(
    status === null
      ? `electron-builder did not end within ${BUILD_MS / 60_000} minutes and was stopped.`
      : 'electron-builder failed; its own message stands above.',
  );
}
