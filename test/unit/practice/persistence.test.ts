import { randomUUID } from 'node:crypto';
import { readdir, rename, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { startPractice } from '../../../src-main/practice/service.ts';
import { openDatabase, STEPS } from '../../../src-main/practice/storage/database.ts';
import { testDir } from '../../support/test-dir.ts';
import { until } from '../../support/until.ts';
import { request, tokenOf } from './conformance/target.ts';
import { evaluateNothing } from './evaluations.ts';
import { clientOf, running } from './running.ts';

test('Tasks, documents, secret and tokens survive a restart; caught Tasks go on', async () => {
  const first = await running();
  const { dataDir } = first;
  const done = await first.client.created();
  await until(async () => (await first.client.get(done.uuid)).status === 'completed');
  first.service.admin.holdProcessing();
  const pending = await first.client.created();
  const processing = await first.client.created();
  first.service.admin.forceStatus(processing.uuid, 'waiting');
  await first.client.update(processing.uuid, {}, '?should_resume=true');
  const token = await tokenOf(first.service, first.service.apiSecret);
  const oracle = first.service.admin.tasks();
  await first.service.close();

  const second = await running({ dataDir });
  expect(second.service.apiSecret).toBe(first.service.apiSecret);
  expect(second.service.admin.tasks().map(({ inputs }) => inputs)).toEqual(
    oracle.map(({ inputs }) => inputs),
  );
  expect((await request(second.service.baseUrl, 'GET', '/task/list', { token })).status).toBe(200);
  for (const { uuid } of [pending, processing]) {
    await until(async () => (await second.client.get(uuid)).status === 'completed');
  }
});

test('without resuming, caught Tasks stay as they were', async () => {
  const first = await running();
  first.service.admin.holdProcessing();
  const { uuid } = await first.client.created();
  await first.service.close();
  const second = await running({ dataDir: first.dataDir, resumeOnStart: false });
  const fresh = await second.client.created();
  await until(async () => (await second.client.get(fresh.uuid)).status === 'completed');
  expect((await second.client.get(uuid)).status).toBe('pending');
});

test('a given secret seeds the first organisation, once', async () => {
  const apiSecret = 'practice:desk:sesame';
  const { service, dataDir } = await running({ apiSecret });
  expect(service.apiSecret).toBe(apiSecret);
  const rotated = service.admin.rotateSecret();
  await service.close();
  const again = await startPractice({ dataDir, evaluate: evaluateNothing, apiSecret });
  expect(again.apiSecret).toBe(rotated);
  await again.close();
  const other = testDir().path;
  await expect(startPractice({ dataDir: other, evaluate: evaluateNothing, apiSecret: 'x' })).rejects.toThrow(
    'provider:uid:secret',
  );
});

test('a create whose connection dies in the middle of a document leaves nothing', async () => {
  const { service, dataDir } = await running();
  const token = await tokenOf(service, service.apiSecret);
  const socket = net.connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
  const part = (head: string, body: string) =>
    `--B\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
  const lines = [
    'POST /public/v1/task/create HTTP/1.1',
    'Host: practice',
    `Authorization: Bearer ${token}`,
    'Content-Type: multipart/form-data; boundary=B',
    'Content-Length: 1000000',
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  socket.write(part('name="task_type"', 'prior-auth'));
  socket.write(part('name="uploads"; filename="whole.pdf"', 'whole'));
  socket.write(
    `--B\r\nContent-Disposition: form-data; name="uploads"; filename="half.pdf"\r\n\r\n${'x'.repeat(9000)}`,
  );
  const incoming = path.join(dataDir, 'incoming');
  await until(async () => (await readdir(incoming)).length === 2);
  socket.destroy();
  await until(async () => (await readdir(incoming)).length === 0);
  expect(await readdir(path.join(dataDir, 'blobs'))).toEqual([]);
  expect(service.admin.tasks()).toEqual([]);
});

test('a refused create leaves no document either', async () => {
  const { client, dataDir } = await running();
  await client.create({ task_type: 'mystery' }, [{ name: 'a.pdf', type: 'application/pdf', content: 'a' }]);
  expect(await readdir(path.join(dataDir, 'incoming'))).toEqual([]);
  expect(await readdir(path.join(dataDir, 'blobs'))).toEqual([]);
});

test('what a stop left in incoming is swept, or kept when its Task was committed', async () => {
  const first = await running();
  const { uuid, data_items } = await first.client.created();
  const { dataDir } = first;
  await until(async () => (await first.client.get(uuid)).status === 'completed');
  await first.service.close();
  const item = data_items[0]?.uuid ?? '';
  await rename(path.join(dataDir, 'blobs', item), path.join(dataDir, 'incoming', item));
  await writeFile(path.join(dataDir, 'incoming', randomUUID()), 'half');
  await running({ dataDir });
  expect(await readdir(path.join(dataDir, 'incoming'))).toEqual([]);
  expect(await readdir(path.join(dataDir, 'blobs'))).toEqual([item]);
});

test('a made-up next version takes the data over', async () => {
  const { service, dataDir, client } = await running();
  const { uuid } = await client.created();
  await service.close();
  const db = openDatabase(dataDir, [...STEPS, `ALTER TABLE tasks ADD COLUMN next TEXT NOT NULL DEFAULT 'n'`]);
  expect(db.prepare('SELECT uuid, next FROM tasks').all()).toEqual([{ uuid, next: 'n' }]);
  expect(db.pragma('user_version', { simple: true })).toBe(STEPS.length + 1);
  db.close();
});

test('data of a newer version is refused and left alone', async () => {
  const { service, dataDir } = await running();
  await clientOf(service, service.apiSecret);
  await service.close();
  const db = new Database(path.join(dataDir, 'practice.db'));
  db.pragma('user_version = 99');
  db.close();
  await expect(startPractice({ dataDir, evaluate: evaluateNothing })).rejects.toThrow('newer version');
});
