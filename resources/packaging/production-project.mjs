// The project without its development tools, as npm reads it from a folder of its own: package.json and package-lock.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));

/**
 * Writes package.json and package-lock.json of the program into a folder. `change` gets the two sections of dependencies and returns
 * those to keep. Returns the package.json that was written.
 */
export function writeProductionProject(place, change = (sections) => sections) {
  const {
    devDependencies: _tools,
    scripts: _scripts,
    dependencies,
    optionalDependencies,
    ...rest
  } = read('package.json');
  const lock = read('package-lock.json');
  const { devDependencies: _lockedTools, ...own } = lock.packages[''];
  const kept = change({ dependencies, optionalDependencies });
  const project = { ...rest, ...kept };
  const packages = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && dev !== true);
  const write = (name, value) => writeFileSync(join(place, name), `${JSON.stringify(value, null, 2)}\n`);
  write('package.json', project);
  write('package-lock.json', {
    ...lock,
    packages: { '': { ...own, ...kept }, ...Object.fromEntries(packages) },
  });
  return project;
}
