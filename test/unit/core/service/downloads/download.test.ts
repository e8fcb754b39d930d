import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TargetExistsError } from '../../../../../src-main/core/service/downloads/download.ts';
import { testDir } from '../../../../support/test-dir.ts';
import { failureOf, serviceAndClient } from '../support/client.ts';
import { type Answerer, ITEM_UUID, json, rawService, TASK_UUID } from '../support/raw-service.ts';

const CONTENT = randomBytes(2_000_000);

/** A service whose links lead to another host, `files`, with a fresh path each time. */
async function stage(files: Answerer, linkTo = (origin: string, n: number) => `${origin}/f/${n}?sig=s3cr3t`) {
  const store = await rawService(files);
  onTestFinished(() => store.close());
  let links = 0;
  const parts = await serviceAndClient((_request, response) => {
    links += 1;
    json(response, 200, { file_name: '../x/re port.pdf', url: linkTo(store.origin, links), uuid: ITEM_UUID });
  });
  const folder = testDir().path;
  return { ...parts, store, folder, target: join(folder, 'saved.pdf') };
}

const give: Answerer = (_request, response) => void response.writeHead(200).end(CONTENT);
const cutShort: Answerer = (_request, response) => {
  response.writeHead(200, { 'content-length': CONTENT.length });
  response.write(CONTENT.subarray(0, 1_000_000), () => response.destroy());
};

test('an item is downloaded whole, and nothing else is left beside it', async () => {
  const { client, folder, target } = await stage(give);
  expect(await client.downloadItem(TASK_UUID, ITEM_UUID, target)).toEqual({
    fileName: 're port.pdf',
    size: CONTENT.length,
    sha256: createHash('sha256').update(CONTENT).digest('hex'),
  });
  expect((await readFile(target)).equals(CONTENT)).toBe(true);
  expect(await readdir(folder)).toEqual(['saved.pdf']);
  expect((await stat(target)).mode & 0o777).toBe(0o600);
});

test('whoever keeps a record does so before the file has its name; where that fails nothing is left', async () => {
  const { client, folder, target } = await stage(give);
  const there: string[][] = [];
  const refuse = async () => {
    there.push(await readdir(folder));
    throw new Error('no space for the entry');
  };
  await expect(client.downloadItem(TASK_UUID, ITEM_UUID, target, { placing: refuse })).rejects.toThrow(
    'no space for the entry',
  );
  expect(there).toEqual([[expect.stringContaining('saved.pdf.part-')]]);
  expect(await readdir(folder)).toEqual([]);
});

test('I9: the token never goes to the host of a link, and the link is in no error and no log', async () => {
  const { client, store, target, logged } = await stage(
    (request, response) => void response.writeHead(500).end(`<Error>${request.url}</Error>`),
  );
  const error: unknown = await client.downloadItem(TASK_UUID, ITEM_UUID, target).catch((reason) => reason);
  expect(store.seen).toHaveLength(1);
  expect(store.seen[0]?.headers.authorization).toBeUndefined();
  expect(JSON.stringify(store.seen)).not.toContain('token-1');
  if (!(error instanceof Error)) throw new Error('no error');
  const everything = JSON.stringify([error, error.message, error.stack, logged]);
  for (const part of ['s3cr3t', store.origin, '/f/1', TASK_UUID, ITEM_UUID])
    expect(everything).not.toContain(part);
});

test.each([403, 404, 410])('a link that ran out (%s) is asked for afresh, once', async (status) => {
  let count = 0;
  const { client, store, target } = await stage((request, response) => {
    count += 1;
    return count === 1 ? void response.writeHead(status).end() : give(request, response);
  });
  await client.downloadItem(TASK_UUID, ITEM_UUID, target);
  expect(store.seen.map((one) => one.url)).toEqual(['/f/1?sig=s3cr3t', '/f/2?sig=s3cr3t']);
});

