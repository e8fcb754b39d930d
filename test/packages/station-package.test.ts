import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { needing, needs } from '../support/machine.ts';
import { pdfDocument } from '../support/pdf-document.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';
import { buildStationPackage, freshDebian, withVersion } from './debian.ts';
import { DECIDED, settingsFor, VISIT } from './main-job.ts';

const execute = promisify(execFile);

test(
  'the deb package: the service does the main job as its own user; an upgrade keeps everything, removal keeps the data, purge removes it',
  needing(needs.debian),
  async () => {
    await using dir = await tempDir('packages');
    const [debian, deb] = await Promise.all([freshDebian(), buildStationPackage('deb', dir.path)]);
    await using _ = debian;
    await copyFile(deb, debian.at('tmp/first.deb'));
    await copyFile(await withVersion(deb, '99.0-1', dir), debian.at('tmp/next.deb'));
    const { run } = debian;

    expect(await run('apt-get -qq install -y /tmp/first.deb')).toContain('Clearfolder is installed. Next:');
    expect(await run('systemd-analyze verify clearfolder.service')).toBe('');
    const exposure = await run('systemd-analyze security --offline=true clearfolder.service | tail -1');
    expect(exposure).toMatch(/ (OK|SAFE) /);

    await writeFile(debian.at('etc/clearfolder/settings.json'), JSON.stringify(settingsFor('/srv/scans')));
    await run('install -d -o clearfolder /srv/scans');
    const unit = await readFile(debian.at('usr/lib/systemd/system/clearfolder.service'), 'utf8');
    const command = /^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '';
    const service = debian.start(
      `exec setpriv --reuid clearfolder --regid clearfolder --init-groups ${command}`,
    );
    const ended = once(service, 'exit');
    await until(async () => /clearfolder is running/i.test(await run('clearfolder doctor || true')));
    expect(await run('clearfolder doctor')).toContain('/var/lib/clearfolder/data');
    await writeFile(debian.at('srv/scans/visit.pdf'), pdfDocument({ pages: [VISIT] }));
    const tasks = await until(async () => {
      const text = await run('clearfolder tasks');
      return DECIDED.test(text) && text;
    });
    service.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);

    const kept = () => run('cd /; sha256sum etc/clearfolder/settings.json var/lib/clearfolder/secrets');
    const before = await kept();
    await run('apt-get -qq install -y /tmp/next.deb');
    expect(await run('dpkg-query -W clearfolder-station')).toContain('99.0-1');
    const asOf = /^As of .*\n/;
    expect((await run('clearfolder tasks')).replace(asOf, '')).toBe(tasks.replace(asOf, ''));
    await run('apt-get -qq remove -y clearfolder-station');
    expect(await kept()).toBe(before);
    expect(await run('ls /usr/lib/clearfolder /usr/bin/clearfolder 2>&1 || true')).not.toContain(
      'station.js',
    );
    await run('apt-get -qq purge -y clearfolder-station');
    expect(await run('cd /; ls -d var/lib/clearfolder etc/clearfolder 2>&1 || true; ls srv/scans')).toMatch(
      /^(.*No such file.*\n){2}visit\.pdf\n$/,
    );
    expect(await run('id clearfolder 2>&1 || true')).toContain('no such user');
  },
);

test('the tgz package: npm installs it, and the command does the main job', async () => {
  await using dir = await tempDir('packages');
  const tgz = await buildStationPackage('tgz', dir.path);
  const prefix = dir.at('prefix');
  const options = ['install', '--global', '--prefix', prefix, '--no-audit', '--no-fund', '--prefer-offline'];
  await execute('npm', [...options, tgz]);
  expect((await readdir(join(prefix, 'lib/node_modules/clearfolder/monitoring'))).sort()).toEqual([
    'grafana-dashboard.json',
    'prometheus-alerts.yml',
  ]);
  await mkdir(dir.at('scans'));
  await writeFile(dir.at('scans', 'visit.pdf'), pdfDocument({ pages: [VISIT] }));
  await writeFile(dir.at('settings.json'), JSON.stringify(settingsFor(dir.at('scans'))));
  const args = ['--data', dir.at('data'), '--settings', dir.at('settings.json')];
  const clearfolder = join(prefix, 'bin', 'clearfolder');
  const running = execFile(clearfolder, [...args, '--secrets', `file:${dir.at('secrets')}`, 'run']);
  const ended = once(running, 'exit');
  await until(async () => {
    const { stdout } = await execute(clearfolder, [...args.slice(0, 2), 'tasks']).catch(() => ({
      stdout: '',
    }));
    return DECIDED.test(stdout);
  });
  running.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
