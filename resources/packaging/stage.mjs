// What the packages share: the built program with its packages in a folder, without anything that only developers need.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeProductionProject } from './production-project.mjs';

export const root = join(import.meta.dirname, '..', '..');

/** Ends with exit code 1 and one line. */
export function fail(text) {
  process.stderr.write(`clearfolder: ${text}\n`);
  process.exit(1);
}

export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 2, 2], ...options });
  if (error?.code === 'ENOENT')
    fail(`the program "${command}" is needed for this package and is not installed.`);
  if (status !== 0) fail(`"${command} ${args[0]}" failed; its own message stands above.`);
}

/** Runs the npm that started this process, or the npm of the system. */
export function runNpm(args, place) {
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('.js')) run(process.execPath, [npm, ...args], { cwd: place });
  else run('npm', args, { cwd: place, shell: process.platform === 'win32' });
}

/**
 * Copies these parts of the built program into a folder, without the files that `leaveOut` names, and writes its package.json.
 * `nodes` names the packages with a Node that the program brings.
 */
export function stageProgram(place, { parts, leaveOut, nodes }) {
  mkdirSync(join(place, 'out'), { recursive: true });
  const isWanted = (path) => !path.endsWith('.map') && !leaveOut.includes(basename(path));
  for (const part of parts)
    cpSync(join(root, 'out', part), join(place, 'out', part), { recursive: true, filter: isWanted });
  cpSync(join(root, 'LICENSE'), join(place, 'LICENSE'));
  const main = join(place, 'out', 'main');
  const code = readdirSync(main).map((name) => readFileSync(join(main, name), 'utf8'));
  // Whatever the page needs is part of its built files.
  const isLoaded = (name) =>
    code.some((text) => new RegExp(`(from|import)\\s*\\(?["']${name}["'/]`).test(text));
  return writeProductionProject(place, ({ dependencies, optionalDependencies }) => ({
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(([name]) => isLoaded(name))),
    optionalDependencies: Object.fromEntries(
      Object.entries(optionalDependencies).filter(([name]) => nodes.includes(name)),
    ),
  }));
}

/** Installs the packages of a staged program for one platform. */
export function installPackages(place, { os, cpu }) {
  const args = ['ci', '--omit=dev', '--ignore-scripts', `--os=${os}`, `--cpu=${cpu}`, '--no-audit'];
  runNpm([...args, '--no-fund', '--loglevel=error', '--prefer-offline'], place);
  const packages = join(place, 'node_modules');
  // What programs of packages would be called by, and npm's own notes.
  for (const name of ['.bin', '.package-lock.json'])
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
