import { expect, test } from 'vitest';
import { z } from 'zod';
import { routes } from '../../support/routes.ts';
import { until } from '../../support/until.ts';
import { faultyStation } from './support/faulty-station.ts';

const PATIENT = { timeoutMs: 60_000, everyMs: 200 };
const statusSchema = z.object({ attention: z.array(z.object({ kind: z.string(), count: z.number() })) });

test('I2: two Tasks that a gateway made of one request are said and linked, until a person decides', async () => {
  await using place = await faultyStation();
  const { station, service, put, counts } = place;
  await using running = await station.watch();
  service.faults.on(routes.create, { kind: 'repeat' }, { times: 1 });
  put('one.pdf');
  await until(async () => (await counts())['accepted'] === 1, PATIENT);
  const twins = async () => {
    const { stdout } = await station.run('status', '--json');
    return statusSchema.parse(JSON.parse(stdout)).attention.filter(({ kind }) => kind === 'twin');
  };
  await until(async () => (await twins()).length === 1, PATIENT);
  expect(await twins()).toEqual([{ kind: 'twin', count: 1 }]);
  expect((await station.run('status')).code).toBe(3);
  const [one, other] = (await station.tasks()).tasks;
  if (one === undefined || other === undefined) throw new Error('the station follows only one of the Tasks');
  expect(one.external_id).toBe(other.external_id);
  expect((await station.run('task', one.uuid)).stdout).toContain(other.uuid);
  expect((await station.run('twin', one.uuid, 'superfluous')).code).toBe(0);
  expect(await twins()).toEqual([]);
  expect((await station.run('task', other.uuid)).stdout).toContain(
    'The other Task is marked as superfluous.',
  );
  expect((await running.stop()).code).toBe(0);
}, 120_000);
