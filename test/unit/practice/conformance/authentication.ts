import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { expectInvalid, expectRefusal } from './client.ts';
import { TokenAnswer } from './schemas.ts';
import { request, type Target } from './target.ts';

/** docs/service.md 4.1 and 5. */
export function authentication(target: () => Target): void {
  const exchange = (json: unknown) => request(target().baseUrl, 'POST', '/auth/get_token', { json });

  test('a valid secret gives a token and the settings of the organisation', async () => {
    const answer = await exchange({ api_secret: target().apiSecret });
    expect(answer.status).toBe(200);
    TokenAnswer.parse(answer.body);
  });

  test.each(['nonsense', 'two:parts', 'one:two:three:four', '::', 'a::c'])(
    'a malformed secret gives 400: %s',
    async (secret) => {
      expectRefusal(await exchange({ api_secret: secret }), 400);
    },
  );

  test('a well-formed secret that is wrong gives 403', async () => {
    const [provider, uid] = target().apiSecret.split(':');
    expectRefusal(await exchange({ api_secret: `${provider}:${uid}:wrong` }), 403);
    expectRefusal(await exchange({ api_secret: `x:${randomUUID()}:y` }), 403);
  });

  test('a missing or wrongly typed secret gives 422', async () => {
    expectInvalid(await exchange({}), 'body', 'api_secret');
    expectInvalid(await exchange({ api_secret: 7 }), 'body', 'api_secret');
    expectInvalid(await request(target().baseUrl, 'POST', '/auth/get_token'), 'body');
  });

  test.each([
    ['GET', '/task/list'],
    ['GET', `/task/get?uuid=${randomUUID()}`],
    ['POST', '/task/create'],
    ['PATCH', `/task/${randomUUID()}/update`],
    ['POST', `/task/${randomUUID()}/upload`],
    ['GET', `/task/${randomUUID()}/data_item/${randomUUID()}/get_link`],
    ['POST', `/task/${randomUUID()}/log_event`],
    ['GET', '/no/such/route'],
  ])('%s %s is refused without a good token', async (method, at) => {
    expectRefusal(await request(target().baseUrl, method, at), 401);
    expectRefusal(await request(target().baseUrl, method, at, { token: 'wrong' }), 401);
  });
}
