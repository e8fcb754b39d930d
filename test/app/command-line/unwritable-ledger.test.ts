import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startClearfolder, testStation } from '../../support/clearfolder.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';

const statusSchema = z.object({ state: z.string(), attention: z.array(z.object({ kind: z.string() })) });

/** Lets the process write no byte into a file, as on a full or read-only disk, or lifts this limit. */
function letWrite(pid: number | undefined, may: boolean): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${may ? 'unlimited' : '0'}:`]);
}

test.runIf(process.platform === 'linux')(
  'I1: five documents come while the disk takes no write: status, metrics and /readyz say so, and all go out afterwards',
  async () => {
    await using upstream = await startServiceModel({ complete: true });
    await using scans = await tempDir('unwritable-scans');
    const rule = {
      id: 'scans',
      path: scans.path,
      taskType: 'prior-auth',
      quietSeconds: 0.1,
      backlog: 'send',
    };
    await using station = await testStation(
      { environment: 'clinic', environments: { clinic: upstream.baseUrl }, folders: [rule] },
      { apiSecret: upstream.apiSecret },
    );
    const { data, settings, secrets } = station.choice;
    await using running = startClearfolder([
      ...['run', '--metrics', '0', '--data', data, '--settings', settings, '--secrets', secrets],
    ]);
    await until(() => running.text().includes('Clearfolder is running'));
    const metrics = /http:\S+/.exec(running.text())?.[0] ?? expect.fail('There are no metrics.');
    const seen = async () => {
      const { code, stdout } = await station.run('status', '--json');
      const { state, attention } = statusSchema.parse(JSON.parse(stdout));
      const ready = await fetch(new URL('/readyz', metrics));
      const samples = await (await fetch(metrics)).text();
      const sample = (name: string) => new RegExp(`^clearfolder_${name} (\\S+)$`, 'm').exec(samples)?.[1];
      return {
        status: [code, state],
        ready: [ready.status, (await ready.text()).trim()],
        out: sample('everything_out'),
        unrecorded: sample('files_unrecorded'),
        unwritable: attention.some(({ kind }) => kind === 'unwritable'),
      };
    };
    const well = { status: [0, 'fine'], ready: [200, 'fine'], out: '1', unrecorded: '0', unwritable: false };
    await until(async () => (await seen()).out === '1');

    letWrite(running.child.pid, false);
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      writeFileSync(scans.at(`${name}.txt`), `document ${name}\n`);
    await until(async () => {
      expect(await seen()).toEqual({
        status: [11, 'cannot-record'],
        ready: [503, 'cannot-record'],
        out: '0',
        unrecorded: '5',
        unwritable: true,
      });
      return true;
    });
    const words = (await station.run('status')).stdout;
    expect(words).toContain('cannot write to its disk');
    expect(words).toContain('Files that are not recorded yet: 5.');
    expect(words).not.toContain('Nothing is left');
    const doctor = await station.run('doctor');
    expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining('FAULT engine')]);
    expect(upstream.oracle.creates()).toHaveLength(0);

    letWrite(running.child.pid, true);
    await until(async () => {
      expect(await seen()).toEqual(well);
      return true;
    });
    expect(upstream.oracle.creates()).toHaveLength(5);
  },
);
