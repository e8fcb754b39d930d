import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import type { BuiltFiles } from '../../../../src-main/hosts/built-files.ts';
import { watchedPage } from '../../../app/support/browser.ts';
import { closeServer } from '../../../support/loopback.ts';
import { until } from '../../../support/until.ts';
import { guardedHost } from '../../hosts/browser/support/guarded-host.ts';
import { hostPage } from './support.ts';

/* Whoever listens on the port of a Clearfolder that has ended, while a page of it is still open. */

const FORGED = 'GEFÄLSCHT';
const FORGED_FAILURE = { code: 'session.ended', message: FORGED, next: FORGED };
/** What files of `probe.upload` and their names hold, as it would travel in the clear. */
const OF_A_DOCUMENT = [
  Buffer.alloc(64),
  Buffer.from('Ordner'),
  Buffer.from('%C3%A4'),
  Buffer.from('3000000'),
];

let files: BuiltFiles;
beforeAll(async () => {
  files = await hostPage();
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const json = (value: unknown): Answer => {
  return (_request, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
};

/** Ways in which a stranger answers. Events come as the page once believed them. */
const STRANGERS: Readonly<Record<string, Answer>> = {
  'as the station': (request, response) => {
    if (request.url !== '/api/events')
      return json({ ok: true, value: { bearer: 'B'.repeat(43), resume: 'R'.repeat(43) } })(request, response);
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    response.write(`\n${JSON.stringify({ kind: 'go', place: { screen: 'today' } })}\n`);
  },
  'with a refusal in its own words': (_request, response) =>
    response
      .writeHead(401, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ ok: false, error: FORGED_FAILURE })),
  'with what it was sent': (request, response) => request.pipe(response.writeHead(200)),
  'with a page': (_request, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html>'),
  'with a cookie': (_request, response) =>
    response.writeHead(200, { 'Set-Cookie': 'left=behind; Max-Age=99999999; Path=/' }).end('x'),
  'with a redirect': (_request, response) => response.writeHead(307, { Location: '/elsewhere' }).end(),
};

/** Listens on a port that became free, and keeps every byte that comes. */
async function takePort(port: number, answer: Answer) {
  const heard: Buffer[] = [];
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    heard.push(Buffer.from(request.rawHeaders.join('\n')));
    request.on('data', (chunk: Buffer) => heard.push(chunk));
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { heard: () => Buffer.concat(heard), asked, [Symbol.asyncDispose]: () => closeServer(server) };
}

const ended = (page: Page) =>
  until(async () => (await page.evaluate(() => window.probe.session())).state === 'ended', {
    what: 'the end of the session',
  });

test.each(Object.entries(STRANGERS))(
  'who took the port after the end and answers %s gets no key and no document, and shows nothing',
  async (_way, answer) => {
    await using watched = await watchedPage();
    const { page } = watched;
    let port = 0;
    {
      await using guarded = await guardedHost({ files });
      port = guarded.port;
      await page.goto(guarded.host.link());
      await until(() => page.evaluate(() => window.probe.links().at(-1) === true));
    }
    await using stranger = await takePort(port, answer);
    const results = await page.evaluate(async () => ({
      uploaded: await window.probe.upload(1, 3_000_000),
      preferences: await window.probe.preferences(),
      read: await window.probe.read(),
    }));
    expect(JSON.stringify(results)).not.toContain(FORGED);
    expect(await page.context().cookies()).toEqual([]);
    expect(results).toMatchObject({
      uploaded: { result: { ok: false } },
      preferences: { ok: false },
      read: { ok: false },
    });
    await ended(page);
    const { failure } = await page.evaluate(() => window.probe.session());
    expect(failure?.code).toBe('session.ended');
    expect(failure?.message).not.toContain(FORGED);
    expect(await page.evaluate(() => window.probe.events())).toEqual([]);
    // Nothing of a document, and nothing that a later server would take.
    const heard = stranger.heard();
    for (const part of OF_A_DOCUMENT) expect(heard.includes(part), part.toString()).toBe(false);
    expect(watched.keys().length).toBeGreaterThan(1);
    for (const secret of watched.keys()) expect(heard.includes(secret)).toBe(false);
    // The page asks the port for nothing any more, code included.
    const before = stranger.asked.length;
    const tries =
      "[import('/page.js?again'), fetch('/api/events')].map((tried) => tried.then(() => true, () => false))";
    expect(await page.evaluate(`Promise.all(${tries})`)).toEqual([false, false]);
    expect(stranger.asked).toHaveLength(before);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  },
);

test('who takes the port while files go up gets nothing of them, and at most one request of each connection', async () => {
  await using watched = await watchedPage();
  const { page } = watched;
  let port = 0;
  let uploaded: Promise<unknown> = Promise.resolve();
  {
    await using guarded = await guardedHost({ files });
    port = guarded.port;
    await page.goto(guarded.host.link());
    await until(() => page.evaluate(() => window.probe.links().at(-1) === true));
    // Far more files than can fail before the stranger listens.
    uploaded = page.evaluate(async () => (await window.probe.upload(5_000, 1_000)).result);
    await until(() => guarded.asked.includes('taken 1000'));
  }
  await using stranger = await takePort(port, json({ ok: true, value: null }));
  expect(await uploaded).toMatchObject({ ok: false, error: { code: 'session.ended' } });
  await ended(page);
  const uploads = stranger.asked.filter((question) => question.startsWith('POST /api/upload'));
  expect(uploads.length).toBeLessThanOrEqual(4);
  const heard = stranger.heard();
  for (const part of [...OF_A_DOCUMENT, ...watched.keys()]) expect(heard.includes(part)).toBe(false);
});
