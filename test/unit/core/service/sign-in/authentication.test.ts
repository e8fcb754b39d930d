import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { shiftedClock } from '../../../../support/clock.ts';
import { CREATE, failureOf, serviceAndClient, spooled, subject } from '../support/client.ts';
import { MemoryCredentials, SECRET } from '../support/memory-credentials.ts';
import { type Answerer, GOOD_TOKEN, json, says, TASK_UUID, taking } from '../support/raw-service.ts';

const fingerprint = (secret: string): string => createHash('sha256').update(secret).digest('hex');
const DAY_MS = 86_400_000;

const giving =
  (next: () => string): Answerer =>
  (_request, response) =>
    json(response, 200, { ...GOOD_TOKEN, token: next() });

const held = (token: string, obtainedAt = Date.now(), secret = SECRET) => ({
  token,
  obtainedAt,
  secretFingerprint: fingerprint(secret),
  orgSettings: GOOD_TOKEN.org_settings,
});

const get = { uuid: TASK_UUID };

test('calls that start together share one exchange', async () => {
  const { client, service, credentials } = await serviceAndClient(taking(new Set(['token-1'])));
  await Promise.all(Array.from({ length: 50 }, () => client.getTask(get)));
  expect(service.exchanges()).toBe(1);
  expect(credentials.token).toMatchObject({ token: 'token-1', secretFingerprint: fingerprint(SECRET) });
});

test.each([401, 403])(
  '50 calls with a token that stopped working (%s) cause exactly one exchange',
  async (status) => {
    const good = new Set(['token-1']);
    let count = 0;
    const { client, service } = await serviceAndClient(taking(good, status), {
      exchange: giving(() => {
        count += 1;
        return `token-${count}`;
      }),
    });
    await client.getTask(get);
    good.clear();
    good.add('token-2');
    expect(await Promise.all(Array.from({ length: 50 }, () => client.getTask(get)))).toHaveLength(50);
    expect(service.exchanges()).toBe(2);
    expect(service.seen.filter((one) => one.headers.authorization === 'Bearer token-2')).toHaveLength(50);
  },
);

test.each([
  ['no look-up', undefined, 1],
  ['a look-up that does not prove that no Task exists', false, 1],
  ['a look-up that proves that no Task exists', true, 2],
])(
  'I2: a create that was answered with 401 is sent with the new token after %s: %s',
  async (_, may, count) => {
    const { client, credentials, service } = await serviceAndClient(taking(new Set(['token-1'])));
    credentials.token = held('old');
    const task = { ...CREATE, uploads: [await spooled('the bytes of the file')] };
    const made = client.createTask(task, may === undefined ? {} : { mayRepeat: async () => may });
    if (may === true) await made;
    else expect(await failureOf(made)).toMatchObject({ kind: 'token-refused', perhaps: false });
    const creates = service.seen.filter((one) => one.url.endsWith('/create'));
    expect(creates.map((one) => one.headers.authorization)).toEqual(
      ['Bearer old', 'Bearer token-1'].slice(0, count),
    );
    for (const one of creates) expect(one.body).toContain('the bytes of the file');
  },
);

test('a stored token serves for 364 days and then is exchanged', async () => {
  const { clock, forward } = shiftedClock();
  const { client, credentials, service } = await serviceAndClient(taking(new Set(['stored', 'token-1'])), {
    clock,
  });
  credentials.token = held('stored', Date.now() - 363 * DAY_MS);
  await client.getTask(get);
  expect(service.exchanges()).toBe(0);
  forward(DAY_MS);
  await client.getTask(get);
  expect(service.exchanges()).toBe(1);
  expect(credentials.token?.token).toBe('token-1');
});

test('I9: a token of another api_secret is not used', async () => {
  const { client, credentials, service } = await serviceAndClient(taking(new Set(['token-1'])));
  credentials.token = held('foreign', Date.now(), 'another:secret:x');
  await client.getTask(get);
  expect(service.seen.map((one) => one.headers.authorization)).toEqual([undefined, 'Bearer token-1']);
});

test('without an api_secret nothing is sent, until there is one', async () => {
  const { client, credentials, service } = await serviceAndClient(taking(new Set(['token-1'])));
  credentials.secret = null;
  expect(await failureOf(client.getTask(get))).toEqual({ kind: 'no-secret' });
  expect(await failureOf(client.signIn())).toEqual({ kind: 'no-secret' });
  expect(service.seen).toEqual([]);
  credentials.secret = SECRET;
  await client.getTask(get);
});

test('an api_secret that was exchanged before it was kept is not exchanged again', async () => {
  const { client, credentials, service } = await serviceAndClient(taking(new Set(['exchanged'])));
  credentials.secret = null;
  expect(await failureOf(client.getTask(get))).toEqual({ kind: 'no-secret' });
  credentials.token = held('exchanged');
  credentials.secret = SECRET;
  await client.getTask(get);
  expect(service.exchanges()).toBe(0);
});

