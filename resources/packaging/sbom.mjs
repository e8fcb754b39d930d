// Prints a bill of materials (CycloneDX, by npm) of the packages that run in Clearfolder, with their hashes and licences.
// `npm sbom --omit=dev` alone leaves out each package that a development tool uses too, so npm reads a project without tools.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeProductionProject } from './production-project.mjs';

const temporary = mkdtempSync(join(tmpdir(), 'clearfolder-sbom-'));
// npm takes the name of the folder for the name of the program.
const place = join(temporary, 'clearfolder');
mkdirSync(place);
try {
  writeProductionProject(place);
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
