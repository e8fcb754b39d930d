import { expect, test } from 'vitest';
import type { AppEvent } from '../../../../src-main/contract/events.ts';
import { FIRST_CREDIT, LONGEST_FRAME } from '../../../../src-main/contract/page-socket.ts';
import { until } from '../../../support/until.ts';
import { guardedHost } from './support/guarded-host.ts';

const MIB = 1024 * 1024;
const LARGE = 200 * MIB;

test('a file of 200 MiB goes through to the program whole, no faster than the program takes it, and calls go between', async () => {
  const taking = Promise.withResolvers<void>();
  await using guarded = await guardedHost({ taking: taking.promise });
  const page = await guarded.launch();
  const path = 'Ordner/Müller & Söhne.pdf';
  let sent = 0;
  const blob = new Blob(Array.from({ length: LARGE / MIB }, () => new Uint8Array(MIB)));
  const upload = page.upload({ drop: 'd1', path, size: LARGE }, blob, (bytes) => {
    sent = bytes;
  });
  await until(() => sent === FIRST_CREDIT);
  // The program takes nothing, so the page sends nothing more.
  for (let calls = 0; calls < 20; calls += 1) expect(await page.ask('app.info')).toMatchObject({ ok: true });
  expect(sent).toBe(FIRST_CREDIT);
  taking.resolve();
  expect(await upload).toMatchObject({ ok: true, value: { id: 'd1' } });
  expect(guarded.asked.filter((what) => what !== 'call app.info')).toEqual([
    `drop d1 ${path} ${LARGE}`,
    `taken ${LARGE}`,
  ]);
});

test.each([0, 1, MIB, MIB + 1])('a file of %i bytes is taken whole', async (size) => {
  await using guarded = await guardedHost();
  const page = await guarded.launch();
  expect(await page.give('d1', 'a.pdf', new Uint8Array(size))).toMatchObject({ value: { id: 'd1' } });
  expect(guarded.asked).toEqual([`drop d1 a.pdf ${size}`, `taken ${size}`]);
});

test('an upload of odd shape is refused before the program hears of it', async () => {
  await using guarded = await guardedHost();
  const page = await guarded.launch();
  for (const size of [-3, 3.5, '3', null, 2 ** 60])
    expect(await page.ask('browser.upload', { drop: 'd1', path: 'a', size })).toMatchObject({ ok: false });
  const more = { drop: 'd1', path: 'a', size: 3, more: 1 };
  expect(await page.ask('browser.upload', more)).toMatchObject({ error: { code: 'request.invalid' } });
  expect(guarded.asked).toEqual([]);
});

test.each([
  ['more bytes than the file has', [Buffer.alloc(4)]],
  ['more bytes than granted', Array.from({ length: FIRST_CREDIT / MIB + 1 }, () => Buffer.alloc(MIB - 4))],
])('a page that sends %s is cut off, and the upload with it', async (_what, pieces) => {
  const never = Promise.withResolvers<void>();
  await using guarded = await guardedHost({ taking: never.promise });
  const page = await guarded.launch();
  const size = pieces.length === 1 ? 3 : 100 * MIB;
  const upload = page.ask('browser.upload', { drop: 'd1', path: 'a', size });
  const cut = expect(upload).rejects.toThrow();
  await until(() => guarded.asked.length === 1);
  for (const piece of pieces) page.socket.send(Buffer.concat([Buffer.from([0, 0, 0, 1]), piece]));
  await page.closed;
  await cut;
  never.resolve();
  await until(() => guarded.gaveUp() === 1);
});

