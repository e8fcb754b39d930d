import { describe, expect, test } from 'vitest';
import { CREATE, createOne, failureOf, serviceAndClient, spooled } from './support/client.ts';
import {
  type Answerer,
  blocked,
  GOOD_TOKEN,
  json,
  type RawService,
  says,
  TASK,
  TASK_UUID,
} from './support/raw-service.ts';

const get = { uuid: TASK_UUID };
const creates = ({ seen }: RawService) => seen.filter(({ url }) => url.endsWith('/create'));

describe('I8: a 403 to one call', () => {
  const forbidden = 'aaaaaaaa-0000-4000-8000-000000000000';
  const isAbout = (request: { url: string }) => request.url.includes(forbidden);

  test('while the token is good concerns that call alone, and costs no exchange', async () => {
    const { client, credentials, service } = await serviceAndClient((request, response) =>
      isAbout(request) ? json(response, 403, { detail: 'not yours' }) : json(response, 200, TASK),
    );
    const refused = { kind: 'refused', status: 403, detail: 'not yours' };
    const failures = await Promise.all(
      Array.from({ length: 5 }, () => failureOf(client.getTask({ uuid: forbidden }))),
    );
    for (const failure of failures) expect(failure).toMatchObject(refused);
    await client.getTask(get);
    expect(service.exchanges()).toBe(1);
    expect(credentials.refused).toBeNull();
  });

  test('to a list is no reason to doubt the api_secret: one exchange, and the next list is asked with the new token', async () => {
    let refuses = true;
    const { client, credentials, service } = await serviceAndClient((request, response) =>
      refuses && request.url.includes('/task/list')
        ? json(response, 403, { detail: 'no' })
        : json(response, 200, { count: 0, offset: 0, tasks: [] }),
    );
    const refused = { kind: 'token-refused', status: 403, detail: 'no', perhaps: false };
    expect(await failureOf(client.listTasks({ length: 7 }))).toMatchObject(refused);
    expect(service.exchanges()).toBe(2);
    expect(credentials.refused).toBeNull();
    refuses = false;
    await client.listTasks({ length: 7 });
  });

  test('to a create, in the words of the service, is of that submission alone where the token is taken', async () => {
    const detail = 'Your organization may not create Tasks of this type';
    const { client, credentials, service } = await serviceAndClient((request, response) =>
      request.body.includes('forbidden type') ? json(response, 403, { detail }) : json(response, 200, TASK),
    );
    const refused = { kind: 'refused', status: 403, detail };
    expect(await failureOf(createOne(client, 'forbidden type'))).toMatchObject(refused);
    await createOne(client, 'another');
    expect(service.exchanges()).toBe(1);
    expect(credentials.refused).toBeNull();
  });

  test('that creates, not in the words of the service, concerns that document alone: one question, no exchange', async () => {
    const { client, credentials, service } = await serviceAndClient((request, response) =>
      request.body.includes('attack') ? blocked(request, response) : json(response, 200, TASK),
    );
    const refused = { kind: 'refused', status: 403, detail: null };
    expect(await failureOf(createOne(client, 'looks like an attack'))).toMatchObject(refused);
    const calls = service.seen.map(({ url }) => new URL(url, service.origin).pathname.split('/').at(-1));
    expect(calls).toEqual(['get_token', 'create', 'list']);
    expect(credentials.refused).toBeNull();
    await createOne(client, 'a document');
    const several = ['attack 1', 'attack 2', 'attack 3'].map((text) => failureOf(createOne(client, text)));
    for (const failure of await Promise.all(several)) expect(failure).toMatchObject(refused);
    expect(service.exchanges()).toBe(1);
  });

  test.each<[string, Answerer | undefined, object]>([
    ['but the exchange', undefined, { kind: 'token-refused', perhaps: true }],
    ['and the exchange', blocked, { kind: 'token-refused', perhaps: true }],
    ['while the exchange refuses the api_secret', says(403, { detail: 'revoked' }), { kind: 'unknown' }],
  ])('from a proxy that so answers every call %s refuses no document', async (_what, exchange, failure) => {
    let lets = true;
    const passing: Answerer = says(200, GOOD_TOKEN);
    const { client, service } = await serviceAndClient(
      (request, response) => (lets ? json(response, 200, TASK) : blocked(request, response)),
      {
        exchange: (request, response) =>
          lets ? passing(request, response) : (exchange ?? passing)(request, response),
      },
    );
    await client.getTask(get);
    lets = false;
    expect(await failureOf(createOne(client, 'one'))).toMatchObject(failure);
    expect(service.exchanges()).toBe(2);
    expect(creates(service)).toHaveLength(1);
  });

  test.each([401, 403])(
    'I2: with status %i from something in between, in the place of the answer of the service, repeats no create',
    async (status) => {
      let isGood = false;
      const { client, service } = await serviceAndClient((request, response) => {
        if (isGood) return json(response, 200, TASK);
        // The token is bad as well: another one is good, and what something in between wrote is believed for nothing.
        if (!request.url.endsWith('/create')) isGood = true;
        response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>No</h1>');
      });
      expect(await failureOf(createOne(client, 'one'))).toMatchObject({
        kind: 'token-refused',
        perhaps: true,
      });
      expect(service.exchanges()).toBe(2);
      expect(creates(service)).toHaveLength(1);
      await createOne(client, 'two');
      expect(service.exchanges()).toBe(2);
    },
  );

  test.each<[string, (stop: AbortController) => Answerer]>([
    ['the service cannot be asked about it', () => (_request, response) => void response.destroy()],
    ['the program ends before the service has answered', (stop) => () => stop.abort()],
  ])('I2: to a create proves nothing where %s', async (_what, listing) => {
    const stop = new AbortController();
    const list = listing(stop);
    const { client, service } = await serviceAndClient((request, response) =>
      request.url.endsWith('/create') ? blocked(request, response) : list(request, response),
    );
    const task = { ...CREATE, uploads: [await spooled('one')] };
    const failure = await failureOf(client.createTask(task, { signal: stop.signal }));
    expect(failure).toMatchObject({ kind: 'unknown' });
    expect(creates(service)).toHaveLength(1);
  });

  test('while nothing else can be asked is no reason to silence everything either', async () => {
    const { client, credentials } = await serviceAndClient((request, response) =>
      isAbout(request) ? json(response, 403, { detail: 'not yours' }) : void response.destroy(),
    );
    expect(await failureOf(client.getTask({ uuid: forbidden }))).toMatchObject({ kind: 'auth-wait' });
    expect(credentials.refused).toBeNull();
  });
});
