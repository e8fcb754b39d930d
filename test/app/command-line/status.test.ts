import { renameSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../../src-main/core/clock.ts';
import { acquireEngineLock } from '../../../src-main/core/data-folder/engine-lock.ts';
import { testStation } from '../../support/clearfolder.ts';
import { startFaultService } from '../../support/fault-service.ts';
import { routes } from '../../support/routes.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { until } from '../../support/until.ts';

const statusSchema = z.object({
  state: z.string(),
  problem: z.object({ code: z.string() }).nullable(),
  last_word: z.object({ state: z.string(), since: z.iso.datetime() }).nullable(),
});

/** A station without folders at a service that can be told to fail. */
async function stationAtService() {
  const upstream = await startServiceModel({ complete: true });
  const service = await startFaultService({ upstream: upstream.baseUrl });
  const station = await testStation(
    { environment: 'clinic', environments: { clinic: service.baseUrl } },
    { apiSecret: upstream.apiSecret },
  );
  const status = async () => {
    const { code, stdout } = await station.run('status', '--json');
    return { code, ...statusSchema.parse(JSON.parse(stdout)) };
  };
  return {
    ...station,
    service,
    status,
    untilStatus: (code: number) => until(async () => ((await status()).code === code ? true : null)),
    [Symbol.asyncDispose]: async () => {
      await station[Symbol.asyncDispose]();
      await service.close();
      await upstream.close();
    },
  };
}

test('a refused secret is known to status and doctor although no document waits; after a kill, the record has the last word', async () => {
  await using station = await stationAtService();
  station.service.faults.on(routes.token, {
    kind: 'status',
    status: 401,
    body: { detail: 'Unknown secret.' },
  });
  await using running = await station.watch();
  await station.untilStatus(9);
  expect(await station.status()).toMatchObject({
    state: 'no-sign-in',
    problem: { code: 'auth.refused' },
    last_word: null,
  });
  const words = await station.run('status');
  expect(words.stdout).toContain('Clearfolder is running, but cannot sign in to the service');
  expect(words.stdout).not.toContain('Nothing needs attention');
  expect((await station.run('doctor')).code).toBe(1);

  await running.stop('SIGKILL');
  expect(await station.status()).toMatchObject({ code: 5, state: 'not-running' });
});

test('fine, hung, starting and stopped each have an exit code, and a stopped station tells since when', async () => {
  await using station = await stationAtService();
  await using running = await station.watch();
  await station.untilStatus(0);
  running.child.kill('SIGSTOP');
  expect(await station.status()).toMatchObject({ code: 6, state: 'hung' });
  running.child.kill('SIGCONT');
  await station.untilStatus(0);
  // The engine tells its state also where the verb has no key of the ledger.
  renameSync(station.dir.at('secrets.json'), station.dir.at('elsewhere.json'));
  expect(await station.status()).toMatchObject({ code: 0, state: 'fine' });
  renameSync(station.dir.at('elsewhere.json'), station.dir.at('secrets.json'));
  expect((await running.stop()).code).toBe(0);
  expect(await station.status()).toMatchObject({
    code: 5,
    state: 'not-running',
    last_word: { state: 'not-running' },
  });
  // A start that has the lock and no door yet, as while the keychain asks a person for its password.
  const lock = acquireEngineLock(station.choice.data, systemClock);
  expect(await station.status()).toMatchObject({ code: 10, state: 'starting' });
  lock.release();
});