test('a link that goes on failing is a refusal, and leaves nothing behind', async () => {
  const { client, store, folder, target } = await stage(
    (_request, response) => void response.writeHead(403).end('x'),
  );
  const failure = await failureOf(client.downloadItem(TASK_UUID, ITEM_UUID, target));
  expect(failure).toEqual({ kind: 'refused', status: 403, detail: null, fields: [], retryAfterMs: null });
  expect(store.seen).toHaveLength(2);
  expect(await readdir(folder)).toEqual([]);
});

test('a download cut short is unknown, and leaves nothing behind', async () => {
  const { client, folder, target } = await stage(cutShort);
  expect((await failureOf(client.downloadItem(TASK_UUID, ITEM_UUID, target))).kind).toBe('unknown');
  expect(await readdir(folder)).toEqual([]);
});

test('a stopped download leaves nothing behind', async () => {
  const { client, folder, target, store } = await stage((_request, response) => {
    response.writeHead(200, { 'content-length': CONTENT.length });
    response.write(CONTENT.subarray(0, 1000), () => stop.abort());
  });
  const stop = new AbortController();
  const call = client.downloadItem(TASK_UUID, ITEM_UUID, target, { signal: stop.signal });
  expect((await failureOf(call)).kind).toBe('unknown');
  expect(store.seen).toHaveLength(1);
  expect(await readdir(folder)).toEqual([]);
});

test('I4: a file that is there already is not touched, and nothing is asked for', async () => {
  const { client, service, target } = await stage(give);
  await writeFile(target, 'mine');
  await expect(client.downloadItem(TASK_UUID, ITEM_UUID, target)).rejects.toThrow(TargetExistsError);
  expect(await readFile(target, 'utf8')).toBe('mine');
  expect(service.seen).toEqual([]);
});

test('I4: a file that appears during the download is not overwritten', async () => {
  const { client, folder, target } = await stage(async (_request, response) => {
    await writeFile(target, 'mine');
    response.writeHead(200).end(CONTENT);
  });
  await expect(client.downloadItem(TASK_UUID, ITEM_UUID, target)).rejects.toThrow(
    /A file with this name already exists/,
  );
  expect(await readFile(target, 'utf8')).toBe('mine');
  expect(await readdir(folder)).toEqual(['saved.pdf']);
});

test('I4: a folder of that name is not touched either', async () => {
  const { client, target } = await stage(give);
  await mkdir(target);
  await expect(client.downloadItem(TASK_UUID, ITEM_UUID, target)).rejects.toThrow(TargetExistsError);
});

test('I9: a redirect of a link is not followed', async () => {
  const { client, store, folder, target } = await stage((_request, response) => {
    response.writeHead(302, { location: '/f/other' }).end();
  });
  expect(await failureOf(client.downloadItem(TASK_UUID, ITEM_UUID, target))).toMatchObject({ status: 302 });
  expect(store.seen).toHaveLength(1);
  expect(await readdir(folder)).toEqual([]);
});

test.each(['http://files.example/x', 'ftp://127.0.0.1/x', 'file:///etc/passwd'])(
  'I9: the unprotected link %s is not used',
  async (url) => {
    const { client, folder, target } = await stage(give, () => url);
    expect(await failureOf(client.downloadItem(TASK_UUID, ITEM_UUID, target))).toEqual({
      kind: 'unreadable',
      status: 200,
      cause: 'the download link is not protected',
    });
    expect(await readdir(folder)).toEqual([]);
  },
);

test('the hash of an item is that of its bytes; the token never goes to the host of the link (I9)', async () => {
  const { client, store, folder } = await stage(give);
  const sha256 = createHash('sha256').update(CONTENT).digest('hex');
  expect(await client.itemSha256(TASK_UUID, ITEM_UUID)).toBe(sha256);
  expect(store.seen[0]?.headers.authorization).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

test('an item that cannot be had whole has no hash', async () => {
  const cut = await stage(cutShort);
  expect(await failureOf(cut.client.itemSha256(TASK_UUID, ITEM_UUID))).toMatchObject({ kind: 'unknown' });
  const gone = await stage((_request, response) => void response.writeHead(404).end());
  expect(await failureOf(gone.client.itemSha256(TASK_UUID, ITEM_UUID))).toMatchObject({ status: 404 });
});
