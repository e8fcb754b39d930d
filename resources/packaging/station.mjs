// Builds the station package: Clearfolder without Electron, for servers (docs/operations.md, "Install a station").
//
//   npm run package:station -- deb|zip|tgz [--out DIR] [--revision N]
//
// deb   for Debian and Ubuntu, with a Node of its own and a systemd unit; --revision counts the packages of one version
// zip   a folder for Windows, with a Node of its own and the configuration of a service wrapper
// tgz   for `npm install -g` on a machine with Node 24
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
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, installPackages, root, run, runNpm, stageProgram } from './stage.mjs';

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

/** Stages the program without the desktop app. */
function stageServer(place, nodes) {
  return stageProgram(place, { parts: ['main', 'renderer'], leaveOut: ['desktop.js'], nodes });
}

/** Stages the program with its packages and the Node of one platform, which becomes `place/node` (`node.exe`). */
function stageWhole(place, { os, cpu }) {
  const nodePackage = `node-${os === 'win32' ? 'win' : os}-${cpu}`;
  stageServer(place, [nodePackage]);
  installPackages(place, { os, cpu });
  const packages = join(place, 'node_modules');
  const node = os === 'win32' ? 'node.exe' : 'node';
  renameSync(join(packages, nodePackage, 'bin', node), join(place, node));
  rmSync(join(packages, nodePackage), { recursive: true });
  // The package for Windows lacks the licence of Node.
  const licence = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'LICENSE');
  if (!existsSync(licence)) fail('the licence of Node is missing here: build this package on Linux.');
  cpSync(licence, join(place, 'LICENSE.node'));
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

/** Copies the alerts and the dashboard for administrators. */
function copyMonitoring(to) {
  const filter = (path) => !path.endsWith('.md');
  cpSync(join(root, 'resources', 'monitoring'), to, { recursive: true, filter });
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
  copyMonitoring(at('usr', 'share', 'doc', 'clearfolder-station', 'monitoring'));
  renameSync(join(lib, 'LICENSE'), at('usr', 'share', 'doc', 'clearfolder-station', 'copyright'));
  // The umask of the person who builds decides nothing.
  run('chmod', ['-R', 'u+rwX,go+rX,go-w', at('usr')]);
  const file = join(out, `clearfolder-station_${debianVersion}_${debianCpu}.deb`);
  run('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z9', '--build', at(), file]);
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
  copyMonitoring(join(folder, 'monitoring'));
  const file = join(out, `clearfolder-station-${version}-win-x64.zip`);
  rmSync(file, { force: true });
  run('zip', ['-q', '-r', file, 'Clearfolder'], { cwd: place });
  return file;
}

function packTgz(place) {
  const project = stageServer(place, []);
  copyMonitoring(join(place, 'monitoring'));
  const { private: _, ...rest } = project;
  const engines = { node: '>=24' };
  writeFileSync(
    join(place, 'package.json'),
    JSON.stringify({ ...rest, engines, files: ['out', 'monitoring', 'LICENSE'] }, null, 2),
  );
  rmSync(join(place, 'package-lock.json'));
  runNpm(['pack', '--silent', '--pack-destination', out], place);
  const file = join(out, `clearfolder-${version}.tgz`);
  if (!existsSync(file)) fail(`npm made no ${file}.`);
  return file;
}