test.each([400, 403])(
  'a refused api_secret (%s) is not tried again, here or after a restart',
  async (status) => {
    const refuse: Answerer = says(status, { detail: 'revoked' });
    const { client, credentials, service } = await serviceAndClient(taking(new Set(['token-1'])), {
      exchange: (request, response) =>
        request.body.includes(SECRET) ? refuse(request, response) : json(response, 200, GOOD_TOKEN),
    });
    const failures = await Promise.all(Array.from({ length: 20 }, () => failureOf(client.getTask(get))));
    expect(new Set(failures.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ kind: 'auth-refused', status, detail: 'revoked' })]),
    );
    await client.reloadCredentials();
    expect((await failureOf(client.signIn())).kind).toBe('auth-refused');
    const restarted = subject(service.baseUrl, { credentials }).client;
    expect((await failureOf(restarted.getTask(get))).kind).toBe('auth-refused');
    expect(service.seen).toHaveLength(1);
    expect(credentials.refused).toBe(fingerprint(SECRET));

    credentials.secret = 'clinic:user-7:another';
    await restarted.reloadCredentials();
    await restarted.getTask(get);
    await client.getTask(get);
    expect(credentials.refused).toBeNull();
  },
);

test('I8: calls that the service refuses while it accepts the api_secret cost one exchange for each step of the backoff', async () => {
  const { clock, forward } = shiftedClock();
  const good = new Set<string>();
  const { client, credentials, service } = await serviceAndClient(taking(good), { clock });
  credentials.token = held('old');
  const failure = {
    kind: 'token-refused',
    status: 401,
    detail: 'not taken: Bearer [removed]',
    retryAfterMs: null,
    perhaps: false,
  };
  expect(await failureOf(client.getTask(get))).toEqual(failure);
  const tokens = service.seen.map((one) => one.headers.authorization);
  expect(tokens).toEqual(['Bearer old', undefined, 'Bearer token-1']);
  // Within the step the calls go on with the token, and nothing is exchanged.
  for (let count = 0; count < 20; count += 1) expect(await failureOf(client.getTask(get))).toEqual(failure);
  expect(service.exchanges()).toBe(1);
  const exchangesIn = async (ms: number) => {
    const before = service.exchanges();
    for (let passed = 0; passed < ms; passed += 15_000) {
      forward(15_000);
      await failureOf(client.getTask(get));
    }
    return service.exchanges() - before;
  };
  expect(await exchangesIn(3_600_000)).toBeLessThanOrEqual(14);
  expect(await exchangesIn(3_600_000)).toBeLessThanOrEqual(8);
  expect(credentials.refused).toBeNull();
  good.add('token-1');
  await client.getTask(get);
});

test('I8: an exchange that may not be made now takes no token away: the refusal of the calls may pass', async () => {
  const good = new Set(['held']);
  const { client, credentials, service } = await serviceAndClient(taking(good), {
    exchange: says(429, { detail: 'too many' }, { 'retry-after': '3600' }),
  });
  credentials.token = held('held');
  await client.getTask(get);
  good.clear();
  expect(await failureOf(client.getTask(get))).toMatchObject({ kind: 'token-refused', status: 401 });
  expect(await failureOf(client.getTask(get))).toMatchObject({ kind: 'token-refused', status: 401 });
  expect(service.exchanges()).toBe(1);
  good.add('held');
  await client.getTask(get);
});

const SETTINGS = GOOD_TOKEN.org_settings;
const { name: _name, ...nameless } = SETTINGS;
const { external_callback_enabled: _callback, ...withoutCallback } = SETTINGS;
const { external_read_enabled: _read, ...withoutRead } = SETTINGS;

test.each<[string, unknown, object]>([
  ['no name', nameless, { name: null, external_callback_enabled: true }],
  ['a name of null', { ...SETTINGS, name: null }, { name: null }],
  ['a name that is no text', { ...SETTINGS, name: 7 }, { name: null }],
  ['no external_callback_enabled', withoutCallback, { name: 'Clinic', external_callback_enabled: null }],
  ['no external_read_enabled', withoutRead, { name: 'Clinic', external_read_enabled: null }],
  ['a flag of null', { ...SETTINGS, external_read_enabled: null }, { external_read_enabled: null }],
  ['an unknown field', { ...SETTINGS, plan: 'gold' }, SETTINGS],
  [
    'no org_settings',
    undefined,
    { name: null, external_callback_enabled: null, external_read_enabled: null },
  ],
  ['org_settings of null', null, { name: null }],
  ['org_settings that are no object', 'Clinic', { name: null }],
])(
  'I7: a token answer with %s gives its token: only what is used is required',
  async (_what, settings, known) => {
    const { client, credentials, service } = await serviceAndClient(taking(new Set(['token-1'])), {
      exchange: says(200, { token: 'token-1', org_settings: settings }),
    });
    await client.getTask(get);
    expect(await client.signIn()).toMatchObject(known);
    expect(credentials.token).toMatchObject({ token: 'token-1', orgSettings: known });
    expect(service.exchanges()).toBe(1);
  },
);

