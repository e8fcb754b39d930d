import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { StaleRequest } from '../../../../src-main/core/service/http/http-exchange.ts';
import { createTransport } from '../../../../src-main/core/service/http/transport.ts';
import { shiftedClock } from '../../../support/clock.ts';
import { CREATE, failureOf, serviceAndClient, spooled } from './support/client.ts';
import { rawService, says, TASK } from './support/raw-service.ts';

test('I2: leave to send is asked last, and again when the connection took longer than it holds', async () => {
  const { clock, forward } = shiftedClock();
  const { client, service } = await serviceAndClient(says(200, TASK), {
    clock,
  });
  const task = { ...CREATE, uploads: [await spooled('%PDF-1.4')] };
  expect(await failureOf(client.createTask(task, { mayStart: async () => false }))).toEqual({
    kind: 'called-off',
  });
  expect(service.seen.map(({ url }) => url)).toEqual(['/public/v1/auth/get_token']);
  const asked: number[] = [];
  await client.createTask(task, {
    mayStart: async () => {
      asked.push(service.seen.length);
      if (asked.length === 1) forward(20_000);
      return true;
    },
  });
  expect(asked).toEqual([1, 1]);
  expect(service.seen).toHaveLength(2);
});

test('I2: a computer that slept while it sent a long body asks again before any further byte', async () => {
  const { clock, forward } = shiftedClock();
  const { client, service } = await serviceAndClient(says(200, TASK), { clock });
  const task = { ...CREATE, uploads: [await spooled(Buffer.alloc(1024 * 1024, 1))] };
  const answers = [true, true, false];
  let asked = 0;
  const sending = client.createTask(task, {
    mayStart: () => Promise.resolve(answers[asked++] ?? true),
    onProgress: () => forward(6_000),
  });
  expect(await failureOf(sending)).toMatchObject({ kind: 'unknown' });
  expect(asked).toBe(3);
  expect(service.seen.map(({ url }) => url)).toEqual(['/public/v1/auth/get_token']);
  await client.createTask(task, { mayStart: () => Promise.resolve(true), onProgress: () => forward(6_000) });
  expect(service.seen).toHaveLength(2);
});

test('I9: a request whose token was overtaken before its first byte is not sent', async () => {
  const service = await rawService(says(200, TASK));
  const transport = createTransport({ clock: systemClock, idleTimeoutMs: 5_000, connectTimeoutMs: 5_000 });
  onTestFinished(async () => {
    await transport.close();
    await service.close();
  });
  const request = { method: 'GET', origin: service.origin, path: '/x', headers: {}, body: null } as const;
  await expect(transport.send({ ...request, mayStart: () => false })).rejects.toThrow(StaleRequest);
  expect((await transport.send({ ...request, mayStart: () => true })).status).toBe(200);
  expect(service.seen).toHaveLength(1);
});
