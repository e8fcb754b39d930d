import { copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startClearfolder, testStation } from '../../support/clearfolder.ts';
import { startFaultService } from '../../support/fault-service.ts';
import { routes } from '../../support/routes.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';

/** The exit code of a Clearfolder whose data folder was changed by another program (docs/operations.md). */
const LOST = 12;

/** A station that watches one folder at a service that counts Tasks. */
async function stationWithFolder() {
  const upstream = await startServiceModel({ complete: true });
  const service = await startFaultService({ upstream: upstream.baseUrl });
  const scans = await tempDir('lost-scans');
  const rule = { id: 'scans', path: scans.path, taskType: 'prior-auth', quietSeconds: 0.1, backlog: 'send' };
  const station = await testStation(
    { environment: 'clinic', environments: { clinic: service.baseUrl }, folders: [rule] },
    { apiSecret: upstream.apiSecret },
  );
  const at = (...names: string[]) => station.dir.at('data', ...names);
  const states = async () => {
    const { stdout } = await station.run('files', '--json');
    return z.array(z.object({ state: z.string() })).parse(JSON.parse(stdout));
  };
  return {
    ...station,
    at,
    service,
    states,
    save: (name: string) => writeFileSync(scans.at(name), `document ${name}\n`),
    created: () => service.oracle.creates().length,
    [Symbol.asyncDispose]: async () => {
      await station[Symbol.asyncDispose]();
      await service.close();
      await upstream.close();
      await scans.remove();
    },
  };
}

test('I2: without its lock, an engine that uploads stops with the truth, a second engine asks the door, and one Task comes of the document', async () => {
  await using station = await stationWithFolder();
  await using first = await station.watch();
  station.service.faults.on(routes.create, { kind: 'hang', commit: true });
  station.save('a.txt');
  await until(() => station.created() === 1);
  // The first engine cannot look at its files before the second one starts.
  first.child.kill('SIGSTOP');
  rmSync(station.at('engine.lock'));
  expect(await station.run('status')).toMatchObject({ code: 6 });
  for (const verb of [['run'], ['restore', 'latest'], ['ledger', 'rotate-key']]) {
    const { code, stderr } = await station.run(...verb, '--json');
    expect([verb, code, JSON.parse(stderr)]).toMatchObject([verb, 1, { error: { code: 'data.in-use' } }]);
  }

  first.child.kill('SIGCONT');
  const ended = await first.ended;
  expect([ended.code, ended.stderr]).toEqual([LOST, expect.stringContaining('file engine.lock in the data')]);
  expect(ended.stderr).toContain('What to do: Find the program that changes the data folder');
  expect(await station.run('status')).toMatchObject({ code: 5 });

  await using _third = await station.watch();
  await until(async () => (await station.outbox())[0]?.state === 'accepted');
  expect(station.created()).toBe(1);
});

test.each<[string, (at: (...names: string[]) => string) => void]>([
  [
    'the journals deleted',
    (at) => {
      rmSync(at('clinic', 'ledger.db-wal'));
      rmSync(at('clinic', 'ledger.db-shm'));
    },
  ],
  [
    'a ledger exchanged',
    (at) => {
      copyFileSync(at('clinic', 'ledger.db'), at('clinic', 'other.db'));
      renameSync(at('clinic', 'other.db'), at('clinic', 'ledger.db'));
    },
  ],
  ['the lock replaced', (at) => replace(at('engine.lock'))],
  ['the folder of the environment renamed', (at) => renameSync(at('clinic'), at('elsewhere'))],
])('I2: %s: the next document makes no Task, and the engine ends with its own exit code', async (_, harm) => {
  await using station = await stationWithFolder();
  await using running = await station.watch();
  station.save('a.txt');
  await until(() => station.created() === 1);
  harm(station.at);
  station.save('b.txt');
  expect(await running.ended).toMatchObject({
    code: LOST,
    stderr: expect.stringContaining('no document is lost or sent twice'),
  });
  expect(station.created()).toBe(1);
});

test.each([
  ['the journals', []],
  ['the journals and the lock', ['engine.lock']],
])(
  'I1: %s of a running ledger deleted: no verb says "no files", before or after the end of the engine',
  async (_, also) => {
    await using station = await stationWithFolder();
    await using running = await station.watch();
    station.save('a.txt');
    await until(async () => (await station.states()).some(({ state }) => state === 'accepted'));
    running.child.kill('SIGSTOP');
    rmSync(station.at('clinic', 'ledger.db-wal'));
    rmSync(station.at('clinic', 'ledger.db-shm'));
    for (const name of also) rmSync(station.at(name));
    const asked = station.run('files', '--json');
    running.child.kill('SIGCONT');
    expect((await running.ended).code).toBe(LOST);
    expect(JSON.parse((await asked).stdout)).toMatchObject([{ state: 'accepted' }]);
    expect(await station.states()).toEqual([{ state: 'accepted' }]);
  },
);

test('I2: the app in a browser ends with the same exit code', async () => {
  await using station = await stationWithFolder();
  const { data, settings, secrets } = station.choice;
  await using running = startClearfolder([
    ...['run', '--app', '--data', data, '--settings', settings, '--secrets', secrets],
  ]);
  await until(() => running.text().includes('Clearfolder is running'));
  rmSync(station.at('engine.lock'));
  expect((await running.ended).code).toBe(LOST);
});

function replace(path: string): void {
  copyFileSync(path, `${path}.copy`);
  renameSync(`${path}.copy`, path);
}
