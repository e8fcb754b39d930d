import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { expandTemplate } from '../../../src-main/practice/processing/callback.ts';
import { closeServer, listenOnLoopback } from '../../support/loopback.ts';
import { until } from '../../support/until.ts';
import { running } from './running.ts';

async function listener(status = 200) {
  const calls: { readonly line: string; readonly headers: readonly string[] }[] = [];
  const server = createServer((incoming, response) => {
    calls.push({ line: `${incoming.method} ${incoming.url}`, headers: Object.keys(incoming.headers) });
    response.writeHead(status).end();
  });
  const port = await listenOnLoopback(server);
  onTestFinished(() => closeServer(server));
  return { url: `http://127.0.0.1:${port}`, calls };
}

test.each(['completed', 'failed', 'invalid'] as const)(
  'a Task that ends %s notifies once, without credentials',
  async (status) => {
    const { url, calls } = await listener();
    const { service, client } = await running();
    service.admin.holdProcessing();
    const callback_template = `${url}/done?task={uuid}&id={external_id}`;
    const { uuid } = await client.created({ callback_template, external_id: 'a b/c&ü' });
    service.admin.forceStatus(uuid, 'processing');
    service.admin.forceStatus(uuid, 'waiting');
    service.admin.forceStatus(uuid, status);
    await until(() => calls.length > 0);
    expect(calls.map(({ line }) => line)).toEqual([`GET /done?task=${uuid}&id=a%20b%2Fc%26%C3%BC`]);
    expect(calls[0]?.headers).not.toContain('authorization');
  },
);

test('without the organisation’s leave the template is ignored', async () => {
  const { url, calls } = await listener();
  const { service, client } = await running();
  service.admin.setCallbacksEnabled(false);
  const quiet = await client.created({ callback_template: `${url}/quiet` });
  await until(async () => (await client.get(quiet.uuid)).status === 'completed');
  service.admin.setCallbacksEnabled(true);
  await client.created({ callback_template: `${url}/loud/{external_id}` });
  await until(() => calls.length > 0);
  expect(calls.map(({ line }) => line)).toEqual(['GET /loud/null']);
});

test('a receiver in trouble is tried a few times, and the Task does not mind', async () => {
  const { url, calls } = await listener(503);
  const { client } = await running();
  const { uuid } = await client.created({ callback_template: url });
  await until(() => calls.length === 3);
  expect((await client.get(uuid)).status).toBe('completed');
});

test('what is put into a template is not expanded again', () => {
  expect(expandTemplate('http://x/{external_id}/{uuid}/{other}', 'U', '{uuid}!')).toBe(
    'http://x/%7Buuid%7D%21/U/{other}',
  );
});
