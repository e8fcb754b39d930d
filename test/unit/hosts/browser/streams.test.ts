import { expect, test } from 'vitest';
import { z } from 'zod';
import { askSealed, sendFile } from '../../../support/sealed-page.ts';
import { until } from '../../../support/until.ts';
import { CANARY, guardedHost } from './support/guarded-host.ts';

const MIB = 1024 * 1024;
const begunSchema = z.object({ value: z.object({ upload: z.string() }) });

test('a file of 200 MiB goes through to the program whole, and no faster than the program takes it', async () => {
  await using guarded = await guardedHost();
  const { key } = await guarded.launch();
  const path = 'Ordner/Müller & Söhne.pdf';
  const size = 200 * MIB;
  const begun = await guarded.post('/api/upload', { drop: 'd1', path, size }, key);
  const { upload } = begunSchema.parse(JSON.parse(begun.text)).value;
  const body = Buffer.alloc(4 * MIB, 1);
  let inBetween = 0;
  for (let piece = 0; piece * body.byteLength < size; piece += 1) {
    const answer = await guarded.post(`/api/upload/${upload}/${piece}`, body, key);
    expect(answer.status).toBe(200);
    inBetween = Math.max(inBetween, (piece + 1) * body.byteLength - guarded.taken());
  }
  expect(guarded.asked).toEqual([`drop d1 ${path} ${size}`, `taken ${size}`]);
  expect(inBetween / MIB).toBeLessThan(16);
});

test('an empty file and one that ends with a small piece are taken whole', async () => {
  await using guarded = await guardedHost();
  const { key } = await guarded.launch();
  for (const size of [0, 1, MIB, MIB + 1]) {
    const file = { drop: 'd1', path: 'a.pdf', bytes: Buffer.alloc(size, 1) };
    expect(JSON.parse((await sendFile(guarded.origin, key, file)).text)).toMatchObject({
      value: { id: 'd1' },
    });
    expect(guarded.asked.splice(0)).toEqual([`drop d1 a.pdf ${size}`, `taken ${size}`]);
  }
});

test('a file whose first piece travels with the request that begins it is taken whole; a piece longer than the file is refused', async () => {
  await using guarded = await guardedHost();
  const { key } = await guarded.launch();
  const begin = async (size: number, first: Buffer) => {
    const head = `${JSON.stringify({ drop: 'd1', path: 'a.pdf', size })}\n`;
    return await guarded.post('/api/upload', Buffer.concat([Buffer.from(head), first]), key);
  };
  // Bytes of a document may be line breaks.
  for (const size of [0, 1, MIB]) {
    const whole = await begin(size, Buffer.alloc(size, '\n'));
    expect(JSON.parse(whole.text)).toMatchObject({ value: { id: 'd1' } });
    expect(guarded.asked.splice(0)).toEqual([`drop d1 a.pdf ${size}`, `taken ${size}`]);
  }
  const begun = await begin(MIB + 1, Buffer.alloc(MIB, 1));
  const { upload } = begunSchema.parse(JSON.parse(begun.text)).value;
  await guarded.post(`/api/upload/${upload}/1`, Buffer.alloc(1, 1), key);
  expect(guarded.asked.splice(0)).toEqual([`drop d1 a.pdf ${MIB + 1}`, `taken ${MIB + 1}`]);
  expect((await begin(1, Buffer.alloc(2))).status).toBe(400);
  expect(guarded.asked).toEqual(['drop d1 a.pdf 1']);
});

test('a file of odd shape is refused before the program hears of it; pieces out of order or too long give it up', async () => {
  await using guarded = await guardedHost({
    patience: { headersMs: 20_000, bodyMs: 20_000, pieceMs: 3_000 },
  });
  const { key } = await guarded.launch();
  for (const size of [-3, 3.5, '3', null, 2 ** 60])
    expect((await guarded.post('/api/upload', { drop: 'd1', path: 'a', size }, key)).status).toBe(400);
  expect((await guarded.post('/api/upload', { drop: 'd1', path: 'a', size: 3, more: 1 }, key)).status).toBe(
    400,
  );
  expect(guarded.asked).toEqual([]);
  const begin = async () => {
    const begun = await guarded.post('/api/upload', { drop: 'd1', path: 'a', size: 3 }, key);
    return begunSchema.parse(JSON.parse(begun.text)).value.upload;
  };
  const put = async (upload: string, piece: string, body: string) =>
    (await guarded.post(`/api/upload/${upload}/${piece}`, body, key)).status;
  for (const [piece, body] of [
    ['1', 'abc'],
    ['0', 'abcd'],
  ] as const) {
    const upload = await begin();
    expect(await put(upload, piece, body)).toBe(400);
    expect(await put(upload, '0', 'abc')).toBe(400);
  }
  const upload = await begin();
  for (const piece of ['x', '-1', '0x0', '1e0']) expect(await put(upload, piece, 'abc')).toBe(400);
  expect(await put('__proto__', '0', 'abc')).toBe(400);
  expect(await put(upload, '0', 'ab')).toBe(200);
  // The rest does not come.
  await until(() => guarded.gaveUp() === 3);
  expect(await put(upload, '1', 'c')).toBe(400);
  expect(guarded.asked.filter((what) => what.startsWith('taken'))).toEqual([]);
});

test('of what goes over the connection nothing can be read, neither questions and answers nor refusals', async () => {
  await using guarded = await guardedHost();
  const { key } = await guarded.launch();
  for (const [path, body] of [
    ['/api/call/tasks.page', { search: CANARY }],
    ['/api/document', { task: 't', item: 'i' }],
    ['/api/made', { file: 'f' }],
    ['/api/upload', { nothing: CANARY }],
  ] as const) {
    const answer = await askSealed(guarded.origin, path, { secret: key, body });
    expect(answer.sealed, path).toBe(true);
    expect(answer.raw.includes('KANARIEN'), path).toBe(false);
    expect(answer.sent.includes('KANARIEN'), path).toBe(false);
  }
});

test('a body that is too large for a question, or no JSON, is refused before the program hears of it', async () => {
  await using guarded = await guardedHost();
  const { key } = await guarded.launch();
  const ask = async (body: string) => (await guarded.post('/api/call/app.info', body, key)).status;
  expect(await ask(JSON.stringify({ more: 'x'.repeat(2 * MIB) }))).toBe(413);
  expect(await ask('{"a":')).toBe(400);
  expect(await ask('')).toBe(400);
  expect(await ask('{"__proto__": {"x": 1}}')).toBe(400);
  expect(guarded.asked).toEqual([]);
});
