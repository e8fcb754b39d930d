// Builds the station package: Clearfolder without Electron, for servers (docs/operations.md, "Install a station").
//
//   npm run package:station -- deb|zip|tgz [--out DIR] [--revision N]
//
// deb   for Debian and Ubuntu, with a Node of its own and a systemd unit; --revision counts the packages of one version
// zip   a folder for Windows, with a Node of its own and the configuration of a service wrapper
// tgz   for `npm install -g` on a machine with Node 24
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeProductionProject } from './production-project.mjs';

const root = join(import.meta.dirname, '..', '..');
const templates = join(import.meta.dirname, 'station');
const KINDS = { deb: packDeb, zip: packZip, tgz: packTgz };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: join(root, 'out', 'packages') },
    revision: { type: 'string', default: '1' },
  },
});
const pack = KINDS[positionals[0]];
if (pack === undefined || positionals.length !== 1) fail('name one package: deb, zip or tgz.');
const out = resolve(values.out);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const temporary = mkdtempSync(join(tmpdir(), 'clearfolder-package-'));
try {
  mkdirSync(out, { recursive: true });
  process.stdout.write(`${pack(temporary)}\n`);
} finally {
  rmSync(temporary, { recursive: true });
}

function fail(text) {
  process.stderr.write(`clearfolder: ${text}\n`);
  process.exit(1);
}

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 2, 2], ...options });
  if (error?.code === 'ENOENT')
    fail(`the program "${command}" is needed for this package and is not installed.`);
  if (status !== 0) fail(`"${command} ${args[0]}" failed; its own message stands above.`);
}

/** Copies the built program, without the desktop app, into a folder; writes its package.json. */
function stageProgram(place, optionalDependencies) {
  mkdirSync(join(place, 'out'), { recursive: true });
  const isOfServer = (path) => !path.endsWith('.map') && basename(path) !== 'desktop.js';
  for (const part of ['main', 'renderer'])
    cpSync(join(root, 'out', part), join(place, 'out', part), { recursive: true, filter: isOfServer });
  cpSync(join(root, 'LICENSE'), join(place, 'LICENSE'));
  const main = join(place, 'out', 'main');
  const code = readdirSync(main).map((name) => readFileSync(join(main, name), 'utf8'));
  // Whatever the page needs is part of its built files.
  const isLoaded = (name) =>
    code.some((text) => new RegExp(`(from|import)\\s*\\(?["']${name}["']`).test(text));
  return writeProductionProject(place, ({ dependencies, optionalDependencies: nodes }) => ({
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(([name]) => isLoaded(name))),
    optionalDependencies: Object.fromEntries(
      Object.entries(nodes).filter(([name]) => optionalDependencies.includes(name)),
    ),
  }));
}

/** Stages the program with its packages and the Node of one platform, which becomes `place/node` (`node.exe`). */
function stageWhole(place, { os, cpu }) {
  const nodePackage = `node-${os === 'win32' ? 'win' : os}-${cpu}`;
  stageProgram(place, [nodePackage]);
  const npm = process.env.npm_execpath;
  const args = [
    'ci',
    '--omit=dev',
    '--ignore-scripts',
    `--os=${os}`,
    `--cpu=${cpu}`,
    '--no-audit',
    '--no-fund',
  ];
  const quiet = [...args, '--loglevel=error', '--prefer-offline'];
  if (npm?.endsWith('.js')) run(process.execPath, [npm, ...quiet], { cwd: place });
  else run('npm', quiet, { cwd: place, shell: process.platform === 'win32' });
  const packages = join(place, 'node_modules');
  const node = os === 'win32' ? 'node.exe' : 'node';
  renameSync(join(packages, nodePackage, 'bin', node), join(place, node));
  // The package for Windows lacks the licence of Node.
  const licence = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'LICENSE');
  if (!existsSync(licence)) fail('the licence of Node is missing here: build this package on Linux.');
  cpSync(licence, join(place, 'LICENSE.node'));
  for (const name of [nodePackage, '.bin', '.package-lock.json'])
    rmSync(join(packages, name), { recursive: true, force: true });
  keepOnlyPlatform(packages, `${os}-${cpu}`);
}

