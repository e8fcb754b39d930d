import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildStationPackage } from '../packages/debian.ts';
import { DECIDED, settingsFor, VISIT } from '../packages/main-job.ts';
import { needing, needs } from '../support/machine.ts';
import { pdfDocument } from '../support/pdf-document.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';
import { DRIVE_C, startWindows } from './wine.ts';

/** Stands in for WinSW, which is not part of the package: does what clearfolder-service.xml says about the start and the stop. */
const WRAPPER = `
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, openSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
const verb = basename(import.meta.filename, '.js');
appendFileSync('wrapper.log', verb + '\\n');
const xml = readFileSync('clearfolder-service.xml', 'utf8');
const env = { ...process.env, BASE: import.meta.dirname };
for (const [, name, value] of xml.matchAll(/<env name="(.*?)" value="(.*?)"/g)) env[name] = value;
const part = (name) =>
  new RegExp('<' + name + '>(.*?)</').exec(xml)[1].replace(/%(.*?)%/g, (_, variable) => env[variable]);
const options = { env, cwd: part('workingdirectory'), windowsVerbatimArguments: true, argv0: 'node' };
if (verb === 'start') {
  const out = openSync('service.log', 'a');
  spawn(part('executable'), [part('arguments')], { ...options, detached: true, stdio: ['ignore', out, out] }).unref();
}
if (verb === 'stop') {
  const { status } = spawnSync(part('stopexecutable'), [part('stoparguments')], { ...options, stdio: 'inherit' });
  process.exitCode = status;
}
`;

test(
  'the zip package: install.cmd starts the service of the wrapper, the service does the main job, uninstall.cmd keeps the data',
  needing(needs.wine),
  async () => {
    await using dir = await tempDir('zip');
    const zip = await buildStationPackage('zip', dir.path);
    // A name with a blank and a sign, as in "C:\\Program Files (x86)".
    const place = join(DRIVE_C, 'Programs & more');
    const home = join(DRIVE_C, 'ProgramData', 'Clearfolder');
    const scans = join(DRIVE_C, 'zip-scans');
    await using _ = {
      [Symbol.asyncDispose]: async () => {
        for (const one of [place, home, scans]) rmSync(one, { recursive: true, force: true, maxRetries: 3 });
      },
    };
    for (const one of [place, scans]) mkdirSync(one, { recursive: true });
    execFileSync('unzip', ['-q', zip, '-d', place]);
    const at = (name: string) => join(place, 'Clearfolder', name);
    // Wine would put backslashes before the quotation marks of an argument.
    const cmd = (line: string) => {
      writeFileSync(
        join(scans, 'line.cmd'),
        `@cd /d "C:\\Programs & more\\Clearfolder"\r\n@call ${line}\r\n`,
      );
      return startWindows(['cmd', '/d', '/c', 'C:\\zip-scans\\line.cmd']).ended;
    };

    expect(await cmd('install.cmd')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/wrapper is missing.*clearfolder-service\.exe"\. Nothing was changed/s),
    });
    expect(existsSync(home)).toBe(false);
    cpSync(at('node.exe'), at('clearfolder-service.exe'));
    for (const verb of ['install', 'start', 'stop', 'uninstall']) writeFileSync(at(`${verb}.js`), WRAPPER);
    expect(await cmd('install.cmd')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('settings-example.json'),
    });
    expect(existsSync(at('wrapper.log'))).toBe(false);

    writeFileSync(join(home, 'settings.json'), JSON.stringify(settingsFor('C:\\zip-scans')));
    expect(await cmd('install.cmd')).toMatchObject({ code: 0, stderr: '' });
    await until(() => readFileSync(at('service.log'), 'utf8').includes('Clearfolder is running'));
    writeFileSync(join(scans, 'visit.pdf'), pdfDocument({ pages: [VISIT] }));
    await until(async () => DECIDED.test((await cmd('clearfolder.cmd tasks')).stdout));
    const doctor = (await cmd('clearfolder.cmd doctor')).stdout;
    expect(doctor).toContain('C:\\ProgramData\\Clearfolder\\data');
    // The icacls of Wine gives no answer.
    expect(doctor).toMatch(/rights: Windows did not say who may open/);
    expect((await cmd('clearfolder.cmd doctor --data C:\\zip-scans\\other')).stdout).toContain(
      'C:\\zip-scans\\other',
    );

    expect(await cmd('uninstall.cmd')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('has stopped'),
    });
    expect(readFileSync(at('wrapper.log'), 'utf8').split('\n')).toEqual([
      'install',
      'start',
      'stop',
      'uninstall',
      '',
    ]);
    expect(readFileSync(at('service.log'), 'utf8')).toContain('Clearfolder has stopped');
    expect(existsSync(join(home, 'data', 'practice', 'ledger.db'))).toBe(true);
  },
);
