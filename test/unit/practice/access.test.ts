import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { fetch } from 'undici';
import { expect, test } from 'vitest';
import { expectRefusal, uniqueFile } from './conformance/client.ts';
import { LinkAnswer, Refusal, TokenAnswer, ValidationAnswer } from './conformance/schemas.ts';
import { request, tokenOf } from './conformance/target.ts';
import { clientOf, running } from './running.ts';

const START = Date.parse('2026-11-20T10:00:00Z');

function movableClock(): { clock: () => Date; forward: (seconds: number) => void } {
  let now = START;
  return {
    clock: () => new Date(now),
    forward: (seconds) => {
      now += seconds * 1000;
    },
  };
}

test('a rotated secret stops working, and so do its tokens', async () => {
  const { service, client } = await running();
  const fresh = service.admin.rotateSecret();
  expectRefusal(await client.call('GET', '/task/list'), 401);
  const json = { api_secret: service.apiSecret };
  expectRefusal(await request(service.baseUrl, 'POST', '/auth/get_token', { json }), 403);
  expect((await (await clientOf(service, fresh)).list({})).count).toBe(0);
});

test('expired tokens are refused while the secret stays good', async () => {
  const { service, client } = await running();
  service.admin.expireTokens();
  expectRefusal(await client.call('GET', '/task/list'), 401);
  await (await clientOf(service, service.apiSecret)).list({});
});

test('external_read_enabled is what the organisation is set to, also after a restart, and changes no call', async () => {
  const { service, dataDir } = await running();
  const readEnabled = async ({ baseUrl, apiSecret }: typeof service) => {
    const answer = await request(baseUrl, 'POST', '/auth/get_token', { json: { api_secret: apiSecret } });
    return TokenAnswer.parse(answer.body).org_settings.external_read_enabled;
  };
  expect(await readEnabled(service)).toBe(true);
  service.admin.setReadEnabled(false);
  expect(await readEnabled(service)).toBe(false);
  await service.close();
  const again = await running({ dataDir });
  expect(await readEnabled(again.service)).toBe(false);
  const { uuid } = await again.client.created();
  expect((await again.client.get(uuid)).uuid).toBe(uuid);
  again.service.admin.setReadEnabled(true);
  expect(await readEnabled(again.service)).toBe(true);
});

test('a token lives for 365 days', async () => {
  const { clock, forward } = movableClock();
  const { client } = await running({ clock });
  forward(365 * 86_400 - 1);
  await client.list({});
  forward(1);
  expectRefusal(await client.call('GET', '/task/list'), 401);
});

test('too many exchanges give 429 with the seconds to wait', async () => {
  const { clock, forward } = movableClock();
  const { service } = await running({ clock, exchangeLimit: { attempts: 2, windowSeconds: 30 } });
  const exchange = (api_secret: string) =>
    request(service.baseUrl, 'POST', '/auth/get_token', { json: { api_secret } });
  forward(10);
  expect((await exchange(service.apiSecret)).status).toBe(200);
  const refused = await exchange(service.apiSecret);
  expectRefusal(refused, 429);
  expect(refused.header('retry-after')).toBe('20');
  expectRefusal(await exchange('malformed'), 400);
  forward(20);
  expect((await exchange(service.apiSecret)).status).toBe(200);
});

test('no answer to a token exchange repeats what was sent in place of the secret', async () => {
  const { service } = await running();
  const secret = service.apiSecret;
  const exchange = (body: string, type = 'application/json') =>
    fetch(`${service.baseUrl}/auth/get_token`, { method: 'POST', headers: { 'content-type': type }, body });
  for (const body of [
    JSON.stringify(secret),
    JSON.stringify([secret]),
    JSON.stringify({ secret }),
    JSON.stringify({ api_secret: [secret] }),
    JSON.stringify({ api_secret: { secret } }),
    JSON.stringify({ [secret]: 1 }),
    secret,
    `{"api_secret": ${secret}}`,
    `{"api_secret": "${secret}`,
    `"${secret}" "`,
  ]) {
    const answer = await exchange(body);
    expect(answer.status, body).toBe(422);
    expect(await answer.text()).not.toContain(secret.split(':')[2]);
  }
  const asForm = await exchange(`--x\r\n${secret}\r\n--x--`, 'multipart/form-data; boundary=x');
  expect(asForm.status).toBe(422);
  expect(await asForm.text()).not.toContain(secret.split(':')[2]);
});