/** Removes the binaries of other platforms, and the C sources, of packages with native code. */
function keepOnlyPlatform(packages, platform) {
  for (const name of ['better-sqlite3', 'keytar']) {
    const prebuilds = join(packages, name, 'prebuilds');
    const [own, ...none] = readdirSync(prebuilds).filter((file) => file.replace(/\.node$/, '') === platform);
    if (own === undefined || none.length > 0) fail(`${name} has no binary for ${platform}.`);
    for (const file of readdirSync(prebuilds))
      if (file !== own) rmSync(join(prebuilds, file), { recursive: true });
    for (const sources of ['deps', 'src'])
      rmSync(join(packages, name, sources), { recursive: true, force: true });
  }
}

/** Copies a template with `@NAME@` replaced. */
function fill(from, to, names, mode = 0o644) {
  const text = readFileSync(join(templates, from), 'utf8');
  writeFileSync(
    to,
    text.replace(/@([A-Z]+)@/g, (_, name) => names[name] ?? fail(`${from} names ${name}.`)),
  );
  chmodSync(to, mode);
}

function packDeb(place) {
  const cpu = process.arch;
  const debianCpu = { x64: 'amd64', arm64: 'arm64' }[cpu];
  if (process.platform !== 'linux' || debianCpu === undefined)
    fail('the deb package is built on Linux with an x64 or arm64 processor.');
  const at = (...parts) => join(place, 'deb', ...parts);
  const lib = at('usr', 'lib', 'clearfolder');
  stageWhole(lib, { os: 'linux', cpu });
  for (const dir of [
    ['DEBIAN'],
    ['usr', 'bin'],
    ['usr', 'lib', 'systemd', 'system'],
    ['usr', 'share', 'doc', 'clearfolder-station'],
  ])
    mkdirSync(at(...dir), { recursive: true });
  const debianVersion = `${version}-${values.revision}`;
  const names = { VERSION: debianVersion, ARCHITECTURE: debianCpu };
  fill('debian/control', at('DEBIAN', 'control'), names);
  for (const script of ['postinst', 'prerm', 'postrm'])
    fill(`debian/${script}`, at('DEBIAN', script), names, 0o755);
  fill('debian/clearfolder', at('usr', 'bin', 'clearfolder'), names, 0o755);
  fill('debian/clearfolder.service', at('usr', 'lib', 'systemd', 'system', 'clearfolder.service'), names);
  fill(
    'settings-example.json',
    at('usr', 'share', 'doc', 'clearfolder-station', 'settings-example.json'),
    names,
  );
  renameSync(join(lib, 'LICENSE'), at('usr', 'share', 'doc', 'clearfolder-station', 'copyright'));
  // The umask of the person who builds decides nothing.
  run('chmod', ['-R', 'u+rwX,go+rX,go-w', at('usr')]);
  const file = join(out, `clearfolder-station_${debianVersion}_${debianCpu}.deb`);
  run('dpkg-deb', ['--root-owner-group', '-Zxz', '-z3', '--build', at(), file]);
  return file;
}

function packZip(place) {
  const folder = join(place, 'Clearfolder');
  stageWhole(folder, { os: 'win32', cpu: 'x64' });
  for (const name of readdirSync(join(templates, 'windows'))) {
    const to = join(folder, name);
    fill(`windows/${name}`, to, { VERSION: version });
    if (name.endsWith('.cmd')) writeFileSync(to, readFileSync(to, 'utf8').replace(/\r?\n/g, '\r\n'));
  }
  fill('settings-example.json', join(folder, 'settings-example.json'), {});
  const file = join(out, `clearfolder-station-${version}-win-x64.zip`);
  rmSync(file, { force: true });
  run('zip', ['-q', '-r', file, 'Clearfolder'], { cwd: place });
  return file;
}

function packTgz(place) {
  const project = stageProgram(place, []);
  const { private: _, ...rest } = project;
  const engines = { node: '>=24' };
  writeFileSync(
    join(place, 'package.json'),
    JSON.stringify({ ...rest, engines, files: ['out', 'LICENSE'] }, null, 2),
  );
  rmSync(join(place, 'package-lock.json'));
  const npm = process.env.npm_execpath;
  const args = ['pack', '--silent', '--pack-destination', out];
  if (npm?.endsWith('.js')) run(process.execPath, [npm, ...args], { cwd: place });
  else run('npm', args, { cwd: place, shell: process.platform === 'win32' });
  const file = join(out, `clearfolder-${version}.tgz`);
  if (!existsSync(file)) fail(`npm made no ${file}.`);
  return file;
}