test.each([
  ['no JSON', '{"a":'],
  ['nothing', ''],
  ['another kind', '{"kind":"nothing"}'],
  ['a second proof', JSON.stringify({ kind: 'proof', proof: 'A'.repeat(43) })],
  ['no number', '{"kind":"ask","name":"app.info","input":{}}'],
  ['the prototype', '{"kind":"ask","number":1,"name":"app.info","input":{"__proto__":{"x":1}}}'],
  [
    'a frame that is too long',
    JSON.stringify({ kind: 'ask', number: 1, name: 'app.info', input: 'x'.repeat(LONGEST_FRAME) }),
  ],
  ['bytes without a number', new Uint8Array(3)],
])('a page that sends %s is cut off before the program hears of it', async (_what, frame) => {
  await using guarded = await guardedHost();
  const page = await guarded.launch();
  page.socket.send(frame);
  await page.closed;
  await expect(page.invoke('app.info', {})).rejects.toThrow();
  expect(guarded.asked).toEqual([]);
});

test('bytes of an upload that is over, or was never begun, are ignored', async () => {
  await using guarded = await guardedHost();
  const page = await guarded.launch();
  page.socket.send(Buffer.from([0, 0, 0, 9, 1, 2, 3]));
  expect(await page.ask('app.info')).toMatchObject({ ok: true });
});

test('a file that the page cannot read to its end is given up', async () => {
  await using guarded = await guardedHost();
  const page = await guarded.launch();
  const unreadable = Object.assign(new Blob([new Uint8Array(10)]), {
    slice: () => Object.assign(new Blob([]), { arrayBuffer: () => Promise.reject(new Error('moved')) }),
  });
  expect(await page.upload({ drop: 'd1', path: 'a', size: 10 }, unreadable, () => undefined)).toBeNull();
  await until(() => guarded.gaveUp() === 1);
  expect(await page.ask('app.info')).toMatchObject({ ok: true });
});

test('a page that reads nothing for long costs no memory, is not thrown out, and hears the newest state', async () => {
  await using guarded = await guardedHost();
  const page = await guarded.launch();
  const heard: unknown[] = [];
  page.onEvent((event) => void heard.push(event));
  await until(() => guarded.listeners.size === 1);
  const [tell = (_event: AppEvent) => undefined] = guarded.listeners;
  // Far more than the buffers of the system hold, told at once: nothing is read meanwhile.
  const rows = (sent: number) => [{ id: 'x'.repeat(100_000), sent, total: 1000 }];
  for (let sent = 1; sent <= 1000; sent += 1) tell({ kind: 'progress', rows: rows(sent) });
  tell({ kind: 'go', place: { screen: 'today' } });
  await until(() => heard.length >= 3);
  await page.ask('app.info');
  expect(heard.at(-1)).toEqual({ kind: 'go', place: { screen: 'today' } });
  expect(heard.at(-2)).toMatchObject({ kind: 'progress', rows: [{ sent: 1000 }] });
  expect(heard.length).toBeLessThan(10);
});

test('who asks without end is not read any more while answers are missing, and goes on later', async () => {
  const never = Promise.withResolvers<void>();
  await using guarded = await guardedHost({ answering: never.promise });
  const page = await guarded.launch();
  const input = { more: 'x'.repeat(100_000) };
  const answers = Array.from({ length: 500 }, () => page.ask('app.info', input));
  const asked = () => guarded.asked.filter((what) => what === 'call app.info').length;
  await until(() => asked() >= 64);
  const other = await guarded.launch();
  void other.invoke('tasks.page', {}).catch(() => undefined);
  await until(() => guarded.asked.includes('call tasks.page'));
  // The server stops reading at 64 open requests, but still handles the requests of the chunk that it has read.
  expect(asked()).toBeLessThan(100);
  never.resolve();
  expect((await Promise.all(answers)).every(({ ok }) => ok)).toBe(true);
});

test('the end of the host closes every page at once, and no request stays without an end', async () => {
  const never = Promise.withResolvers<void>();
  const guarded = await guardedHost({ answering: never.promise });
  const page = await guarded.launch();
  const asked = expect(page.invoke('app.info', {})).rejects.toThrow();
  await until(() => guarded.asked.length === 1);
  await guarded[Symbol.asyncDispose]();
  await asked;
  await expect(page.invoke('app.info', {})).rejects.toThrow();
  never.resolve();
});
