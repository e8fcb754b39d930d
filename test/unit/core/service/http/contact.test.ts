import { expect, test } from 'vitest';
import { watchContact } from '../../../../../src-main/core/service/http/contact.ts';
import type { HttpAnswer, HttpRequest } from '../../../../../src-main/core/service/http/http-exchange.ts';
import { ServiceError } from '../../../../../src-main/core/service/service-failure.ts';

/** A transport whose requests end when the test says so, oldest first. */
function silentService() {
  let now = 0;
  const open: PromiseWithResolvers<HttpAnswer>[] = [];
  const contact = watchContact(
    {
      send: () => {
        const call = Promise.withResolvers<HttpAnswer>();
        open.push(call);
        return call.promise;
      },
      close: () => Promise.resolve(),
    },
    { now: () => 0, monotonic: () => now },
  );
  const request = { method: 'GET', origin: 'https://a', path: '/', headers: {}, body: null } as const;
  return {
    isSilent: () => contact.isSilent(),
    begin: (more: Partial<HttpRequest> = {}) => contact.send({ ...request, ...more }).catch(() => undefined),
    answer: () => open.shift()?.resolve({ status: 503, headers: {}, body: null }),
    fail: () => open.shift()?.reject(new ServiceError({ kind: 'unknown', cause: 'the connection was cut' })),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('I10: a request without a response makes the service silent, until any response comes', async () => {
  const { isSilent, begin, answer, fail } = silentService();
  for (const method of ['POST', 'GET'] as const) {
    const failing = begin({ method });
    expect(isSilent()).toBe(false);
    fail();
    await failing;
    expect(isSilent()).toBe(true);
    const answered = begin();
    answer();
    await answered;
    expect(isSilent()).toBe(false);
  }
});

test('I10: a question that waits too long since the last response makes the service silent; a slow upload and another host do not', async () => {
  const { isSilent, begin, answer, pass } = silentService();
  void begin({ method: 'POST' });
  void begin({ isLink: true });
  pass(60_000);
  expect(isSilent()).toBe(false);
  void begin();
  pass(9_000);
  expect(isSilent()).toBe(false);
  answer();
  await Promise.resolve();
  pass(9_000);
  expect(isSilent()).toBe(false);
  pass(1_000);
  expect(isSilent()).toBe(true);
});
