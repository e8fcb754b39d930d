// Prints a bill of materials (CycloneDX, by npm) of the packages that run in Clearfolder, with their hashes and licences.
// `npm sbom --omit=dev` alone leaves out each package that a development tool uses too, so npm reads a project without tools.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));
const { devDependencies: _tools, scripts: _scripts, ...project } = read('package.json');
const lock = read('package-lock.json');
const { devDependencies: _lockedTools, ...own } = lock.packages[''];
const packages = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && dev !== true);

const temporary = mkdtempSync(join(tmpdir(), 'clearfolder-sbom-'));
// npm takes the name of the folder for the name of the program.
const place = join(temporary, project.name);
mkdirSync(place);
try {
  const write = (name, value) => writeFileSync(join(place, name), JSON.stringify(value));
  write('package.json', project);
  write('package-lock.json', { ...lock, packages: { '': own, ...Object.fromEntries(packages) } });
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  const options = {
    cwd: place,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  };
  process.exitCode = spawnSync('npm', args, options).status ?? 1;
} finally {
  rmSync(temporary, { recursive: true });
}