test.each([undefined, null, '', 7])('a token answer with the token %j is no token', async (token) => {
  const { client } = await serviceAndClient(taking(new Set(['token-1'])), {
    exchange: says(200, { token, org_settings: SETTINGS }),
  });
  expect(await failureOf(client.getTask(get))).toMatchObject({ kind: 'auth-wait' });
});

test('a refused api_secret is tried once more when a person asks, and no more often', async () => {
  let revoked = true;
  const { client, credentials, service } = await serviceAndClient(taking(new Set(['token-1'])), {
    exchange: (request, response) =>
      (revoked ? says(403, { detail: 'revoked' }) : says(200, GOOD_TOKEN))(request, response),
  });
  const refused = { kind: 'auth-refused', status: 403, detail: 'revoked' };
  expect(await failureOf(client.getTask(get))).toEqual(refused);
  await client.forgetRefusal();
  expect(await failureOf(client.getTask(get))).toEqual(refused);
  expect(await failureOf(client.getTask(get))).toEqual(refused);
  expect(service.exchanges()).toBe(2);
  revoked = false;
  await client.forgetRefusal();
  await client.getTask(get);
  expect(credentials.refused).toBeNull();
});

test('I9: nothing is sent with the old token once its exchange was refused', async () => {
  const { client, credentials, service } = await serviceAndClient(taking(new Set()), {
    exchange: says(403, { detail: 'revoked' }),
  });
  credentials.token = held('old');
  await Promise.all(Array.from({ length: 50 }, () => failureOf(client.getTask(get))));
  const exchanged = service.seen.findIndex((one) => one.url.endsWith('get_token'));
  expect(service.exchanges()).toBe(1);
  const count = service.seen.length;
  await failureOf(client.getTask(get));
  expect(service.seen).toHaveLength(count);
  expect(exchanged).toBeGreaterThan(0);
  expect(credentials.token).toBeNull();
});

test('a secret store that cannot be written does not stop the work, nor bring a dropped token back', async () => {
  const good = new Set(['token-1']);
  const credentials = new MemoryCredentials();
  credentials.token = held('old');
  credentials.writeToken = () => Promise.reject(new Error('full'));
  let revoked = false;
  const { clock, forward } = shiftedClock();
  const { client, service } = await serviceAndClient(taking(good), {
    clock,
    credentials,
    exchange: (request, response) =>
      (revoked ? says(403, { detail: 'revoked' }) : says(200, GOOD_TOKEN))(request, response),
  });
  await client.getTask(get);
  good.clear();
  revoked = true;
  forward(60_000);
  expect((await failureOf(client.getTask(get))).kind).toBe('auth-refused');
  await client.reloadCredentials();
  expect((await failureOf(client.getTask(get))).kind).toBe('auth-refused');
  expect(service.exchanges()).toBe(2);
});

test('a caller that stops waiting for the exchange does not stop it for the others', async () => {
  const gate = Promise.withResolvers<void>();
  const { client, service } = await serviceAndClient(taking(new Set(['token-1'])), {
    exchange: async (_request, response) => {
      await gate.promise;
      json(response, 200, GOOD_TOKEN);
    },
  });
  const stop = new AbortController();
  const stopped = failureOf(client.getTask(get, { signal: stop.signal }));
  const other = client.getTask(get);
  stop.abort();
  expect((await stopped).kind).toBe('not-sent');
  gate.resolve();
  await other;
  expect(service.exchanges()).toBe(1);
});

test('I9: neither secret nor token stands in a failure, an error or the log, even if the service repeats them', async () => {
  const echo: Answerer = (request, response) =>
    json(response, 422, {
      detail: [{ loc: [SECRET], msg: `${request.headers.authorization} and very-secret-value`, type: 'x' }],
    });
  const { client, logged } = await serviceAndClient(echo);
  const error: unknown = await client.getTask(get).catch((reason: unknown) => reason);
  if (!(error instanceof Error)) throw new Error('no error');
  const everything = JSON.stringify([error, error.message, error.stack, error.cause, logged]);
  expect(everything).toContain('[removed]');
  for (const secret of ['very-secret-value', 'token-1', 'Bearer t']) expect(everything).not.toContain(secret);
});
