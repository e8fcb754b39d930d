import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../../../src-main/core/clock.ts';
import {
  getLink,
  MAX_DOWNLOAD_BYTES,
  SpaceShortError,
} from '../../../../../src-main/core/service/downloads/download.ts';
import { createLinkPlaces, LinkRefused } from '../../../../../src-main/core/service/downloads/link-places.ts';
import { hostClass } from '../../../../../src-main/core/service/http/host-class.ts';
import { createTransport } from '../../../../../src-main/core/service/http/transport.ts';
import { testDir } from '../../../../support/test-dir.ts';
import { serviceAndClient } from '../support/client.ts';
import { ITEM_UUID, rawService, says, TASK_UUID } from '../support/raw-service.ts';

const at = (...addresses: string[]) =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** Something on this computer that a hostile link leads to, and the transport of a station whose service is at `service`. */
async function stage(names: Readonly<Record<string, readonly string[]>>, serviceHost = 'service.example') {
  const victim = await rawService((_request, response) => void response.end('secret of this computer'));
  onTestFinished(() => victim.close());
  const asked: string[] = [];
  const links = createLinkPlaces(serviceHost, async (name) => {
    asked.push(name);
    return at(...(names[name] ?? []));
  });
  const transport = createTransport({
    clock: systemClock,
    idleTimeoutMs: 5_000,
    connectTimeoutMs: 5_000,
    links,
  });
  onTestFinished(() => transport.close());
  const got: string[] = [];
  const get = (link: string) =>
    getLink(transport, link, async (chunk) => void got.push(chunk.toString()), {});
  const { port } = new URL(victim.origin);
  return { victim, transport, get, got, port, asked };
}

const PUBLIC_SERVICE = { 'service.example': ['203.0.113.7'] };

test.each([
  'http://127.0.0.1:PORT/',
  'http://2130706433:PORT/',
  'http://[::1]:PORT/',
  'https://[::ffff:127.0.0.1]:PORT/',
  'https://[::127.0.0.1]:PORT/',
  'https://[64:ff9b::7f00:1]:PORT/',
  'https://0.0.0.0:PORT/',
  'https://169.254.169.254/latest/meta-data/',
  'https://192.168.1.1/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'http://localhost:PORT/',
  'https://rebound.example:PORT/',
])('a service on the internet cannot make this station ask %s', async (link) => {
  const names = { ...PUBLIC_SERVICE, localhost: ['127.0.0.1', '::1'], 'rebound.example': ['127.0.0.1'] };
  const { victim, get, got, port } = await stage(names);
  await expect(get(link.replace('PORT', port))).rejects.toThrow(LinkRefused);
  expect(victim.seen).toEqual([]);
  expect(got).toEqual([]);
});

test('the address that was checked is the address that is asked: a name is looked up once for a connection', async () => {
  const { victim, get, got, port, asked } = await stage({ localhost: ['127.0.0.1'] }, '127.0.0.1');
  expect((await get(`http://localhost:${port}/`)).status).toBe(200);
  expect(got).toEqual(['secret of this computer']);
  expect(victim.seen).toHaveLength(1);
  expect(asked.filter((name) => name === 'localhost')).toHaveLength(1);
});

test.each([['203.0.113.7', '127.0.0.1', '10.0.0.1'], ['127.0.0.1']])(
  'a hostile service whose own name leads to %s, too, cannot make this station ask this computer',
  async (...own) => {
    const { victim, get, got, port } = await stage({ 'service.example': own, localhost: ['127.0.0.1'] });
    for (const link of [`http://127.0.0.1:${port}/`, `http://localhost:${port}/`, 'https://10.0.0.1/'])
      await expect(get(link), link).rejects.toThrow(LinkRefused);
    expect(victim.seen).toEqual([]);
    expect(got).toEqual([]);
  },
);

test('a service within a network may name links of its own class, and of no other', async () => {
  const inside = createLinkPlaces('service.example', async () => at('10.1.2.3'));
  await inside.check('192.168.7.7');
  await inside.check('8.8.8.8');
  for (const host of ['127.0.0.1', '169.254.169.254', '[::1]', '0.0.0.0', '100.100.100.200'])
    await expect(inside.check(host), host).rejects.toThrow(LinkRefused);
  const here = createLinkPlaces('127.0.0.1');
  await here.check('[::1]');
  await expect(here.check('10.0.0.1')).rejects.toThrow(LinkRefused);
});

test.each([
  ['8.8.8.8', 'public'],
  ['2606:4700::1111', 'public'],
  ['::ffff:8.8.8.8', 'public'],
  ['64:ff9b::808:808', 'public'],
  ['127.255.0.1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['2002:7f00:1::', 'loopback'],
  ['10.0.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['172.32.0.1', 'public'],
  ['100.64.0.1', 'private'],
  ['64:ff9b::c0a8:101', 'private'],
  ['fd12::1', 'private'],
  ['fe80::1%eth0', 'link-local'],
  ['169.254.169.254', 'metadata'],
  ['::ffff:a9fe:a9fe', 'metadata'],
  ['fd00:ec2::254', 'metadata'],
  ['0.0.0.0', 'unspecified'],
  ['::', 'unspecified'],
  ['224.0.0.251', 'multicast'],
  ['ff02::1', 'multicast'],
  ['255.255.255.255', 'reserved'],
  ['4000::1', 'reserved'],
  ['service.example', null],
])('%s is %s', (address, kind) => {
  expect(hostClass(address)).toBe(kind);
});

test('a link that never ends stops at the most that is taken, and a disk keeps its last space', async () => {
  const chunk = Buffer.alloc(1024);
  Object.defineProperty(chunk, 'length', { value: MAX_DOWNLOAD_BYTES + 1 });
  const endless = {
    send: async ({ sink }: { sink?: { write(chunk: Buffer): Promise<void> } }) => {
      await sink?.write(chunk);
      return { status: 200, headers: {}, body: null };
    },
    close: async () => undefined,
  };
  const write = async () => undefined;
  await expect(getLink(endless, 'https://files.example/f', write, {})).rejects.toMatchObject({
    fault: 'too-large',
  });

  const store = await rawService((_request, response) => void response.end(Buffer.alloc(40 * 1024 ** 2)));
  onTestFinished(() => store.close());
  const { client } = await serviceAndClient(
    says(200, { file_name: 'a.pdf', url: `${store.origin}/f`, uuid: ITEM_UUID }),
  );
  const GIB = 1024 ** 3;
  for (const spaces of [[0], [GIB, 200 * 1024 ** 2], [GIB, GIB, 200 * 1024 ** 2]]) {
    const folder = testDir().at('to');
    await mkdir(folder);
    const left = [...spaces];
    const free = async () => left.shift() ?? 0;
    await expect(client.downloadItem(TASK_UUID, ITEM_UUID, join(folder, 'a.pdf'), { free })).rejects.toThrow(
      SpaceShortError,
    );
    expect(left).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  }
});
