import { afterEach, expect, it } from 'vitest';
import { sha256Of } from './documents.ts';
import { startFaultService } from './fault-service.ts';
import type { Fault } from './faults.ts';
import { randomBytes, seededRandom } from './random.ts';
import { routes } from './routes.ts';
import { ServiceCaller } from './service-caller.ts';
import { startServiceModel } from './service-model/start.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

it('agrees with the service about every create, whatever went wrong on the way', async () => {
  const random = seededRandom(2026);
  const upstream = await startServiceModel();
  const service = await startFaultService({ upstream: upstream.baseUrl });
  closing.push(service.close, upstream.close);
  const caller = (await ServiceCaller.signIn(upstream.baseUrl, upstream.apiSecret)).at(service.baseUrl);
  const faults: Fault[] = [
    { kind: 'dropBefore' },
    { kind: 'dropAfterRequest' },
    { kind: 'dropAfterCommit' },
    { kind: 'commitLate', ms: 30 },
    { kind: 'cutBody', bytes: 20 },
    { kind: 'delay', ms: 10 },
    { kind: 'status', status: 503 },
    { kind: 'statusAfterCommit', status: 500 },
    { kind: 'malformed', body: '<html>', contentType: 'text/html', commit: true },
  ];
  for (const fault of faults) service.faults.on(routes.create, fault, { probability: 0.15, random });

  // The simplest client there is: it sends again until it is sure, and so makes duplicates.
  const contents = Array.from({ length: 60 }, () => randomBytes(random, 20_000));
  let attempts = 0;
  const sendUntilSure = async (bytes: Buffer, id: string) => {
    for (let sure = false; !sure; attempts++) {
      sure = await caller
        .create(id, [{ name: `${id}.bin`, mediaType: 'image/png', bytes }])
        .then(async (response) => response.status === 200 && (await response.text()).startsWith('{"uuid"'))
        .catch(() => false);
    }
  };
  const lanes = [0, 1, 2, 3].map(async (lane) => {
    for (const [index, bytes] of contents.entries()) {
      if (index % 4 === lane) await sendUntilSure(bytes, `id-${index}`);
    }
  });
  await Promise.all(lanes);
  await service.settled();

  const inOrder = (oracle: typeof upstream.oracle) =>
    oracle.creates().toSorted((a, b) => a.taskUuid.localeCompare(b.taskUuid));
  expect(inOrder(service.oracle)).toEqual(inOrder(upstream.oracle));
  expect(service.oracle.byContent().size).toBe(60);
  expect(service.oracle.duplicates().size).toBeGreaterThan(5);
  expect(() => service.oracle.assertExactlyOnce(contents.map(sha256Of))).toThrow(/arrived too often/);
  expect(service.log.creates().length).toBeLessThanOrEqual(attempts);
  expect(service.log.creates().filter(({ error }) => error !== null)).toEqual([]);
});