test.each([
  ['a path that is no UTF-8', 'GET /public/v1/task/%E0%A4%A/update HTTP/1.1', 422],
  ['a path with half an escape', 'PATCH /public/v1/task/%zz/update HTTP/1.1', 422],
  ['a long header', `GET /public/v1/task/list HTTP/1.1\r\nX-Long: ${'x'.repeat(17_000)}`, 431],
  ['a header without a colon', 'GET /public/v1/task/list HTTP/1.1\r\nno colon', 400],
  ['a length that is no number', 'GET /public/v1/task/list HTTP/1.1\r\nContent-Length: many', 400],
  ['no HTTP', 'NONSENSE', 400],
])('the answer to %s has a detail', async (_name, head, status) => {
  const { service } = await running();
  const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
  socket.write(`${head}\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const answer = await text(socket);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const body: unknown = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
  if (status === 422) ValidationAnswer.parse(body);
  else Refusal.parse(body);
});

test('a link dies after 60 seconds and opens nothing else', async () => {
  const { clock, forward } = movableClock();
  const { client } = await running({ clock });
  const file = uniqueFile('scan é.pdf');
  const { uuid, data_items } = await client.created({}, [file, uniqueFile()]);
  const [one, two] = data_items.map((item) => item.uuid);
  const answer = await client.call('GET', `/task/${uuid}/data_item/${one}/get_link`);
  const { url } = LinkAnswer.parse(answer.body);
  forward(60);
  const download = await fetch(url);
  expect(await download.text()).toBe(file.content);
  expect(download.headers.get('content-disposition')).toBe(
    `attachment; filename="scan _.pdf"; filename*=UTF-8''scan%20%C3%A9.pdf`,
  );
  expect((await fetch(url, { headers: { authorization: 'Bearer x' } })).status).toBe(400);
  expect((await fetch(url.replace(one ?? '', two ?? ''))).status).toBe(403);
  expect((await fetch(url.replace(/expires=\d/, 'expires=9'))).status).toBe(403);
  forward(1);
  expect((await fetch(url)).status).toBe(403);
});

test('one organisation never sees the Tasks of another', async () => {
  const { service, client } = await running();
  service.admin.holdProcessing();
  const task = await client.created({ external_id: 'shared' });
  const { apiSecret } = service.admin.addOrganisation({ taskTypes: ['prior-auth'] });
  const stranger = await clientOf(service, apiSecret);
  expect((await stranger.list({})).count).toBe(0);
  const item = task.data_items[0]?.uuid;
  const answers = await Promise.all([
    stranger.call('GET', `/task/get?uuid=${task.uuid}`),
    stranger.call('GET', '/task/get?external_id=shared'),
    stranger.update(task.uuid, { name: 'taken' }),
    stranger.upload(task.uuid, [uniqueFile()]),
    stranger.call('GET', `/task/${task.uuid}/data_item/${item}/get_link`),
    stranger.call('POST', `/task/${task.uuid}/log_event`, { json: { event: 'x', extra_data: {} } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(404));
  expect(await tokenOf(service, apiSecret)).not.toBe(await tokenOf(service, service.apiSecret));
});

test('an organisation has its own task types', async () => {
  const { service, client } = await running();
  service.admin.setTaskTypes(['coverage']);
  expect(expectRefusal(await client.create(), 400)).toContain('coverage');
  await client.created({ task_type: 'coverage' });
});
