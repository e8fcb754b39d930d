import { expect, test } from 'vitest';
import { detailOf } from '../../../../../src-main/contract/texts/detail.ts';
import { shiftedClock } from '../../../../support/clock.ts';
import { failureOf, serviceAndClient, subject } from '../support/client.ts';
import { MemoryCredentials, SECRET } from '../support/memory-credentials.ts';
import { type Answerer, blocked, GOOD_TOKEN, json, says, TASK_UUID, taking } from '../support/raw-service.ts';

const DAY_MS = 86_400_000;
const get = { uuid: TASK_UUID };

test('docs/service.md 5.4: after 429 no exchange begins before Retry-After, whatever the secret', async () => {
  const { clock, forward } = shiftedClock();
  let limited = true;
  const { client, credentials, service } = await serviceAndClient(taking(new Set(['token-1'])), {
    clock,
    exchange: (_request, response) =>
      limited ? json(response, 429, {}, { 'retry-after': '120' }) : json(response, 200, GOOD_TOKEN),
  });
  expect(await failureOf(client.getTask(get))).toEqual({
    kind: 'auth-wait',
    retryAfterMs: 120_000,
    cause: detailOf('detail.signInLimited'),
  });
  limited = false;
  forward(60_000);
  credentials.secret = 'clinic:user-7:another';
  await client.reloadCredentials();
  expect(await failureOf(client.getTask(get))).toMatchObject({ kind: 'auth-wait' });
  expect(service.seen).toHaveLength(1);
  forward(60_001);
  await client.getTask(get);
  expect(service.exchanges()).toBe(2);
});

test('docs/service.md 5.4: Retry-After survives a restart, and ends, at once with a wall clock that was set back', async () => {
  const { clock, forward } = shiftedClock();
  let limited = true;
  const exchange: Answerer = (_request, response) =>
    limited ? json(response, 429, {}, { 'retry-after': '120' }) : json(response, 200, GOOD_TOKEN);
  const { client, credentials, service } = await serviceAndClient(taking(new Set(['token-1'])), {
    clock,
    exchange,
  });
  await failureOf(client.getTask(get));
  limited = false;
  forward(60_000);
  const after = (ms: number) =>
    subject(service.baseUrl, { credentials, clock: { ...clock, now: () => Date.now() + ms } }).client;
  expect(await failureOf(after(60_000).getTask(get))).toMatchObject({ kind: 'auth-wait' });
  expect(service.seen).toHaveLength(1);
  const stored = credentials.wait;
  for (const ms of [120_001, -365 * DAY_MS]) {
    const before = service.exchanges();
    Object.assign(credentials, { wait: stored, token: null });
    await after(ms).getTask(get);
    expect(service.exchanges()).toBe(before + 1);
    expect(credentials.wait).toBeNull();
  }
});

test('docs/service.md 5.4: a Retry-After of years waits a day, and a person who checks again tries at once', async () => {
  const { clock } = shiftedClock();
  let limited = true;
  const { client, service } = await serviceAndClient(taking(new Set(['token-1'])), {
    clock,
    exchange: (_request, response) =>
      limited ? json(response, 429, {}, { 'retry-after': '315360000' }) : json(response, 200, GOOD_TOKEN),
  });
  expect(await failureOf(client.getTask(get))).toMatchObject({ kind: 'auth-wait', retryAfterMs: DAY_MS });
  await failureOf(client.getTask(get));
  expect(service.exchanges()).toBe(1);
  limited = false;
  await client.forgetRefusal();
  await client.getTask(get);
  expect(service.exchanges()).toBe(2);
});

test('a 403 to the exchange that is not in the words of the service says nothing of the api_secret', async () => {
  let portal = true;
  const { clock, forward } = shiftedClock();
  const { client, credentials } = await serviceAndClient(taking(new Set(['token-1'])), {
    clock,
    exchange: (request, response) => {
      if (!portal) json(response, 200, GOOD_TOKEN);
      else return blocked(request, response);
    },
  });
  expect(await failureOf(client.getTask(get))).toMatchObject({ kind: 'auth-wait' });
  expect(credentials.refused).toBeNull();
  portal = false;
  forward(60_000);
  await client.getTask(get);
});

test.each<[string, Answerer]>([
  ['500', says(500, {})],
  ['an unreadable token', says(200, { token: '' })],
  ['a token that fits no header', says(200, { ...GOOD_TOKEN, token: 'a\nb' })],
  ['a cut connection', (_request, response) => void response.destroy()],
])('after %s the exchange waits, longer each time', async (_name, exchange) => {
  const { clock, forward } = shiftedClock();
  const { client, service } = await serviceAndClient(taking(new Set()), { clock, exchange });
  const waits: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    const failure = await failureOf(client.getTask(get));
    if (failure.kind !== 'auth-wait') throw new Error(failure.kind);
    expect(await failureOf(client.getTask(get))).toMatchObject({ kind: 'auth-wait' });
    expect(service.exchanges()).toBe(n + 1);
    waits.push(failure.retryAfterMs);
    forward(failure.retryAfterMs);
  }
  expect(waits.slice(0, 4)).toEqual([1500, 3000, 6000, 12_000]);
  expect(waits.at(-1)).toBe(675_000);
});

test('a secret store that cannot be read means waiting, not asking for a secret', async () => {
  const credentials = new MemoryCredentials();
  credentials.readSecret = () => Promise.reject(new Error('locked'));
  const { client, service } = await serviceAndClient(taking(new Set(['token-1'])), { credentials });
  expect(await failureOf(client.getTask(get))).toMatchObject({
    kind: 'auth-wait',
    cause: detailOf('detail.secretStoreUnreadable'),
  });
  credentials.readSecret = async () => SECRET;
  await client.getTask(get);
  expect(service.exchanges()).toBe(1);
});
