import { appendFile, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { readForm } from '../../../support/form-reader.ts';
import { CREATE, failureOf, serviceAndClient, spooled, subject } from './support/client.ts';
import { GOOD_TOKEN, ITEM_UUID, type Seen, says, TASK, TASK_UUID } from './support/raw-service.ts';

interface Part {
  readonly name: string;
  readonly fileName?: string;
  readonly mediaType: string;
  readonly content: string;
}

/** A receiver that knows nothing of this client: what it reads is what the service would. */
async function receiver() {
  const parts: Part[] = [];
  const lengths: (string | undefined)[] = [];
  const app = Fastify();
  await app.register(multipart, { limits: { fileSize: 1e9, fieldSize: 1e6 } });
  app.post('/public/v1/auth/get_token', async () => GOOD_TOKEN);
  const take = async (request: import('fastify').FastifyRequest): Promise<void> => {
    lengths.push(request.headers['content-length']);
    for await (const part of request.parts()) {
      parts.push(
        part.type === 'file'
          ? {
              name: part.fieldname,
              fileName: part.filename,
              mediaType: part.mimetype,
              content: (await part.toBuffer()).toString('utf8'),
            }
          : { name: part.fieldname, mediaType: part.mimetype, content: String(part.value) },
      );
    }
  };
  app.post('/public/v1/task/create', async (request) => {
    await take(request);
    return TASK;
  });
  app.post('/public/v1/task/:uuid/upload', async (request) => {
    await take(request);
    return { new_data_items: [ITEM_UUID], task: TASK };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { parts, lengths, ...subject(`http://127.0.0.1:${address.port}/public/v1`) };
}

test('docs/service.md 4.2: create sends every part, each file with its media type', async () => {
  const { client, parts } = await receiver();
  const pdf = await spooled('%PDF', { fileName: 'a.pdf' });
  const data = await spooled('{"a":1}', { fileName: 'b.json', mediaType: 'application/json' });
  const text = await spooled('t', { fileName: 'c.txt', mediaType: 'text/plain' });
  await client.createTask({
    taskType: 'prior-auth',
    uploads: [pdf, data, text],
    requestSpec: { codes: ['73721'], note: 'ü "x"' },
    externalId: 'e-1',
    name: 'Zoë; "quoted"\r\nname',
    callbackTemplate: 'https://clinic.example/done?u={uuid}&e={external_id}',
  });
  expect(parts.map((part) => [part.name, part.fileName, part.mediaType, part.content])).toEqual([
    ['task_type', undefined, 'text/plain', 'prior-auth'],
    [
      'request_spec',
      undefined,
      'text/plain',
      '{"codes":["73721"],"note":"ü "x""}'.replaceAll('"x"', '\\"x\\"'),
    ],
    ['external_id', undefined, 'text/plain', 'e-1'],
    ['name', undefined, 'text/plain', 'Zoë; "quoted"\r\nname'],
    ['callback_template', undefined, 'text/plain', 'https://clinic.example/done?u={uuid}&e={external_id}'],
    ['uploads', 'a.pdf', 'application/pdf', '%PDF'],
    ['uploads', 'b.json', 'application/json', '{"a":1}'],
    ['uploads', 'c.txt', 'text/plain', 't'],
  ]);
});

test('docs/service.md 4.2: what is null is left out, and a Task without files can be created', async () => {
  const { client, parts } = await receiver();
  await client.createTask(CREATE);
  expect(parts.map((part) => [part.name, part.content])).toEqual([
    ['task_type', 'prior-auth'],
    ['request_spec', '{}'],
    ['external_id', 'e-1'],
  ]);
});

/** What a form parser reads of a body: the names of the fields, the file names and the contents. */
type Reading = (
  request: Seen,
) => Promise<readonly (readonly [field: string, fileName: string, content: string])[]>;

/** Takes a backslash for an escape (RFC 9110 5.6.4), as older form parsers do. */
const asRfc: Reading = async ({ headers, body }) => {
  const reading = readForm(headers['content-type'], true);
  reading?.sink.end(body);
  const form = await reading?.form;
  return (form?.files ?? []).map(({ part, name, content }) => [part, name ?? '', String(content)]);
};

/** Knows percent-encoded quotes and line ends, and no escape (the URL and fetch standards of the WHATWG). */
const asWhatwg: Reading = async ({ headers, body }) => {
  const form = await new Response(body, {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData();
  const read = [...form].map(async ([field, value]) =>
    typeof value === 'string'
      ? ([field, '', value] as const)
      : ([field, value.name, await value.text()] as const),
  );
  return Promise.all(read);
};

test.each([
  ['plain.pdf'],
  [' leading and trailing '],
  ["single 'quotes'.pdf"],
  ['Grüße, Ångström (kopie).pdf'],
  ['🩺 report 👨‍👩‍👧.pdf'],
  ['x'.repeat(250)],
  ['a; filename=b.pdf'],
  ['percent %C3%BC 100%.pdf'],
  ['the "double".pdf', 'the %22double%22.pdf'],
  ['"', '%22'],
  ['Icon\r', 'Icon%0D'],
  ['two\r\nlines.pdf', 'two%0D%0Alines.pdf'],
  ['literal %0d%0A and %22.pdf', 'literal %250d%250A and %2522.pdf', 'literal %250d%250A and %2522.pdf'],
  ['ends with \\', 'ends with \\', 'ends with \\\\'],
  ['a\\"b.pdf', 'a\\%22b.pdf', 'a\\\\"b.pdf'],
  ['bell\u0007 and zero\0.pdf', 'bell_ and zero_.pdf', 'bell_ and zero_.pdf'],
])(
  'the file name %j arrives whole at form parsers of both kinds (I3)',
  async (fileName, asSent = fileName, decoded = fileName) => {
    const { client, service } = await serviceAndClient(says(200, TASK));
    const uploads = [await spooled('first', { fileName }), await spooled('second', { fileName: 'b.pdf' })];
    await client.createTask({ ...CREATE, uploads });
    const request = service.seen.find(({ url }) => url.endsWith('/task/create'));
    expect(request).toBeDefined();
    if (request === undefined) return;
    expect(await asRfc(request)).toEqual([
      ['uploads', asSent, 'first'],
      ['uploads', 'b.pdf', 'second'],
    ]);
    expect(await asWhatwg(request)).toEqual([
      ['task_type', '', 'prior-auth'],
      ['request_spec', '', '{}'],
      ['external_id', '', 'e-1'],
      ['uploads', decoded, 'first'],
      ['uploads', 'b.pdf', 'second'],
    ]);
  },
);

test('a name or media type that could break out of its line cannot', async () => {
  const { client, parts } = await receiver();
  const bad = await spooled('x', { fileName: 'a\r\nX-Evil: 1\r\n\r\nb\0.pdf', mediaType: 'a/b\r\nX: y' });
  await client.uploadFiles(TASK_UUID, [bad]);
  expect(parts).toEqual([
    {
      name: 'uploads',
      fileName: 'a%0D%0AX-Evil: 1%0D%0A%0D%0Ab_.pdf',
      mediaType: 'application/octet-stream',
      content: 'x',
    },
  ]);
});

test('a body larger than one piece has an exact length, tells its progress and arrives whole', async () => {
  const { client, parts, lengths } = await receiver();
  const content = 'abcdefgh'.repeat(200_000);
  const progress: number[] = [];
  await client.uploadFiles(TASK_UUID, [await spooled(content), await spooled(''), await spooled('tail')], {
    onProgress: (sent) => progress.push(sent),
  });
  expect(parts.map((part) => part.content.length)).toEqual([content.length, 0, 4]);
  expect(parts[0]?.content === content).toBe(true);
  expect(progress.length).toBeGreaterThan(5);
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  expect(String(progress.at(-1))).toBe(lengths[0]);
});

const LARGE = 3_000_000;

/** Changes one byte, as a failing disk does. */
async function flipByte(path: string, at: number): Promise<void> {
  const bytes = await readFile(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(path, bytes);
}

test('I3: a large spool file with another first byte ends the request before its last byte', async () => {
  const { client, service } = await serviceAndClient(says(200, TASK));
  const upload = await spooled('x'.repeat(LARGE));
  await flipByte(upload.spoolPath, 0);
  const failure = await failureOf(client.createTask({ ...CREATE, uploads: [upload] }));
  expect(failure).toMatchObject({ kind: 'source-changed' });
  expect(service.seen.filter((one) => one.url.endsWith('/create'))).toEqual([]);
});

test.each<[string, number, (path: string) => Promise<void>]>([
  ['has become longer', 10, (path) => appendFile(path, 'x')],
  ['has become shorter', 10, (path) => truncate(path, 5)],
  ['is gone', 10, (path) => rm(path)],
  ['is a large one that has become longer', LARGE, (path) => appendFile(path, 'x')],
  ['has another byte', 10, (path) => flipByte(path, 4)],
])('I3: a spool file that %s is not sent', async (_name, size, spoil) => {
  const { client, service } = await serviceAndClient(says(200, TASK));
  const upload = await spooled('x'.repeat(size));
  await spoil(upload.spoolPath);
  const failure = await failureOf(client.createTask({ ...CREATE, uploads: [upload] }));
  expect(failure).toMatchObject({ kind: 'source-changed' });
  expect(JSON.stringify(failure)).not.toContain(upload.spoolPath);
  expect(service.seen.filter((one) => one.url.endsWith('/create'))).toEqual([]);
});

test.each<[string, (path: string) => Promise<void>]>([
  ['replaced by as many other bytes', (path) => writeFile(path, 'y'.repeat(LARGE))],
  ['cut', (path) => truncate(path, 1_000_000)],
  ['changed in its last byte', (path) => flipByte(path, LARGE - 1)],
])('I3: a spool file %s while it is sent ends the request before its last byte', async (_name, spoil) => {
  const { client, service } = await serviceAndClient(says(200, TASK));
  const upload = await spooled('x'.repeat(LARGE));
  let spoilt: Promise<void> | undefined;
  const failure = await failureOf(
    client.createTask(
      { ...CREATE, uploads: [upload] },
      {
        onProgress: () => {
          spoilt ??= spoil(upload.spoolPath);
        },
      },
    ),
  );
  await spoilt;
  expect(failure).toMatchObject({ kind: 'source-changed' });
  expect(service.seen.filter((one) => one.url.endsWith('/create'))).toEqual([]);
});
